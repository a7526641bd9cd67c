// What docs/languages.md and docs/templates.md show is what happens.
#include <filesystem>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::string kRoot = ROCM_BINDGEN_SOURCE_DIR;

/// The fenced blocks of a language in a document, in order.
std::vector<std::string> blocks(const std::string& document, const std::string& language) {
  std::istringstream lines(read(kRoot + "/docs/" + document));
  std::vector<std::string> found;
  std::string line, inside;
  while (std::getline(lines, line)) {
    if (line.rfind("```", 0) == 0) {
      const bool opens = inside.empty();
      if (opens && line.substr(3) == language) found.emplace_back();
      inside = opens ? line : "";
    } else if (inside == "```" + language) {
      found.back() += line + "\n";
    }
  }
  return found;
}

/// Builds runtime.md's saxpy.cu in the folder.
Finished build_saxpy(const Folder& folder, const std::vector<std::string>& more) {
  folder.write("saxpy.cu", blocks("runtime.md", "cuda").at(0));
  std::vector<std::string> words{"build", "saxpy.cu", "-q"};
  words.insert(words.end(), more.begin(), more.end());
  return rocm_bindgen(words, {folder.path(), {}});
}

void require_done(const Finished& finished) {
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
}

/// What the test runs is what the document says to type.
void require_shown(const std::string& commands) {
  INFO("docs/languages.md does not say: " << commands);
  REQUIRE(read(kRoot + "/docs/languages.md").find("    " + commands + "\n") != std::string::npos);
}

}  // namespace

TEST_CASE("docs: the Rust program prints what the document says") {
  Folder folder;
  const std::string rustc = fs::exists("/usr/bin/rustc") ? "/usr/bin/rustc" : "rustc";
  INFO("no rustc on this machine: `./dev setup` installs Debian's");
  REQUIRE(has_program("rustc"));
  require_shown(
      "rocm-bindgen build saxpy.cu --emit rust -o hsaco.rs --arch gfx1030,gfx1100\n"
      "    rustc --edition 2021 main.rs && ./main");
  require_done(build_saxpy(folder, {"--emit", "rust", "-o", "hsaco.rs", "--arch", "gfx1030,gfx1100"}));
  folder.write("main.rs", blocks("languages.md", "rust").at(0));
  require_done(run({rustc, "--edition", "2021", "-D", "warnings", "main.rs"}, {folder.path(), {}}));
  const auto ran = run({(folder / "main").string()});
  require_done(ran);
  CHECK(ran.out == blocks("languages.md", "text").at(0));
}

TEST_CASE("docs: the C program prints what the document says") {
  Folder folder;
  require_shown("rocm-bindgen build saxpy.cu --emit c -o saxpy.h --arch gfx1030,gfx1100,gfx90a");
  require_shown(
      "gcc -std=c11 -I runtime/include program.c -L build/lib -lrocm_bindgen_runtime -Wl,-rpath,build/lib -o saxpy\n"
      "    ROCM_BINDGEN_DRIVER=emulated:gfx1100 ./saxpy");
  const auto library = fs::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
  require_done(build_saxpy(folder, {"--emit", "c", "-o", "saxpy.h", "--arch", "gfx1030,gfx1100,gfx90a"}));
  folder.write("program.c", blocks("languages.md", "c").at(0));
  require_done(run({"gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", kRoot + "/runtime/include",
                    "program.c", "-L", library, "-lrocm_bindgen_runtime", "-Wl,-rpath," + library, "-o", "saxpy"},
                   {folder.path(), {}}));
  const auto ran =
      run({(folder / "saxpy").string()},
          {folder.path(), {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"}, {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
  require_done(ran);
  CHECK(ran.out == blocks("languages.md", "text").at(1));
}

TEST_CASE("docs: the template for Python gives a module with the code objects' bytes") {
  Folder folder;
  folder.write("page.mustache", blocks("templates.md", "mustache").at(0));
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

TEST_CASE("docs: the template for people gives the table below it") {
  Folder folder;
  folder.write("page.mustache", blocks("templates.md", "mustache").at(1));
  require_done(build_saxpy(folder, {"--template", "page.mustache", "-o", "kernels.md", "--arch", "gfx1100"}));
  CHECK(read(folder / "kernels.md") == blocks("templates.md", "text").at(0));
}

TEST_CASE("docs: every member of the data model is described") {
  Folder folder;
  require_done(build_saxpy(folder, {"--emit", "json", "-o", "k.json", "--arch", "gfx1100"}));
  const auto document = read(kRoot + "/docs/templates.md");
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
  CHECK(members > 50);
}
