#include "hipify/rewrite/wave_size_lint.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

/// The positions of the assumptions, as "line:column".
std::vector<std::string> places(const std::string& text) {
  const TokenList tokens(text);
  std::vector<std::string> all;
  for (const auto& finding : find_wave_size_assumptions(tokens)) {
    CHECK(finding.reason == Reason::wave_size);
    all.push_back(std::to_string(finding.line) + ":" + std::to_string(finding.column));
  }
  return all;
}

}  // namespace

TEST_CASE("wave size: a thread number divided by 32 is found") {
  // The position is that of the operator.
  for (const std::string text : {"x = tid % 32;", "x = tid & 31;", "x = tid / 32;", "x = tid & 0x1f;", "x = tid >> 5;"})
    CHECK(places(text) == std::vector<std::string>{"1:9"});
  CHECK(places("\nx = threadIdx.x % 32u;") == std::vector<std::string>{"2:17"});
  CHECK(places("b.thread_rank() % 32;") == std::vector<std::string>{"1:17"});
}

TEST_CASE("wave size: other divisors and other values are ignored") {
  for (const std::string text :
       {"tid % 64", "bits & 31", "i / 32", "tid * 32", "tid >> 6", "a.x % 32", "n % 32", "% 32"})
    CHECK(places(text).empty());
}

TEST_CASE("wave size: a constant of 32 named after the warp size is found") {
  CHECK(places("#define WARP_SIZE 32\n") == std::vector<std::string>{"1:9"});  // the position of the name
  CHECK(places("constexpr int kWarpSize = 32;").size() == 1);
  CHECK(places("const int warp_size{32};").size() == 1);
  CHECK(places("#define WARP_SIZE 64\n").empty());
  CHECK(places("if (WARP_SIZE == 32) f();").empty());
}

TEST_CASE("wave size: 32-bit masks and warpSize in constant expressions are found") {
  CHECK(places("unsigned m = __ballot_sync(~0u, p);").size() == 1);
  CHECK(places("uint32_t m = __activemask();").size() == 1);
  CHECK(places("auto m = __ballot_sync(~0u, p);").empty());
  CHECK(places("unsigned long long m = __ballot(p);").empty());
  CHECK(places("__shared__ float sums[1024 / warpSize];").size() == 1);
  CHECK(places("constexpr int n = warpSize;").size() == 1);
  CHECK(places("x = sums[tid / warpSize]; return a[warpSize];").empty());
}
