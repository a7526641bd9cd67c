#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "docs/document.hpp"
#include "docs/reader.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A copy of docs/examples/emulated-ci, used as a reader would use it.
class Example {
 public:
  Example() {
    fs::copy(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "docs/examples/emulated-ci", source(), fs::copy_options::recursive);
    // The document's path of the tool's build folder is replaced, because this build may be elsewhere.
    auto configure = documented("cmake -G ");
    configure.push_back(std::string("-DROCM_BINDGEN_BUILD=") + ROCM_BINDGEN_BUILD_DIR);
    succeed(configure);
  }

  void build() { succeed(documented("cmake --build ")); }
  Finished test() { return execute(documented("ctest ")); }

  /// Builds and tests without the text `removed`, which occurs once in the kernel's source; restores the source
  /// afterwards.
  Finished test_without(const std::string& removed, const std::string& kernel) {
    const auto path = source() / "kernels" / kernel;
    const auto original = read(path);
    const auto start = original.find(removed);
    REQUIRE(start != std::string::npos);
    write(kernel, std::string(original).erase(start, removed.size()));
    build();
    auto tested = test();
    write(kernel, original);
    return tested;
  }

 private:
  /// The command of docs/emulator.md with this beginning, with its folders replaced by those of the test.
  std::vector<std::string> documented(const std::string& begin) const {
    const auto document = read(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "docs/emulator.md");
    const auto start = document.find("\n    " + begin);
    REQUIRE(start != std::string::npos);
    std::istringstream line(document.substr(start + 1, document.find('\n', start + 1) - start - 1));
    const std::map<std::string, std::string> ours{
        {"docs/examples/emulated-ci", source().string()},
        {"build-example", binary().string()},
        {"-DROCM_BINDGEN=$PWD", std::string("-DROCM_BINDGEN=") + ROCM_BINDGEN_SOURCE_DIR}};
    std::vector<std::string> words;
    for (std::string word; line >> word;) {
      const auto found = ours.find(word);
      words.push_back(found == ours.end() ? word : found->second);
    }
    // The command must not use the tool's own build folder for another project.
    CHECK(std::find(words.begin(), words.end(), "build") == words.end());
    return words;
  }

  fs::path source() const { return folder_ / "a consumer"; }  // with a space
  fs::path binary() const { return folder_ / "a build"; }

  void write(const std::string& kernel, const std::string& text) {
    folder_.write(fs::path("a consumer/kernels") / kernel, text);
  }

  Finished execute(const std::vector<std::string>& command) {
    // The emulator is found next to the runtime, and is configured by the project's CMakeLists.txt.
    return run(command, {{},
                         {{"XDG_CACHE_HOME", ROCM_BINDGEN_TEST_CACHE},
                          {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""},
                          {"ROCM_BINDGEN_EMULATOR_SEED", ""}}});
  }
  void succeed(const std::vector<std::string>& command) {
    const auto finished = execute(command);
    INFO(finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
  }

  Folder folder_;
};

std::string without_addresses(const std::string& text) {
  return std::regex_replace(text, std::regex("0x[0-9a-f]+"), "0x");
}

/// Checks that docs/emulator.md shows this output of ctest, apart from times and the compiler's offsets, registers and
/// instructions. `block` is the index of the output among the three in the document.
void check_documented(const std::string& output, std::size_t block) {
  std::vector<std::string> shown;
  for (const auto& text : docs_test::blocks_of("docs/emulator.md", "indented"))
    if (text.find("    Start 1:") == 0) shown.push_back(text);
  REQUIRE(shown.size() == 3);
  const auto plain = [](const std::string& text) {
    return std::regex_replace(without_addresses(text), std::regex("( at offset 0x of its code: \\w+)[^\n]*"), "$1");
  };
  INFO("shown:\n" << shown[block] << "\nprinted:\n" << output);
  CHECK(docs_test::matches("...\n" + plain(shown[block]) + "...\n", plain(output), docs_test::Numbers::ignored));
}

void check_both_failed(const Finished& tested, const std::vector<std::string>& messages, std::size_t block) {
  CAPTURE(tested.out);
  CHECK(tested.exit_code != 0);
  CHECK(tested.out.find("0% tests passed, 2 tests failed out of 2") != std::string::npos);
  for (const auto& message : messages) {
    CAPTURE(message);
    CHECK(tested.out.find(message) != std::string::npos);
  }
  check_documented(tested.out, block);
}

}  // namespace

TEST_CASE("cmake emulated-ci: the example passes, and without its tail check or its barrier it fails as documented") {
  Example example;
  example.build();
  const auto tested = example.test();
  INFO(tested.out << tested.err);
  CHECK(tested.exit_code == 0);
  check_documented(tested.out, 0);

  // The first element after the 1000 is accessed by work-item 232 of the fourth workgroup (3 * 256 + 232 = 1000). It is
  // lane 8 of wave 7 in waves of 32, and lane 40 of wave 3 in waves of 64.
  check_both_failed(
      example.test_without("if (i < n) ", "saxpy.cu"),
      {"emulated gfx1100, gfx1100): kernel 'saxpy', workgroup 3,0,0, wave 7, lane 8 (work-item 232,0,0): read of 4",
       "): kernel 'saxpy', workgroup 3,0,0, wave 3, lane 40 (work-item 232,0,0): read of 4 bytes at 0x",
       "is out of bounds: right at the end of a device allocation of 4000 bytes", "saxpy.cu:5:"},
      1);

  // Wave 0 runs first and adds elements that no wave has written yet: its lane 0 reads partial[128], which is at byte
  // 128 * 4 = 0x200 of the LDS.
  check_both_failed(
      example.test_without("__syncthreads();", "row_sums.cu"),
      {"kernel 'row_sums', workgroup 0,0,0, wave 0, lane 0 (work-item 0,0,0): uninitialised LDS read of 4 "
       "bytes at 0x200",
       "row_sums.cu:12:"},
      2);

  example.build();
  CHECK(example.test().exit_code == 0);
}
