// The templates in templates.md generate the documented output, and its table of the data model is complete.
#include <sstream>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace docs_test;
using namespace test;

namespace {

/// Builds runtime.md's saxpy.cu in the folder.
Finished build_saxpy(const Folder& folder, const std::vector<std::string>& more) {
  folder.write("saxpy.cu", blocks_of("docs/runtime.md", "cuda").at(0));
  std::vector<std::string> words{"build", "saxpy.cu", "-q"};
  words.insert(words.end(), more.begin(), more.end());
  return rocm_bindgen(words, {folder.path(), {}});
}

void require_done(const Finished& finished) {
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
}

}  // namespace

TEST_CASE("docs: the template for Python generates a module with the code objects' bytes") {
  Folder folder;
  folder.write("page.mustache", blocks_of("docs/templates.md", "mustache").at(0));
  require_done(build_saxpy(folder, {"--template", "page.mustache", "-o", "kernels.py", "--arch", "gfx1030,gfx1100"}));
  folder.write("program.py",
               "import kernels\n"
               "print(kernels.KERNELS)\n"
               "for (module, target), image in kernels.CODE_OBJECTS.items():\n"
               "    file = f'kernels.artifacts/hsaco/{module}.{target}.hsaco'\n"
               "    print(target, image == open(file, 'rb').read())\n");
  const auto ran = run({"python3", "program.py"}, {folder.path(), {}});
  require_done(ran);
  CHECK(ran.out ==
        "{'saxpy.saxpy': Kernel(symbol='saxpy', parameters=['float', 'const float *', 'float *', 'size_t'])}\n"
        "gfx1030 True\n"
        "gfx1100 True\n");
}

TEST_CASE("docs: the template for people generates the table below it") {
  Folder folder;
  folder.write("page.mustache", blocks_of("docs/templates.md", "mustache").at(1));
  require_done(build_saxpy(folder, {"--template", "page.mustache", "-o", "kernels.md", "--arch", "gfx1100"}));
  CHECK(read(folder / "kernels.md") == blocks_of("docs/templates.md", "text").at(0));
}

TEST_CASE("docs: every member of the data model is described") {
  Folder folder;
  require_done(build_saxpy(folder, {"--emit", "json", "-o", "k.json", "--arch", "gfx1100"}));
  const auto document = text_of("docs/templates.md");
  std::istringstream lines(read(folder / "k.json"));
  int members = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find("\": ");
    if (colon == std::string::npos) continue;
    const auto open = line.find('"');
    const auto name = line.substr(open + 1, colon - open - 1);
    ++members;
    INFO(name);
    CHECK_THAT(document, Catch::Contains("`" + name + "`"));
  }
  CHECK(members > 50);  // a file without modules would have few
}
