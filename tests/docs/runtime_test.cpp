// The programs and snippets of runtime.md, ops.md and quantized.md run and print the documented output.
#include <map>

#include "docs/document.hpp"
#include "docs/program.hpp"
#include "docs/reader.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace docs_test;
using namespace test;

namespace {

/// Joins the C++ fragments of a document that belong to no file into the body of one function. `head` is the text
/// before them, up to the function's opening brace. #line directives make the compiler's messages name lines of the
/// document.
std::string function_of(const std::string& document, const std::string& head) {
  std::string text = head;
  for (const auto& block : blocks_of(document))
    if (block.language == "cpp" && block.file().empty())
      text += "#line " + std::to_string(block.line) + " \"" + document + "\"\n" + block.text;
  return text + "}\n";
}

void write_files(const Folder& folder, const std::string& document) {
  for (const auto& block : blocks_of(document))
    if (!block.file().empty()) folder.write(block.file(), block.text);
}

}  // namespace

TEST_CASE("docs: runtime.md's program is built by its commands and prints what it shows") {
  Reader reader;
  reader.be_in_clone();
  reader.set("ROCM_BINDGEN_DRIVER", "emulated:gfx1100");
  reader.follow("docs/runtime.md");
  CHECK(reader.succeed("./saxpy") == block_that_begins("docs/runtime.md", "emulated gfx1100:").text);

  // Now the program finds no driver, as on a machine without a GPU.
  reader.set("ROCM_BINDGEN_DRIVER", "");
  reader.set("ROCM_BINDGEN_HIP_LIBRARY", "absent.so");
  reader.set("ROCM_BINDGEN_CUDA_LIBRARY", "absent.so");
  const auto without_driver = reader.type("./saxpy");
  CHECK(without_driver.exit_code == 1);
  const auto shown = lines_of(block_that_begins("docs/runtime.md", "no GPU driver was found").text);
  const auto printed = lines_of(without_driver.err);
  REQUIRE(printed.size() > 1);
  CHECK(printed[0] == shown.at(0));
  // Both messages begin with the file's name, followed by the linker's message.
  const std::string words = ": cannot open shared object file: No such file or directory";
  CHECK(printed[1] == "  absent.so: absent.so" + words);
  CHECK(shown.at(1) == "  libamdhip64.so.7: libamdhip64.so.7" + words);

  reader.set("ROCM_BINDGEN_DRIVER", "emulated:gfx1201");
  const auto other_target = reader.type("./saxpy");
  CHECK(other_target.exit_code == 1);
  CHECK(other_target.err == block_that_begins("docs/runtime.md", "module 'saxpy' has no code object").text);
}

TEST_CASE("docs: runtime.md's snippets run one after the other") {
  const Folder folder;
  write_files(folder, "docs/runtime.md");
  // One snippet compiles a kernel at run time, so the processor must be one that Debian's hipRTC supports.
  build_kernels(folder, "saxpy.cu", "saxpy.hpp", "gfx1030");
  folder.write("snippets.cpp", function_of("docs/runtime.md",
                                           "#include <cstdio>\n#include <vector>\n"
                                           "#include \"rocm_bindgen/runtime.hpp\"\n#include \"saxpy.hpp\"\n"
                                           "int main() {\n"));
  // Some snippets show how to obtain a value and do not use it.
  link_with_ours(folder, "snippets.cpp", "./snippets", {"-Wno-unused-variable", "-Wno-unused-but-set-variable"});
  const auto printed = run_emulated(folder, "./snippets", "gfx1030");
  CHECK_THAT(printed, Catch::Contains("0: emulated gfx1030 (gfx1030), "));
  CHECK_THAT(printed, Catch::Contains("1 modules, 2 look-ups without loading, "));
  CHECK_THAT(printed, Catch::Contains("launching kernel 'saxpy' of module 'saxpy'") && Catch::Contains("4096"));
}

TEST_CASE("docs: runtime.md's function in C builds and runs") {
  const Folder folder;
  write_files(folder, "docs/runtime.md");
  const auto built = rocm_bindgen({"build", "saxpy.cu", "--emit", "c", "-o", "saxpy.h", "--arch", "gfx1100", "-q"},
                                  {folder.path(), {}});
  REQUIRE(built.exit_code == 0);
  folder.write("with_main.c",
               "#define KERNELS_IMPLEMENTATION\n#include \"saxpy.h\"\n#include \"program.c\"\n"
               "int main(void) { return run(&kernels_saxpy, 2.0f, 1000); }\n");
  link_with_ours(folder, "with_main.c", "./with_main");
  CHECK(run_emulated(folder, "./with_main", "gfx1100") == "");
  const auto refused = run({"./with_main"}, {folder.path(), {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1201"}}});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::Contains("module 'saxpy' has no code object for gfx1201"));
}

TEST_CASE("docs: the programs of ops.md and quantized.md print what is shown") {
  const Folder folder;
  auto blocks = blocks_of("docs/ops.md");
  for (auto& block : blocks_of("docs/quantized.md")) blocks.push_back(std::move(block));
  int programs = 0;
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
    const auto file = blocks[i].file();
    if (file.empty()) continue;
    INFO(file);
    ++programs;
    folder.write(file, blocks[i].text);
    link_with_kernels(folder, file, "./program");
    // The expected output is the next block. The programs also print a space at the end of the line, which a document
    // does not have.
    const auto& shown = blocks[i + 1].text;
    CHECK(run_emulated(folder, "./program", "gfx1030") == shown.substr(0, shown.size() - 1) + " \n");
  }
  CHECK(programs == 4);  // three of ops.md and one of quantized.md
}

TEST_CASE("docs: ops.md shows the message about an operand that does not fit") {
  // The first program of ops.md, with a row of four elements.
  auto program = blocks_of("docs/ops.md", "cpp").at(0);
  const std::map<std::string, std::string> changes{{"{10, 20, 30}", "{10, 20, 30, 40}"},
                                                   {"r(row.data(), DType::f32, {3})", "r(row.data(), DType::f32, {4})"},
                                                   {"int main() {", "int main() try {"}};
  for (const auto& [from, to] : changes) {
    const auto start = program.find(from);
    INFO(from);
    REQUIRE(start != std::string::npos);
    program.replace(start, from.size(), to);
  }
  const Folder folder;
  folder.write("main.cpp", program + "catch (const rocm_bindgen::Error& error) { std::puts(error.what()); }\n");
  link_with_kernels(folder, "main.cpp", "./program");
  CHECK(run_emulated(folder, "./program", "gfx1030") == block_that_begins("docs/ops.md", "add: rhs:").text);
}
