#include <cstdlib>

#include "runtime/emulator/execute/scalar_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

constexpr int64_t kTwoTo32 = int64_t{1} << 32;

int64_t s(uint32_t word) {
  return extended(word, 32);
}
uint32_t low(int64_t value) {
  return static_cast<uint32_t>(static_cast<uint64_t>(value));
}
/// SCC is set if the exact result does not fit into 32 bits.
Result of_unsigned(int64_t whole) {
  return {low(whole), whole < 0 || whole >= kTwoTo32};
}
Result of_signed(int64_t whole) {
  return {low(whole), whole != s(low(whole))};
}
Result nonzero(uint32_t value) {
  return {value, value != 0};
}

TEST_CASE("scalar integers: sums and differences set SCC, and products keep it", "[scalar]") {
  check_words("s_add_u32", [](uint32_t a, uint32_t b, bool) { return of_unsigned(int64_t{a} + b); });
  check_words("s_sub_u32", [](uint32_t a, uint32_t b, bool) { return of_unsigned(int64_t{a} - b); });
  check_words("s_addc_u32", [](uint32_t a, uint32_t b, bool scc) { return of_unsigned(int64_t{a} + b + scc); });
  check_words("s_subb_u32", [](uint32_t a, uint32_t b, bool scc) { return of_unsigned(int64_t{a} - b - scc); });
  check_words("s_add_i32", [](uint32_t a, uint32_t b, bool) { return of_signed(s(a) + s(b)); });
  check_words("s_sub_i32", [](uint32_t a, uint32_t b, bool) { return of_signed(s(a) - s(b)); });
  check_words("s_mul_i32", [](uint32_t a, uint32_t b, bool scc) { return Result{low(s(a) * s(b)), scc}; });
  check_words("s_mul_hi_u32", [](uint32_t a, uint32_t b, bool scc) {
    return Result{static_cast<uint32_t>(uint64_t{a} * b / 4294967296u), scc};
  });
  check_words("s_mul_hi_i32", [](uint32_t a, uint32_t b, bool scc) {
    const auto product = s(a) * s(b), remainder = (product % kTwoTo32 + kTwoTo32) % kTwoTo32;
    return Result{low((product - remainder) / kTwoTo32), scc};
  });
  for (const int64_t factor : {2, 4, 8, 16}) {
    const auto name = "s_lshl" + std::to_string(factor == 2 ? 1 : factor == 4 ? 2 : factor == 8 ? 3 : 4) + "_add_u32";
    check_words(name, [factor](uint32_t a, uint32_t b, bool) { return of_unsigned(a * factor + b); });
  }
}

TEST_CASE("scalar integers: minima, maxima and absolute values set SCC", "[scalar]") {
  // A minimum or maximum sets SCC if it is the first operand and the operands differ. An absolute value sets SCC if it
  // is not 0.
  check_words("s_min_i32", [](uint32_t a, uint32_t b, bool) { return Result{s(a) < s(b) ? a : b, s(a) < s(b)}; });
  check_words("s_max_i32", [](uint32_t a, uint32_t b, bool) { return Result{s(a) > s(b) ? a : b, s(a) > s(b)}; });
  check_words("s_min_u32", [](uint32_t a, uint32_t b, bool) { return Result{a < b ? a : b, a < b}; });
  check_words("s_max_u32", [](uint32_t a, uint32_t b, bool) { return Result{a > b ? a : b, a > b}; });
  check_words("s_absdiff_i32", [](uint32_t a, uint32_t b, bool) { return nonzero(low(std::llabs(s(a - b)))); });
  check_one("s_abs_i32 s4, s0", [](uint32_t a, bool) { return nonzero(low(std::llabs(s(a)))); });
}

TEST_CASE("scalar integers: 16-bit immediates are signed", "[scalar]") {
  const auto sum = [](uint32_t a, int64_t immediate) { return of_signed(s(a) + immediate); };
  check_one("s_mov_b32 s4, s0\ns_addk_i32 s4, 0x7fff", [&](uint32_t a, bool) { return sum(a, 32767); });
  check_one("s_mov_b32 s4, s0\ns_addk_i32 s4, 0x8000", [&](uint32_t a, bool) { return sum(a, -32768); });
  check_one("s_mov_b32 s4, s0\ns_mulk_i32 s4, 0xfffd",
            [](uint32_t a, bool scc) { return Result{low(s(a) * -3), scc}; });
}

TEST_CASE("scalar integers: 64-bit operations of gfx12 are correct", "[scalar]") {
  for (const auto& a : kWideWords)
    for (const auto& b : kWideWords) {
      Snippet snippet("gfx1201",
                      "s_add_nc_u64 s[4:5], s[0:1], s[2:3]\ns_sub_nc_u64 s[6:7], s[0:1], s[2:3]\n"
                      "s_mul_u64 s[8:9], s[0:1], s[2:3]");
      snippet.set_scalar64(0, a).set_scalar64(2, b).run();
      INFO(std::hex << a << " " << b);
      REQUIRE(snippet.scalar64(4) == a + b);
      REQUIRE(snippet.scalar64(6) == a - b);
      uint64_t product = 0;
      for (unsigned n = 0; n < 64; ++n) product += bit(b, n) ? a << n : 0;
      REQUIRE(snippet.scalar64(8) == product);
      REQUIRE_FALSE(snippet.wave().scc);
    }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
