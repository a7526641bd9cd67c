// Every piece of code in the documents compiles. A block whose first line is a comment with a file name is that file;
// the other C++ blocks of a document stand one after the other in one function, as a reader takes them.
#include <map>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

const std::string kRoot = ROCM_BINDGEN_SOURCE_DIR;

struct Block {
  std::string language;
  std::string text;
  unsigned line = 0;
  /// "main.cpp" if the first line is "// main.cpp".
  std::string file() const {
    const auto first = text.substr(0, text.find('\n'));
    const bool names_file =
        first.rfind("// ", 0) == 0 && first.find(' ', 3) == std::string::npos && first.find('.') != std::string::npos;
    return names_file ? first.substr(3) : std::string();
  }
};

/// The fenced blocks of a document that name a language.
std::vector<Block> blocks_of(const std::string& document) {
  std::istringstream lines(read(kRoot + "/" + document));
  std::vector<Block> blocks;
  std::string line;
  bool inside = false;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    if (line.rfind("```", 0) != 0) {
      if (inside) blocks.back().text += line + "\n";
    } else {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), "", number + 1});
    }
  }
  CHECK_FALSE(inside);
  return blocks;
}

/// The fragments of a document as the body of one function, with their places in the document.
std::string function_of(const std::vector<Block>& blocks, const std::string& document, const std::string& head) {
  std::string text = head;
  for (const auto& block : blocks)
    if (block.language == "cpp" && block.file().empty())
      text += "#line " + std::to_string(block.line) + " \"" + document + "\"\n" + block.text;
  return text + "}\n";
}

void compile(const Folder& folder, const std::string& file, const std::vector<std::string>& include_folders,
             std::vector<std::string> argv) {
  for (const auto& include : include_folders) argv.push_back("-I" + include);
  argv.insert(argv.end(), {"-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", file});
  const auto compiled = run(argv, {folder.path(), {}});
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
}

/// A program of `file` in the folder, linked with libraries of ours that the document's reader would have installed.
void link_with_ours(const Folder& folder, const std::string& file, const std::string& program,
                    const std::vector<std::string>& libraries) {
  const auto place = std::filesystem::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
  std::vector<std::string> argv{"g++",        "-std=c++17", "-Wall", "-Wextra",
                                "-Wpedantic", "-Werror",    "-I",    kRoot + "/runtime/include",
                                file,         "-L",         place};
  argv.insert(argv.end(), libraries.begin(), libraries.end());
  argv.insert(argv.end(), {"-Wl,-rpath," + place, "-o", program});
  const auto linked = run(argv, {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
}

}  // namespace

TEST_CASE("docs: the runtime's program and snippets") {
  Folder folder;
  const auto blocks = blocks_of("docs/runtime.md");
  std::map<std::string, int> languages;
  for (const auto& block : blocks) {
    ++languages[block.language];
    if (!block.file().empty()) folder.write(block.file(), block.text);
  }
  CHECK(languages["cuda"] == 1);
  CHECK(languages["c"] == 1);
  CHECK(languages["cpp"] >= 7);
  const auto built = rocm_bindgen({"build", (folder / "saxpy.cu").string(), "-o", (folder / "saxpy.hpp").string(),
                                   "--arch", "gfx1030,gfx1100,gfx90a", "-q"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const std::string includes = kRoot + "/runtime/include";
  compile(folder, "program.c", {includes}, {"gcc", "-std=c11"});

  folder.write("fragments.cpp",
               function_of(blocks, "runtime.md",
                           "#include <cstdio>\n#include <vector>\n#include \"rocm_bindgen/runtime.hpp\"\n"
                           "#include \"saxpy.hpp\"\nvoid fragments();\nvoid fragments() {\n"));
  compile(folder, "fragments.cpp", {includes},
          {"g++", "-std=c++17", "-Wno-unused-variable", "-Wno-unused-but-set-variable"});

  // The program as the document says to build it; no driver is on the machine, as far as it can see.
  link_with_ours(folder, "main.cpp", "saxpy", {"-lrocm_bindgen_runtime"});
  const auto alone =
      run({"./saxpy"},
          {folder.path(), {{"ROCM_BINDGEN_HIP_LIBRARY", "absent.so"}, {"ROCM_BINDGEN_CUDA_LIBRARY", "absent.so"}}});
  CHECK(alone.exit_code == 1);
  CHECK(alone.err.find("no GPU driver was found; tried:") == 0);
  const auto emulated =
      run({"./saxpy"},
          {folder.path(), {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"}, {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
  INFO(emulated.err);
  CHECK(emulated.out == "emulated gfx1100: 12 24 36 48 60\n");
}

TEST_CASE("docs: the programs with ops") {
  Folder folder;
  auto blocks = blocks_of("docs/ops.md");
  for (auto& block : blocks_of("docs/quantized.md")) blocks.push_back(std::move(block));
  int programs = 0;
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
    const auto file = blocks[i].file();
    if (file.empty()) continue;
    INFO(file);
    ++programs;
    folder.write(file, blocks[i].text);
    link_with_ours(folder, file, "program", {"-lrocm_bindgen_kernels", "-lrocm_bindgen_runtime"});
    // Of a processor that Debian's hipRTC knows, too.
    const auto emulated = run({"./program"}, {folder.path(),
                                              {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1030"},
                                               {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""},
                                               {"ROCM_BINDGEN_RTC_CACHE", ""}}});
    INFO(emulated.err);
    CHECK(emulated.exit_code == 0);
    // What the program prints is the block behind it, but for the space at its end.
    const auto& shown = blocks[i + 1].text;
    CHECK(emulated.out == shown.substr(0, shown.size() - 1) + " \n");
  }
  CHECK(programs == 4);
}

TEST_CASE("docs: what porting.md says to write instead compiles without a word") {
  // The sources that a terminal of the document names are what not to write; console_test.cpp looks at those.
  const Folder folder;
  const auto blocks = blocks_of("docs/porting.md");
  std::string terminals;
  for (const auto& block : blocks)
    if (block.language == "console") terminals += block.text;
  unsigned count = 0;
  for (const auto& block : blocks) {
    if (block.language != "cuda") continue;
    INFO("line " << block.line << ": " << block.file());
    REQUIRE_FALSE(block.file().empty());
    if (terminals.find(" " + block.file() + " ") != std::string::npos) continue;
    ++count;
    folder.write(block.file(), block.text);
    const auto built =
        rocm_bindgen({"build", block.file(), "-o", "k.hpp", "--arch", "gfx1100,gfx90a", "-q"}, {folder.path(), {}});
    CHECK(built.exit_code == 0);
    CHECK(built.err + built.out == "");
  }
  CHECK(count >= 8);
}

/// The C++ blocks of the README.
std::vector<std::string> fragments_of_readme() {
  std::vector<std::string> fragments;
  for (const auto& block : blocks_of("README.md"))
    if (block.language == "cpp") fragments.push_back(block.text);
  REQUIRE(fragments.size() == 3);
  return fragments;
}

TEST_CASE("docs: the README's library builds kernels") {
  const Folder folder;
  folder.write(
      "builder.cpp",
      "#include <cstdio>\n#include \"pipeline/builder.hpp\"\n"
      "int report(const rocm_bindgen::Failure& failure) {\n"
      "  for (const auto& diagnostic : failure.diagnostics) std::puts(diagnostic.text.c_str());\n  return 1;\n}\n"
      "int main() {\n" +
          fragments_of_readme()[0] + "return 0;\n}\n");
  std::vector<std::string> argv{"g++", "-std=c++20",   "-Wall",       "-Wextra", "-Wpedantic", "-Werror",
                                "-I",  kRoot + "/lib", "builder.cpp", "-o",      "builder"};
  std::istringstream libraries(ROCM_BINDGEN_LIBRARIES);
  for (std::string library; std::getline(libraries, library, ' ');) argv.push_back(library);
  const auto linked = run(argv, {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
  folder.write("kernels/shift.cu", read(kRoot + "/tests/cmake/minimal/kernels/shift.cu"));
  const auto built = run({"./builder"}, {folder.path(), tool_environment()});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(read(folder / "kernels.hpp").find("shift") != std::string::npos);
  for (const std::string arch : {"gfx1030", "gfx1100"})
    CHECK(std::filesystem::exists(folder / "out/hsaco" / ("shift." + arch + ".hsaco")));
}

TEST_CASE("docs: the README's program lists its kernels and launches one") {
  const Folder folder;
  const auto fragments = fragments_of_readme();
  const auto built = rocm_bindgen({"build", kRoot + "/tests/cmake/minimal/kernels/shift.cu", "-o",
                                   (folder / "kernels.hpp").string(), "--arch", "gfx90a", "-q"});
  REQUIRE(built.exit_code == 0);
  // The second begins with the include, which belongs before main(); the third goes on in it.
  const std::string include = "#include \"kernels.hpp\"\n";
  REQUIRE(fragments[1].find(include) == 0);
  folder.write("program.cpp", include +
                                  "#include <cstdio>\n#include <vector>\n#include \"rocm_bindgen/runtime.hpp\"\n" +
                                  "int main() {\n" + fragments[1].substr(include.size()) + fragments[2] +
                                  "return threes != std::vector<int>(1000, 3);\n}\n");
  link_with_ours(folder, "program.cpp", "program", {"-lrocm_bindgen_runtime"});
  const auto ran =
      run({"./program"},
          {folder.path(), {{"ROCM_BINDGEN_DRIVER", "emulated:gfx90a"}, {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
  INFO(ran.err);
  CHECK(ran.exit_code == 0);
  CHECK(ran.out == "shift: 1 kernels\n");
}

TEST_CASE("docs: the emulated device's example is the one in the repository") {
  const auto example = kRoot + "/examples/emulated-ci/";
  std::map<std::string, std::string> unseen;
  for (const auto& [name, text] : tree(example)) unseen[text] = name;
  Folder folder;
  for (const auto& block : blocks_of("docs/emulator.md")) {
    if (unseen.erase(block.text) == 1 || block.language != "cuda") continue;
    const auto source = folder.write("line" + std::to_string(block.line) + ".cu", block.text);
    const auto built =
        rocm_bindgen({"build", source.string(), "-o", (folder / "kernels.hpp").string(), "--arch", "gfx1100", "-q"});
    INFO(built.err);
    CHECK(built.exit_code == 0);
  }
  for (const auto& [text, name] : unseen) FAIL_CHECK(name << " is not in docs/emulator.md as it is");
}
