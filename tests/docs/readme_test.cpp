// Tests what a reader can copy from README.md.
#include <sstream>

#include "docs/document.hpp"
#include "docs/program.hpp"
#include "docs/reader.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace docs_test;
using namespace test;

namespace {

const std::string kRoot = ROCM_BINDGEN_SOURCE_DIR;

std::string fragment_of_readme(std::size_t index) {
  const auto fragments = blocks_of("README.md", "cpp");
  REQUIRE(fragments.size() == 2);
  return fragments[index];
}

std::string replaced_all(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("docs: library.md's program builds kernels") {
  const Folder folder;
  folder.write(
      "builder.cpp",
      "#include <cstdio>\n#include \"rocm_bindgen/build/builder.hpp\"\n"
      "int report(const rocm_bindgen::build::Failure& failure) {\n"
      "  for (const auto& diagnostic : failure.diagnostics) std::puts(diagnostic.text.c_str());\n  return 1;\n}\n"
      "int main() {\n" +
          blocks_of("docs/library.md", "cpp").at(0) + "return 0;\n}\n");
  std::vector<std::string> argv{"g++", "-std=c++20",           "-Wall",       "-Wextra", "-Wpedantic", "-Werror",
                                "-I",  kRoot + "/lib/include", "builder.cpp", "-o",      "builder"};
  std::istringstream libraries(ROCM_BINDGEN_LIBRARIES);
  for (std::string library; std::getline(libraries, library, ' ');) argv.push_back(library);
  const auto linked = run(argv, {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
  folder.write("kernels/shift.cu", read(kRoot + "/tests/tools/cmake/minimal/kernels/shift.cu"));
  const auto built = run({"./builder"}, {folder.path(), tool_environment()});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(read(folder / "kernels.hpp").find("shift") != std::string::npos);
  for (const std::string arch : {"gfx1030", "gfx1100"})
    CHECK(std::filesystem::exists(folder / "out/hsaco" / ("shift." + arch + ".hsaco")));
}

TEST_CASE("docs: the README's program lists its kernels and launches one, and its commands run") {
  Reader reader;
  build_kernels(reader.folder(), kRoot + "/tests/tools/cmake/minimal/kernels/shift.cu", "kernels.hpp", "gfx1100");
  // The first fragment begins with the include, which belongs before main(); the second continues inside main().
  const std::string include = "#include \"kernels.hpp\"\n";
  const auto lists = fragment_of_readme(0);
  REQUIRE(lists.find(include) == 0);
  reader.folder().write("program.cpp", include +
                                           "#include <cstdio>\n#include <vector>\n"
                                           "#include \"rocm_bindgen/runtime.hpp\"\nint main() {\n" +
                                           lists.substr(include.size()) + fragment_of_readme(1) +
                                           "return threes != std::vector<int>(1000, 3);\n}\n");
  link_with_ours(reader.folder(), "program.cpp", "./program");
  CHECK(run_emulated(reader.folder(), "./program", "gfx1100") == "shift: 1 kernels\n");

  for (const std::string source : {"kernels/scale.cu", "src/scale.cu"})
    reader.folder().write(source, kernel_source("scale"));
  std::map<std::string, std::string> exceptions{
      {"./dev build", "this test runs in such a build"},
      {"./dev demo", "the next test runs it"},
      {"./dev test", "this test runs in such a build"},
      {"cmake --install build --prefix ~/rocm-bindgen", "the tests of installations run it"}};
  for (const auto& line : lines_of(text_of("README.md")))
    if (line.rfind("    $ ", 0) == 0) exceptions[line.substr(6)] = "the next test runs it";
  reader.follow("README.md", Numbers::compared, exceptions);
}

TEST_CASE("docs: the README shows what ./dev demo prints") {
  const Folder folder;
  const std::string build = ROCM_BINDGEN_BUILD_DIR, out = (folder / "demo").string();
  const auto demo = run({kRoot + "/tests/tools/demo/run.sh", build, out}, {kRoot, tool_environment()});
  INFO(demo.err);
  REQUIRE(demo.exit_code == 0);
  CHECK(demo.err.empty());
  std::string shown;
  for (const auto& line : lines_of(replaced_all(replaced_all(demo.out, out, "build/demo"), build, "build")))
    shown += "    " + line + "\n";
  INFO(shown);
  CHECK(lines_of(shown).size() <= 10);  // so that the README stays short
  CHECK(text_of("README.md").find(shown) != std::string::npos);
}
