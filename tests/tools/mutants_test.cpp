// tests/programs/mutants.sh, which makes errors in headers and rules, on a program that notices some of them.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

const char* const kWarp = "rocm_bindgen_compat/warp/warp.hpp";

/// A program that exits with 1 if `check`, an expression of device code, is false. `before` are statements, which can
/// also write to right[1].
std::string program(const std::string& before, const std::string& check) {
  return "#include <cstdio>\n"
         "__global__ void test(int* right, int seven) {\n" +
         before + "  if (threadIdx.x == 0) *right = " + check +
         ";\n"
         "}\n"
         "int main() {\n"
         "  int* right;\n"
         "  if (cudaMallocManaged(&right, 2 * sizeof(int)) != cudaSuccess) return 1;\n"
         "  test<<<1, 32>>>(right, 7);\n"
         "  if (cudaDeviceSynchronize() != cudaSuccess) return 1;\n"
         "  std::puts(*right ? \"PASS\" : \"FAIL\");\n"
         "  return *right ? 0 : 1;\n"
         "}\n";
}

Finished mutants(const Folder& folder, const std::vector<std::string>& options) {
  std::vector<std::string> argv{std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/programs/mutants.sh",
                                "--tool",
                                tool(),
                                "--programs",
                                (folder.path() / "programs").string(),
                                "--rules",
                                (folder.path() / "rules").string()};
  argv.insert(argv.end(), options.begin(), options.end());
  RunOptions run_options;
  run_options.environment = tool_environment();
  return run(argv, run_options);
}

/// A mutant of warp.hpp, in the format of --again: after `after`, the text `old` becomes `now`.
nlohmann::json mutant(const std::string& after, const std::string& old, const std::string& now) {
  const std::string text = read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/lib/cuda_compat/" + kWarp);
  const size_t context = text.find(after);
  REQUIRE(context != std::string::npos);
  const size_t offset = text.find(old, context + after.size());
  REQUIRE(offset != std::string::npos);
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n') + 1;
  return {{"kind", "constant"},   {"file", kWarp}, {"line", line}, {"offset", offset},
          {"length", old.size()}, {"old", old},    {"new", now}};
}

bool has_row(const std::string& table, const std::string& start, const std::string& result, const std::string& reason) {
  const size_t at = table.find("| " + start);
  if (at == std::string::npos) return false;
  const std::string row = table.substr(at, table.find('\n', at) - at);
  return row.find(" | " + result + " | ") != std::string::npos && row.find(reason) != std::string::npos;
}

}  // namespace

TEST_CASE("mutants: a header's mutant is caught, survives, is invalid or is unused", "[long]") {
  const Folder folder;
  folder.write("programs/a/shuffle.cu", program("  const int below = __shfl_up_sync(0xffffffff, int(threadIdx.x), 1);\n"
                                                "  const int last = __shfl_sync(0xffffffff, below, 31);\n"
                                                "  const int all = __ballot_sync(0xffffffff, below + 1);\n",
                                                "last == 30 && all != 0"));
  const std::string list =
      folder
          .write("mutants.json", nlohmann::json({mutant("source_of_up(", "self - distance", "self + distance"),
                                                 mutant("unsigned __ballot_sync(", "!= 0", "!= 1"),
                                                 mutant("source_of_up(", "self - distance", "self - "),
                                                 mutant("source_of_down(", "self + distance", "self - distance")})
                                     .dump())
          .string();
  const auto result = mutants(folder, {"--again", list, "--least", "1"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(has_row(result.out, "1 constant", "caught", "a/shuffle: FAIL"));
  CHECK(has_row(result.out, "2 constant", "survives", "a/shuffle"));
  CHECK(has_row(result.out, "3 constant", "invalid", "error:"));
  CHECK(result.out.find("1 of 2 caught, 1 survive; not counted: 1 invalid, 1 unused") != std::string::npos);
  CHECK(mutants(folder, {"--again", list, "--least", "2"}).exit_code == 1);
}

TEST_CASE("mutants: a rule gets the HIP name of another rule with the same kind and header", "[long]") {
  const Folder folder;
  folder.write("programs/a/bits.cu", program("  right[1] = __popc(seven);\n", "__ffs(seven + 1) == 4"));
  folder.write("rules/table.tsv",
               "# comment\n"
               "__ffs\t__ffs\tone.h\tfunction\t5.2\t\t\n"
               "__clz\t__clz\tone.h\tfunction\t5.2\t\t\n"
               "__popc\t__popc\ttwo.h\tfunction\t5.2\t\t\n"
               "__brev\t__brev\ttwo.h\tfunction\t5.2\t\t\n"
               "cudaDeviceSynchronize\thipDeviceSynchronize\tthree.h\tfunction\t5.2\t\t\n"
               "cudaMalloc\thipMalloc\tthree.h\tfunction\t5.2\t\t\n"
               "cudaSuccess\thipSuccess\tfour.h\tenumerator\t5.2\t\t\n");
  const auto result = mutants(folder, {"--kinds", "rule", "--least", "1"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("`__ffs -> __ffs` to `__ffs -> __clz` | caught | a/bits: FAIL") != std::string::npos);
  CHECK(result.out.find("`__popc -> __popc` to `__popc -> __brev` | survives | a/bits") != std::string::npos);
  CHECK(result.out.find("to `cudaDeviceSynchronize -> hipMalloc` | invalid | a/bits: ") != std::string::npos);
  CHECK(result.out.find("1 of 2 caught, 1 survive; not counted: 1 invalid, 0 unused") != std::string::npos);
}

TEST_CASE("mutants: the same seed draws the same mutants, and another seed others", "[long]") {
  const Folder folder;
  folder.write("programs/a/shuffle.cu", program("  right[1] = __shfl_sync(0xffffffff, seven, 0);\n", "true"));
  folder.write("rules/table.tsv", "");
  const auto drawn = [&](const std::string& seed) { return mutants(folder, {"--seed", seed, "--show"}).out; };
  const std::string first = drawn("1");
  INFO(first);
  CHECK(first.find("warp/warp.hpp") != std::string::npos);
  CHECK(drawn("1") == first);
  CHECK(drawn("2") != first);
}
