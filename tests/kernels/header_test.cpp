#include <cstdlib>
#include <vector>

#include <nlohmann/json.hpp>
#include <zstd.h>

#include "kernels/bundled.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kStrict{"-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"};

Finished compile(const std::string& compiler, const Folder& folder, const std::string& file,
                 std::vector<std::string> more) {
  std::vector<std::string> argv{compiler};
  argv.insert(argv.end(), kStrict.begin(), kStrict.end());
  argv.insert(argv.end(), more.begin(), more.end());
  argv.push_back(file);
  return run(argv, {folder.path(), {}});
}

std::string decompress(const std::string& frame) {
  std::string bytes(ZSTD_getFrameContentSize(frame.data(), frame.size()), '\0');
  const auto size = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  REQUIRE_FALSE(ZSTD_isError(size));
  return bytes;
}

/// Returns how many bytes the .hsaco files of a build have together.
std::uintmax_t size_of_code_objects(const fs::path& artifacts) {
  std::uintmax_t size = 0;
  for (const auto& entry : fs::directory_iterator(artifacts / "hsaco")) size += entry.file_size();
  REQUIRE(size > 0);
  return size;
}

/// Writes every embedded blob to "<module>.<target>" in the working folder.
const char* const kDump = R"(#include "kernels.hpp"
#include <cstdio>
#include <string>
int main() {
  for (const auto* module : kernels::ALL_MODULES)
    for (std::size_t i = 0; i < module->code_object_count; ++i) {
      const auto& object = module->code_objects[i];
      std::FILE* file = std::fopen((std::string(module->name) + "." + object.target).c_str(), "wb");
      std::fwrite(object.data, 1, object.stored_size, file);
      std::fclose(file);
    }
}
)";

}  // namespace

TEST_CASE("kernels: the header alone compiles without a warning with and without compression") {
  Folder folder;
  folder.write("one_line.cpp", "#include \"kernels.hpp\"\n");
  const bool is_compressed = GENERATE(true, false);
  const auto header = folder / "kernels.hpp";
  if (is_compressed) {
    fs::copy_file(bundled_folder() / "kernels.hpp", header);
  } else {
    // Only one small module is built, because compilers take a minute for the literals of all of them.
    const auto built = rocm_bindgen({"build", std::string(ROCM_BINDGEN_SOURCE_DIR) + "/kernels/candle/fill.cu", "-o",
                                     header.string(), "--compress", "none", "-q"});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
  }
  // Each byte of an uncompressed code object takes at least one character of a literal. The sizes of compressed ones
  // are only known to the header, so the bound for it is a number that a header without code objects does not reach.
  CHECK(fs::file_size(header) > (is_compressed ? 3'000'000 : size_of_code_objects(folder / "kernels.artifacts")));
  for (const std::string compiler : {"g++", "clang++-19"}) {
    const auto compiled = compile(compiler, folder, "one_line.cpp", {"-c", "-o", "/dev/null"});
    INFO(compiler << "\n" << compiled.err);
    CHECK(compiled.exit_code == 0);
    CHECK(compiled.err.empty());
  }
}

TEST_CASE("kernels: the embedded code objects equal the .hsaco files byte for byte") {
  Folder folder;
  fs::copy_file(bundled_folder() / "kernels.hpp", folder / "kernels.hpp");
  folder.write("dump.cpp", kDump);
  const auto compiled = compile("g++", folder, "dump.cpp", {"-o", "dump"});
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  REQUIRE(run({"./dump"}, {folder.path(), {}}).exit_code == 0);
  int compared = 0;
  for (const auto& entry : fs::directory_iterator(bundled_folder() / "kernels.artifacts/hsaco")) {
    INFO(entry.path());
    CHECK(decompress(read(folder / entry.path().stem())) == read(entry.path()));
    ++compared;
  }
  CHECK(compared == 3 * 25);  // 25 modules for three targets
}

TEST_CASE("kernels: a launch compiles with right arguments and does not with a wrong one") {
  Folder folder;
  fs::copy_file(bundled_folder() / "kernels.hpp", folder / "kernels.hpp");
  const auto program = [](const std::string& input) {
    return "#include \"kernels.hpp\"\n"
           "void run(rocm_bindgen::Stream& stream, const float* in, float* out, const double* wide) {\n"
           "  (void)wide; (void)in;\n"
           "  kernels::unary::uexp_f32(stream, {{1}, {64}, 0}, 1, 0, nullptr, " +
           input +
           ", out);\n"
           "}\n";
  };
  folder.write("right.cpp", program("in"));
  folder.write("wrong.cpp", program("wide"));
  for (const std::string compiler : {"g++", "clang++-19"}) {
    INFO(compiler);
    const auto right = compile(compiler, folder, "right.cpp", {"-c", "-o", "/dev/null"});
    INFO(right.err);
    CHECK(right.exit_code == 0);
    const auto wrong = compile(compiler, folder, "wrong.cpp", {"-c", "-o", "/dev/null"});
    CHECK(wrong.exit_code != 0);
    CHECK(wrong.err.find("double") != std::string::npos);
  }
}

TEST_CASE("kernels: hipify prints nothing about the bundled sources") {
  Folder folder;
  const auto translated = rocm_bindgen({"hipify", ROCM_BINDGEN_SOURCE_DIR "/kernels", "-o", (folder / "hip").string()});
  INFO(translated.out);
  CHECK(translated.exit_code == 0);
  CHECK(translated.err.empty());
  CHECK(fs::exists(folder / "hip/candle/unary.cu"));
}

namespace {

/// Returns nvcc's name or path; empty if the machine has no nvcc.
std::string find_nvcc() {
  const std::string installed = "/usr/local/cuda/bin/nvcc";
  if (has_program("nvcc")) return "nvcc";
  return fs::exists(installed) ? installed : "";
}

/// Compiles each bundled source with nvcc and these options, for sm_90: only this target has all parts of the kernels,
/// those for matrix units and those in idle_blocks_sm90.cuh.
void check_with_nvcc(const std::vector<std::string>& options) {
  const auto nvcc = find_nvcc();
  if (nvcc.empty()) {
    WARN("skipped: there is no nvcc on this machine");
    return;
  }
  Folder folder;
  int modules = 0;
  for (const auto& entry : fs::recursive_directory_iterator(ROCM_BINDGEN_SOURCE_DIR "/kernels")) {
    if (entry.path().extension() != ".cu") continue;
    std::vector<std::string> command{nvcc, "-std=c++17", "-arch=sm_90"};
    command.insert(command.end(), options.begin(), options.end());
    const auto output = folder / entry.path().stem().concat(".out");
    for (const auto& word : {std::string("-o"), output.string(), entry.path().string()}) command.push_back(word);
    const auto compiled = run(command);
    INFO(entry.path() << "\n" << compiled.out << compiled.err);
    CHECK(compiled.exit_code == 0);
    ++modules;
  }
  CHECK(modules == 25);
}

}  // namespace

// Compiling to PTX without optimisation finds everything that the front end and the code generator refuse. It takes a
// fifth of the time of a compilation to machine code.
TEST_CASE("kernels: nvcc compiles the same sources to PTX", "[long]") {
  check_with_nvcc({"-ptx", "-Xcicc", "-O0"});
}

TEST_CASE("kernels: nvcc compiles the same sources to machine code", "[long]") {
  check_with_nvcc({"-cubin"});
}
