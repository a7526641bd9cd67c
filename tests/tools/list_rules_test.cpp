#include <algorithm>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

TEST_CASE("hipify --list-rules: needs no source and prints one row per rule") {
  const auto finished = rocm_bindgen({"hipify", "--list-rules"}, {});
  CHECK(finished.exit_code == 0);
  CHECK(finished.err.empty());
  CHECK_THAT(finished.out, Catch::StartsWith("family\tcuda\thip\theader\tkind\tsince\troc\treason\n"));
  CHECK_THAT(finished.out, Catch::Contains("\nruntime\tcudaFree\thipFree\thip/hip_runtime.h\tfunction\t5.2\t\t\n"));
  // Each row has eight columns.
  const auto tabs = std::count(finished.out.begin(), finished.out.end(), '\t');
  CHECK(tabs == 7 * std::count(finished.out.begin(), finished.out.end(), '\n'));
}

TEST_CASE("hipify --list-rules: --rules-format markdown prints a Markdown page") {
  const auto finished = rocm_bindgen({"hipify", "--list-rules", "--rules-format", "markdown"}, {});
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.out, Catch::StartsWith("# ") && Catch::Contains("\n| `cudaFree` | `hipFree` | 5.2 |\n"));
}

TEST_CASE("hipify --list-rules: an unknown format is a usage error") {
  const auto finished = rocm_bindgen({"hipify", "--list-rules", "--rules-format", "latex"}, {});
  CHECK(finished.exit_code == 2);
  CHECK(finished.out.empty());
  CHECK_THAT(finished.err, Catch::Contains("--rules-format"));
}
