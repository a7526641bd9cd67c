// Tests what emulator.md shows of the emulated device. tests/tools/cmake/emulated_ci_test.cpp tests its CMake project.
#include <map>
#include <regex>

#include "docs/document.hpp"
#include "docs/program.hpp"
#include "docs/reader.hpp"
#include "support/catch.hpp"

using namespace docs_test;

namespace {

const std::string kDocument = "docs/emulator.md";
const std::string kSourceFolder = ROCM_BINDGEN_SOURCE_DIR;

void copy_program(const test::Folder& folder, const std::string& name) {
  folder.write(name, test::read(kSourceFolder + "/tests/docs/programs/" + name));
}

/// Removes what varies: host addresses between runs; code offsets, registers and lines of HIP's headers between
/// versions of the compiler or of HIP.
std::string without_varying_parts(const std::string& text) {
  auto plain = std::regex_replace(text, std::regex("at 0x7[0-9a-f]{11}"), "at ADDRESS");
  plain = std::regex_replace(plain, std::regex("  at offset 0x[0-9a-f]+ of ([^:\n]*: [a-z0-9_]+)[^\n]*"), "  at $1");
  return std::regex_replace(plain, std::regex("(amd_[a-z_]+\\.h):[0-9]+:[0-9]+"), "$1");
}

}  // namespace

TEST_CASE("docs: the emulated device's example is the one in the repository") {
  const auto example = kSourceFolder + "/docs/examples/emulated-ci/";
  std::map<std::string, std::string> unseen;
  for (const auto& [name, text] : test::tree(example)) unseen[text] = name;
  for (const auto& block : blocks_of(kDocument)) unseen.erase(block.text);
  for (const auto& [text, name] : unseen) FAIL_CHECK(name << " is not in docs/emulator.md as it is");
}

TEST_CASE("docs: emulator.md's command runs a program") {
  Reader reader;
  const auto example = kSourceFolder + "/docs/examples/emulated-ci/";
  build_kernels(reader.folder(), example + "kernels", "my_kernels.hpp", "gfx1100");
  reader.folder().write("program.cpp", test::read(example + "kernels_test.cpp"));
  link_with_ours(reader.folder(), "program.cpp", "./program");
  std::map<std::string, std::string> exceptions;
  for (const auto& line : lines_of(block_that_begins(kDocument, "cmake -G ").text))
    exceptions[line] = "of the project, which emulated_ci_test.cpp builds";
  reader.follow(kDocument, Numbers::compared, exceptions);
  const std::string variables =
      "ROCM_BINDGEN_EMULATOR_REPORT=report.json ROCM_BINDGEN_EMULATOR_CHECKS=bounds,race,uninit ";
  reader.succeed(variables + block_that_begins(kDocument, "ROCM_BINDGEN_DRIVER=").text);
  const auto report = test::read(reader.folder() / "report.json");
  INFO(report);
  CHECK(matches(block_that_begins(kDocument, "{\n \"target\"").text, report, Numbers::ignored));
}

TEST_CASE("docs: emulator.md's faults are what the kernels in faults.cu cause") {
  const test::Folder folder;
  for (const std::string file : {"faults.cu", "faults.cpp"}) copy_program(folder, file);
  build_kernels(folder, "faults.cu", "faults.hpp", "gfx1100", {"-gline-tables-only"});
  link_with_ours(folder, "faults.cpp", "./faults");
  const auto printed = run_emulated(
      folder, "./faults", "gfx1100",
      {{"ROCM_BINDGEN_EMULATOR_CHECKS", "bounds,race,uninit"}, {"ROCM_BINDGEN_EMULATOR_MAX_INSTRUCTIONS", "1000000"}});
  INFO(printed);
  CHECK(without_varying_parts(block_that_begins(kDocument, "kernel 'no_tail_check'").text + "\n") ==
        without_varying_parts(printed));
}

TEST_CASE("docs: emulator.md's kernel without a barrier is right only by chance") {
  const test::Folder folder;
  std::string kernel;
  for (const auto& text : blocks_of(kDocument, "cuda"))
    if (text.find(" previous(") != std::string::npos) kernel = text;
  REQUIRE_FALSE(kernel.empty());
  folder.write("previous.cu", kernel);
  copy_program(folder, "previous.cpp");
  build_kernels(folder, "previous.cu", "previous.hpp", "gfx1100");
  link_with_ours(folder, "previous.cpp", "./previous");
  CHECK(run_emulated(folder, "./previous", "gfx1100") == "0\n");
  for (int seed = 1; seed <= 20; ++seed) {
    const auto wrong = std::stoi(
        run_emulated(folder, "./previous", "gfx1100", {{"ROCM_BINDGEN_EMULATOR_SEED", std::to_string(seed)}}));
    CAPTURE(seed);
    // The document says that one to five of the results are wrong.
    CHECK(wrong >= 1);
    CHECK(wrong <= 5);
  }
  CHECK_THAT(run_emulated(folder, "./previous", "gfx1100", {{"ROCM_BINDGEN_EMULATOR_CHECKS", "race"}}),
             Catch::Contains("kernel 'previous'") && Catch::Contains("LDS race"));
}
