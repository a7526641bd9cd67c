// Device libraries of an LLVM newer than the built-in one.
#include <cstdint>
#include <filesystem>
#include <regex>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Writes a bit stream like LLVM's, in words of 32 bits.
class Bits {
 public:
  void fixed(std::uint32_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i) put((value >> i & 1u) != 0);
  }
  /// Writes a number in variable bit rate (VBR) encoding: groups of `width` bits, the highest of which means that
  /// another group follows.
  void variable(std::uint32_t value, unsigned width) {
    const std::uint32_t more = 1u << (width - 1);
    for (; value >= more; value >>= width - 1) fixed((value & (more - 1)) | more, width);
    fixed(value, width);
  }
  void record(std::uint32_t code, const std::vector<std::uint32_t>& operands) {
    fixed(3, kAbbreviation);  // UNABBREV_RECORD
    variable(code, 6);
    variable(static_cast<std::uint32_t>(operands.size()), 6);
    for (const auto operand : operands) variable(operand, 6);
  }
  /// These bits as the contents of a block.
  std::string as_block(std::uint32_t id) {
    fixed(0, kAbbreviation);  // END_BLOCK
    align();
    Bits head;
    head.fixed(1, 2);  // ENTER_SUBBLOCK, in the two bits of the outermost level
    head.variable(id, 8);
    head.variable(kAbbreviation, 4);
    head.align();
    head.fixed(static_cast<std::uint32_t>(bytes_.size() / 4), 32);
    return head.bytes_ + bytes_;
  }

 private:
  static constexpr unsigned kAbbreviation = 3;  ///< bits of an abbreviation ID in a block
  std::string bytes_;
  unsigned used_ = 0;  ///< number of bits used in the last byte

  void put(bool bit) {
    if (used_ == 0) bytes_.push_back(0);
    if (bit) bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) | 1u << used_);
    used_ = (used_ + 1) % 8;
  }
  void align() {
    while (used_ != 0 || bytes_.size() % 4 != 0) put(false);
  }
};

const std::string kMagic = "BC\xc0\xde";

/// The block before a module: its producer, and the epoch that limits how far apart writer and reader may be.
std::string identification(const std::string& producer, std::uint32_t epoch) {
  Bits bits;
  bits.record(1, {producer.begin(), producer.end()});  // STRING
  bits.record(2, {epoch});                             // EPOCH
  return bits.as_block(13);                            // IDENTIFICATION_BLOCK
}

/// A module in an encoding that no LLVM has yet.
std::string module_of_tomorrow() {
  Bits bits;
  bits.record(1, {99});     // VERSION
  return bits.as_block(8);  // MODULE_BLOCK
}

fs::path installed_libraries() {
  const auto installed = rocm_bindgen({"doctor"}).out;
  const auto start = installed.find('/', installed.find("device libraries"));
  return installed.substr(start, installed.find('\n', start) - start);
}

/// Writes the installed libraries to libraries/, with another ocml.bc.
void write_libraries(const Project& project, const std::string& ocml) {
  fs::create_directories(project / "libraries");
  for (const auto& entry : fs::directory_iterator(installed_libraries()))
    if (entry.path().filename() != "ocml.bc")
      fs::create_symlink(entry.path(), project / "libraries" / entry.path().filename());
  project.folder().write("libraries/ocml.bc", ocml);
}

/// Writes a clang++ that seems to read what the built-in LLVM cannot read: it compiles with the installed ocml.bc in
/// place of the given one.
void write_compiler(const Project& project, const std::string& file_name) {
  const auto ocml = (installed_libraries() / "ocml.bc").string();
  project.folder().write(file_name, "#!/bin/bash\nreadable=" + (project / "readable").string() +
                                        ".$$\nwords=()\nfor word; do\n"
                                        "  if [[ $word == --rocm-device-lib-path=* ]]; then\n"
                                        "    mkdir $readable\n"
                                        "    ln -s \"${word#*=}\"/* $readable\n"
                                        "    ln -sf " +
                                        ocml +
                                        " $readable/ocml.bc\n"
                                        "    word=--rocm-device-lib-path=$readable\n"
                                        "  fi\n"
                                        "  words+=(\"$word\")\n"
                                        "done\n"
                                        "exec clang++-19 \"${words[@]}\"\n");
  fs::permissions(project / file_name, fs::perms::owner_all);
}

const std::vector<std::string> kLibraries{"--rocm-device-lib-path", "libraries", "--cache-dir", "cache"};

}  // namespace

TEST_CASE("newer device libraries: are refused, and the message names them, their producer, the reader and a remedy") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  write_libraries(project, kMagic + identification("LLVM99.1.2", 0) + module_of_tomorrow());
  const auto libraries = (project / "libraries/ocml.bc").string();
  check_refused(
      project, 3,
      {"error: the device library '" + libraries + "' was written by LLVM99.1.2, and the built-in LLVM (19.1.",
       ") cannot read it: Invalid value\n", "--compiler", "--rocm-device-lib-path"},
      kLibraries);
}

TEST_CASE("newer device libraries: the message is as docs/hip-versions.md shows it") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  write_libraries(project, kMagic + identification("LLVM21.1.8", 0) + module_of_tomorrow());
  const auto refused = project.build(kLibraries);
  // The path of the library, and LLVM's message for a file that does not come from a real LLVM 21, are replaced.
  const auto plain = [](const std::string& text) {
    return std::regex_replace(std::regex_replace(text, std::regex("'[^']*/ocml.bc'"), "'ocml.bc'"),
                              std::regex("cannot read it: [^\n]*"), "cannot read it");
  };
  CHECK(plain(refused.err) == plain(docs_test::block_that_begins("docs/hip-versions.md", "rocm-bindgen: error").text));
}

TEST_CASE("newer device libraries: a library of another bitcode epoch is refused whatever its producer") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  write_libraries(project, kMagic + identification("LLVM19.0.0", 1) + module_of_tomorrow());
  check_refused(project, 3,
                {"libraries/ocml.bc' was written by another LLVM, and the built-in LLVM (19.1.", "Incompatible epoch"},
                kLibraries);
}

TEST_CASE("newer device libraries: readable ones are used") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  const auto ocml = read(installed_libraries() / "ocml.bc");
  // After the magic number, the identification block begins with two words. The second is the number of words that
  // follow in the block.
  REQUIRE(ocml.substr(0, 4) == kMagic);
  const std::size_t module = 12 + std::size_t{4} * static_cast<unsigned char>(ocml[8]);
  const auto newer = identification("LLVM99.1.2", 0);
  // The module stores offsets relative to the identification block, so the new block must have the same size.
  REQUIRE(kMagic.size() + newer.size() == module);
  write_libraries(project, kMagic + newer + ocml.substr(module));
  const auto built = project.build(kLibraries);
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, !Catch::Contains("device library"));
}

TEST_CASE("newer device libraries: an external compiler reads them, which is ROCm's own by default", "[slow]") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  write_libraries(project, kMagic + identification("LLVM99.1.2", 0) + module_of_tomorrow());
  auto words = kLibraries;
  SECTION("the compiler of --compiler") {
    write_compiler(project, "clang++");
    words.insert(words.end(), {"--compiler", "clang++"});
    const auto built = project.build(words);
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK_THAT(built.err, !Catch::Contains("device library"));
  }
  SECTION("the compiler below --rocm-path") {
    write_compiler(project, "rocm/llvm/bin/clang++");
    fs::create_directories(project / "rocm/include");
    fs::copy("/usr/include/hip", project / "rocm/include/hip", fs::copy_options::recursive);
    // clang's driver recognizes a HIP by this file.
    project.folder().write("rocm/share/hip/version", read("/usr/share/hip/version"));
    words.insert(words.end(), {"--rocm-path", "rocm"});
    const auto built = project.build(words);
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK_THAT(built.err, Catch::Contains("note: the device library '"));
    CHECK_THAT(built.err, Catch::Contains("'" + (project / "rocm/llvm/bin/clang++").string() + "' instead"));
    // Another compiler in the same place causes a new compile.
    CHECK(project.build(words).exit_code == 0);
    CHECK(project.compiled().empty());
    project.folder().write("rocm/llvm/bin/clang++", read(project / "rocm/llvm/bin/clang++") + "# newer\n");
    CHECK(project.build(words).exit_code == 0);
    CHECK(project.compiled().size() == 1);
  }
}
