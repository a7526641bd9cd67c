// Tests that a program with the runtime starts on any machine: its dependencies, and its messages without a driver.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace {

constexpr std::uintmax_t kMostBytes = 500'000;  // the budget for the stripped library

/// Prefixes of the API's symbols: C functions, C++ functions of our namespace, and the class Error.
constexpr const char* kPrefixes[] = {"_ZNKR12rocm_bindgen",        "rocm_bindgen_",
                                     "_ZN12rocm_bindgen",          "_ZNK12rocm_bindgen",
                                     "_ZTIN12rocm_bindgen5ErrorE", "_ZTSN12rocm_bindgen5ErrorE",
                                     "_ZTVN12rocm_bindgen5ErrorE"};

/// Sanitizers add libraries, symbols and code.
bool is_sanitized() {
  if (std::string(ROCM_BINDGEN_TEST_SANITIZERS).empty()) return false;
  WARN("not checked: this build is sanitized");
  return true;
}

bool lacks(const char* program) {
  if (test::has_program(program)) return false;
  WARN("not checked: " << program << " is not installed");
  return true;
}

std::vector<std::string> lines_of(const std::vector<std::string>& argv) {
  const auto finished = test::run(argv);
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  std::istringstream text(finished.out);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The DT_NEEDED entries of an ELF file, without their version: "libc.so".
std::set<std::string> needed_by(const std::string& file) {
  std::set<std::string> names;
  for (const auto& line : lines_of({"objdump", "-p", file})) {
    std::istringstream words(line);
    std::string tag, name;
    if (words >> tag >> name && tag == "NEEDED") names.insert(name.substr(0, name.find(".so") + 3));
  }
  return names;
}

test::RunOptions with_libraries(const std::string& hip, const std::string& cuda) {
  return {{},
          {{"ROCM_BINDGEN_DRIVER", ""},
           {"ROCM_PATH", ""},
           {"ROCM_BINDGEN_HIP_LIBRARY", hip},
           {"ROCM_BINDGEN_CUDA_LIBRARY", cuda}}};
}

}  // namespace

TEST_CASE("standalone: without a driver a program gets an error that lists what was searched") {
  const auto finished =
      test::run({ROCM_BINDGEN_STANDALONE_PROGRAM}, with_libraries("/nonexistent/hip.so", "/nonexistent/cuda.so"));
  CHECK(finished.exit_code == 1);
  CHECK(finished.out.empty());
  INFO(finished.err);
  for (const char* part : {"no GPU driver was found", "/nonexistent/hip.so: ", "/nonexistent/cuda.so: ",
                           "No such file or directory", "install ROCm", "install NVIDIA"}) {
    INFO(part);
    CHECK(finished.err.find(part) != std::string::npos);
  }
}

TEST_CASE("standalone: with a driver the program lists the devices") {
  const auto finished =
      test::run({ROCM_BINDGEN_STANDALONE_PROGRAM}, with_libraries(ROCM_BINDGEN_FAULT_HIP, "/nonexistent/cuda.so"));
  CHECK(finished.err.empty());
  CHECK(finished.out == "0: AMD Instinct MI210, gfx90a:sramecc+:xnack-, 104 compute units, 64.0 GiB\n");
  CHECK(finished.exit_code == 0);
}

TEST_CASE("standalone: an invalid driver library is an error and not a crash") {
  const auto finished =
      test::run({ROCM_BINDGEN_STANDALONE_PROGRAM}, with_libraries("libm.so.6", "/nonexistent/cuda.so"));
  CHECK(finished.exit_code == 1);
  CHECK(finished.err.find("'libm.so.6' lacks hipInit") != std::string::npos);
}

TEST_CASE("standalone: the runtime and its programs link no GPU library") {
  if (is_sanitized() || lacks("objdump")) return;
  const std::set<std::string> allowed{
      "libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux-x86-64.so", "ld-linux-aarch64.so"};
  const auto check = [&](const std::string& file, std::set<std::string> permitted) {
    for (const auto& name : needed_by(file)) {
      INFO(file << " needs " << name);
      CHECK(permitted.count(name) == 1);
    }
  };
  check(ROCM_BINDGEN_RUNTIME_LIBRARY, allowed);
  auto of_program = allowed;
  of_program.insert("librocm_bindgen_runtime.so");
  check(ROCM_BINDGEN_STANDALONE_PROGRAM, of_program);
  CHECK(needed_by(ROCM_BINDGEN_STANDALONE_PROGRAM).count("librocm_bindgen_runtime.so") == 1);
}

TEST_CASE("standalone: the library is small") {
  if (is_sanitized() || lacks("strip")) return;
  const test::Folder folder;
  const auto stripped = folder / "stripped.so";
  lines_of({"strip", "-o", stripped.string(), ROCM_BINDGEN_RUNTIME_LIBRARY});
  CHECK(std::filesystem::file_size(stripped) <= kMostBytes);
}

TEST_CASE("standalone: the library exports only its API") {
  if (is_sanitized() || lacks("nm")) return;
  const auto is_ours = [](const std::string& symbol) {
    return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                       [&](const char* prefix) { return symbol.rfind(prefix, 0) == 0; });
  };
  std::size_t count = 0;
  for (const auto& line : lines_of({"nm", "-D", "--defined-only", ROCM_BINDGEN_RUNTIME_LIBRARY})) {
    const auto symbol = line.substr(line.rfind(' ') + 1);
    INFO(symbol);
    CHECK(is_ours(symbol));
    ++count;
  }
  CHECK(count > 80);  // nm has listed the API
}
