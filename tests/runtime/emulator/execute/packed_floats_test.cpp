// V_PK_* on f16 and on pairs of f32, V_PK_MOV_B32 and V_PACK_B32_F16: correctly rounded results, NaNs, signs, subnormal
// numbers, constants, and the halves that are read.
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <string>

#include "runtime/emulator/execute/narrow_floats.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using expected::pair;
using expected::value_of_half;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1030", "gfx1100", "gfx1201"};

// Zeros, ones, the largest number, subnormal numbers, infinities, neighbours of ties, and quiet and signalling NaNs
// with payloads.
const std::vector<std::uint32_t> kHalves = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x0001, 0x8001, 0x03ff,
                                            0x0400, 0x7c00, 0xfc00, 0x3c01, 0x3bff, 0x1400, 0x1000, 0x0c00, 0x6800,
                                            0x7e12, 0xfe34, 0x7c01, 0xfd55, 0x4248, 0x5640, 0x2e66, 0xd123};

bool is_nan(std::uint32_t half) {
  return (half & 0x7fff) > 0x7c00;
}

/// The device's rule for NaN operands: the result is the first one, quieted.
std::uint32_t quieted(std::uint32_t half) {
  return half | 0x0200;
}

/// `compute` is called for operands that are not NaNs. It returns the result in double, from which infinities, NaNs and
/// the sign of a zero are taken, and the exact result.
template <class Compute>
std::uint32_t arithmetic(const std::vector<std::uint32_t>& sources, Compute compute) {
  for (const auto source : sources)
    if (is_nan(source)) return quieted(source);
  double approximation = 0;
  expected::Wide exact = 0;
  std::tie(approximation, exact) = compute();
  if (std::isnan(approximation)) return 0x7e00;
  if (std::isinf(approximation)) return approximation > 0 ? 0x7c00 : 0xfc00;
  return expected::rounded_bits(exact, 10, 5, std::signbit(approximation) ? 0x8000 : 0);
}

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  const double x = value_of_half(a), y = value_of_half(b);
  return arithmetic({a, b}, [&] { return std::pair(x + y, expected::Wide{x} + y); });
}
std::uint32_t product(std::uint32_t a, std::uint32_t b) {
  const double x = value_of_half(a), y = value_of_half(b);
  return arithmetic({a, b}, [&] { return std::pair(x * y, expected::Wide{x} * y); });
}
std::uint32_t fused(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const double x = value_of_half(a), y = value_of_half(b), z = value_of_half(c);
  // An invalid product has precedence over a NaN in the addend.
  if (!is_nan(a) && !is_nan(b) && std::isnan(x * y)) return 0x7e00;
  return arithmetic({a, b, c}, [&] { return std::pair(x * y + z, expected::Wide{x} * y + z); });
}

/// Calls `check` with all pairs of the edge values, in as many runs as they need.
template <class Check>
void with_pairs(unsigned lanes, Check check) {
  std::vector<std::uint32_t> a, b;
  for (const auto x : kHalves)
    for (const auto y : kHalves) {
      a.push_back(x);
      b.push_back(y);
    }
  for (std::size_t begin = 0; begin < a.size(); begin += lanes) {
    const auto part = [&](const std::vector<std::uint32_t>& all) {
      return std::vector(all.begin() + static_cast<std::ptrdiff_t>(begin),
                         all.begin() + static_cast<std::ptrdiff_t>(std::min(begin + lanes, all.size())));
    };
    check(part(a), part(b));
  }
}

/// Runs `text` on v1 and v2, whose high halves contain the sources in exchanged order, and v3. Compares v0.
void check_halves(const std::string& processor, const std::string& text, std::uint32_t c,
                  const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& expect,
                  std::uint32_t mode = 0x3f0) {
  CAPTURE(processor, text);
  Snippet snippet(processor, text);
  snippet.wave().mode = decode_mode(mode);
  with_pairs(snippet.wave().lanes, [&](const auto& a, const auto& b) {
    std::vector<std::uint32_t> first, second;
    for (std::size_t n = 0; n < a.size(); ++n) {
      first.push_back(pair(a[n], b[n]));
      second.push_back(pair(b[n], a[n]));
    }
    snippet.set(0, {pair(c, c)}).set(1, first).set(2, second).set(3, {pair(c, c)}).run();
    for (unsigned lane = 0; lane < a.size(); ++lane) {
      CAPTURE(first[lane], second[lane]);
      CHECK(snippet.get(0, lane) == pair(expect(a[lane], b[lane]), expect(b[lane], a[lane])));
    }
  });
}

TEST_CASE("packed f16 sums and products are correctly rounded", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  check_halves(processor, "v_pk_add_f16 v0, v1, v2", 0, sum);
  check_halves(processor, "v_pk_mul_f16 v0, v1, v2", 0, product);
}

TEST_CASE("packed f16 fused multiply-adds round once", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  const auto c = GENERATE(0x0000u, 0x8000u, 0x3c00u, 0x8001u, 0x7bffu, 0xfc00u, 0x7d01u);
  check_halves(processor, "v_pk_fma_f16 v0, v1, v2, v3", c, [&](auto a, auto b) { return fused(a, b, c); });
}

TEST_CASE("v_pk_fmac_f16 adds to its destination", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx1030", "gfx1100", "gfx1201");
  const auto c = GENERATE(0x3c00u, 0xc123u);
  check_halves(processor, "v_pk_fmac_f16 v0, v1, v2", c, [&](auto a, auto b) { return fused(a, b, c); });
}

/// Maps numbers to integers of the same order, with -0 before +0.
std::uint32_t order(std::uint32_t half) {
  return (half & 0x8000) != 0 ? 0xffff - half : half + 0x8000;
}

TEST_CASE("packed f16 minima and maxima prefer numbers, and -0 is less than +0", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx1030", "gfx1100");
  const auto chosen = [](std::uint32_t a, std::uint32_t b, bool larger) -> std::uint32_t {
    const auto signalling = [](std::uint32_t half) { return is_nan(half) && (half & 0x0200) == 0; };
    if (signalling(a)) return quieted(a);
    if (signalling(b)) return quieted(b);
    if (is_nan(b)) return a;
    if (is_nan(a)) return b;
    return (order(a) > order(b)) == larger ? a : b;
  };
  check_halves(processor, "v_pk_min_f16 v0, v1, v2", 0, [&](auto a, auto b) { return chosen(a, b, false); });
  check_halves(processor, "v_pk_max_f16 v0, v1, v2", 0, [&](auto a, auto b) { return chosen(a, b, true); });
}

TEST_CASE("packed f16 minima of gfx12 ignore or propagate NaNs", "[emulator][packed]") {
  const auto chosen = [](std::uint32_t a, std::uint32_t b) { return order(a) < order(b) ? a : b; };
  check_halves("gfx1201", "v_pk_min_num_f16 v0, v1, v2", 0, [&](auto a, auto b) -> std::uint32_t {
    if (is_nan(a) && is_nan(b)) return quieted(a);
    return is_nan(a) ? b : is_nan(b) ? a : chosen(a, b);
  });
  check_halves("gfx1201", "v_pk_minimum_f16 v0, v1, v2", 0, [&](auto a, auto b) -> std::uint32_t {
    const auto signalling = [](std::uint32_t half) { return is_nan(half) && (half & 0x0200) == 0; };
    if (signalling(a) || (is_nan(a) && !signalling(b))) return quieted(a);
    return is_nan(b) ? quieted(b) : chosen(a, b);
  });
  Snippet maximum("gfx1201", "v_pk_max_num_f16 v0, v1, v2\nv_pk_maximum_f16 v4, v1, v2");
  maximum.set(1, {pair(0x3c00, 0x7e01)}).set(2, {pair(0x4000, 0xbc00)}).run();
  CHECK(maximum.get(0) == pair(0x4000, 0xbc00));
  CHECK(maximum.get(4) == pair(0x4000, 0x7e01));
}

TEST_CASE("neg_lo and neg_hi negate packed f16", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_pk_add_f16 v0, v1, v2 neg_lo:[1,0] neg_hi:[0,1]\n"
                  "v_pk_mul_f16 v4, v1, v2 op_sel:[1,1] op_sel_hi:[0,0] neg_lo:[0,1] neg_hi:[1,1]");
  // The operands are 3, 5 and 7, 11.
  snippet.set(1, {pair(0x4200, 0x4500)}).set(2, {pair(0x4700, 0x4980)}).run();
  CHECK(snippet.get(0) == pair(expected::half(-3 + 7), expected::half(5 - 11)));
  CHECK(snippet.get(4) == pair(expected::half(5 * -11), expected::half(-3 * -7)));
}

TEST_CASE("clamp limits packed f16", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  // 1 + 1 and -1 + 0.25; 0.25 + 1 and NaN + 0.25, which is clamped to 0.
  Snippet snippet(processor, "v_pk_add_f16 v0, v1, v2 clamp");
  snippet.set(1, {pair(0x3c00, 0xbc00), pair(0x3400, 0x7e00)}).set(2, {pair(0x3c00, 0x3400)}).run();
  CAPTURE(processor);
  CHECK(snippet.get(0, 0) == pair(0x3c00, 0x0000));
  CHECK(snippet.get(0, 1) == pair(expected::half(1.0), 0x0000));
}

TEST_CASE("constants of packed f16 are in the low half", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  // v1 is 2 and 3, and s5 is 4 and 8.
  const auto result = [&](const std::string& text) {
    Snippet snippet(processor, text);
    return snippet.set_scalar(5, pair(0x4400, 0x4800)).set(1, {pair(0x4000, 0x4200)}).run().get(0);
  };
  CHECK(result("v_pk_add_f16 v0, v1, 1.0") == pair(expected::half(3), expected::half(3)));
  CHECK(result("v_pk_add_f16 v0, v1, 1.0 op_sel_hi:[1,0]") == pair(expected::half(3), expected::half(4)));
  CHECK(result("v_pk_add_f16 v0, 1.0, v1 op_sel_hi:[0,1]") == pair(expected::half(3), expected::half(4)));
  CHECK(result("v_pk_add_f16 v0, v1, s5") == pair(expected::half(6), expected::half(11)));
  CHECK(result("v_pk_add_f16 v0, v1, s5 op_sel:[0,1] op_sel_hi:[1,0]") == pair(expected::half(10), expected::half(7)));
  if (processor != "gfx90a") {
    CHECK(result("v_pk_add_f16 v0, v1, 0x44003c00") == pair(expected::half(3), expected::half(7)));
  }
}

TEST_CASE("MODE controls flushing and rounding of packed f16", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx1100");
  CAPTURE(processor);
  const auto result = [&](std::uint32_t mode, std::uint32_t a, std::uint32_t b) {
    Snippet snippet(processor, "v_pk_add_f16 v0, v1, v2");
    snippet.wave().mode = decode_mode(mode);
    return snippet.set(1, {pair(a, 0)}).set(2, {pair(b, 0)}).run().get(0) & 0xffff;
  };
  const std::uint32_t keep = 0x3f0, flush = 0x330;
  CHECK(result(keep, 0x0001, 0x0001) == 0x0002);
  CHECK(result(flush, 0x0001, 0x0001) == 0x0000);
  CHECK(result(flush, 0x0401, 0x8400) == 0x0000);
  // 1 + 2^-12 and its negative, rounded to nearest, toward +infinity, toward -infinity and toward zero.
  CHECK(result(keep, 0x3c00, 0x0c00) == 0x3c00);
  CHECK(result(keep | 0x4, 0x3c00, 0x0c00) == 0x3c01);
  CHECK(result(keep | 0x8, 0xbc00, 0x8c00) == 0xbc01);
  CHECK(result(keep | 0xc, 0xbc00, 0x8c00) == 0xbc00);
}

TEST_CASE("v_pack_b32_f16 combines two halves", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201");
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_pack_b32_f16 v0, v1, v2\n"
                  "v_pack_b32_f16 v4, v1, v2 op_sel:[1,0,0]\n"
                  "v_pack_b32_f16 v5, v1, v2 op_sel:[1,1,0]\n"
                  "v_pack_b32_f16 v6, -v1, |v2|\n"
                  "v_pack_b32_f16 v7, 1.0, v2 op_sel:[0,1,0]");
  snippet.set(1, {0x11112222}).set(2, {0xb3339444}).run();
  CHECK(snippet.get(0) == 0x94442222);
  CHECK(snippet.get(4) == 0x94441111);
  CHECK(snippet.get(5) == 0xb3331111);
  CHECK(snippet.get(6) == 0x1444a222);
  CHECK(snippet.get(7) == 0xb3333c00);
}

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t bits(float low, float high) {
  return bits(low) | std::uint64_t{bits(high)} << 32;
}

TEST_CASE("packed f32 operations are correctly rounded", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx942");
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_pk_add_f32 v[0:1], v[2:3], v[4:5]\n"
                  "v_pk_mul_f32 v[6:7], v[2:3], v[4:5]\n"
                  "v_pk_fma_f32 v[8:9], v[2:3], v[4:5], v[10:11]\n"
                  "v_pk_mul_f32 v[12:13], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0] neg_hi:[0,1]\n"
                  "v_pk_add_f32 v[14:15], v[2:3], s[6:7]\n"
                  "v_pk_add_f32 v[16:17], v[2:3], s[6:7] op_sel_hi:[1,0]\n"
                  "v_pk_add_f32 v[18:19], v[2:3], 1.0 op_sel_hi:[1,0]\n"
                  "v_pk_add_f32 v[20:21], v[2:3], v[4:5] clamp");
  // The low product needs more than 24 bits, so a fused addition gives a different result than two operations.
  const float a = 1 + 0x1p-12f, b = a, rounded_square = 1 + 0x1p-11f;
  snippet.set64(2, {bits(a, 3)}).set64(4, {bits(b, -0.25f)}).set64(10, {bits(-rounded_square, 0.75f)});
  snippet.set_scalar64(6, bits(10, 20)).run();
  CHECK(snippet.get64(0) == bits(2 + 0x1p-11f, 2.75f));
  CHECK(snippet.get64(6) == bits(rounded_square, -0.75f));
  CHECK(snippet.get64(8) == bits(0x1p-24f, 0));
  CHECK(snippet.get64(12) == bits(-3 * b, a * 0.25f));
  CHECK(snippet.get64(14) == bits(a + 10, 23));
  CHECK(snippet.get64(16) == bits(a + 10, 13));
  CHECK(snippet.get64(18) == bits(a + 1, 4));
  CHECK(snippet.get64(20) == bits(1, 1));
}

TEST_CASE("packed f32 operations handle NaNs, infinities and subnormal numbers", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx942");
  CAPTURE(processor);
  const auto result = [&](const std::string& text, std::uint64_t a, std::uint64_t b, std::uint32_t mode = 0x3f0) {
    Snippet snippet(processor, text);
    snippet.wave().mode = decode_mode(mode);
    return snippet.set64(2, {a}).set64(4, {b}).run().get64(0);
  };
  const std::uint64_t infinities = 0xff800000'7f800000;
  CHECK(result("v_pk_add_f32 v[0:1], v[2:3], v[4:5]", infinities, 0x7f800000'ff800000) == 0x7fc00000'7fc00000);
  CHECK(result("v_pk_mul_f32 v[0:1], v[2:3], v[4:5]", infinities, bits(0, -2)) == 0x7f800000'7fc00000);
  // The result is the first NaN, quieted.
  CHECK(result("v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 0x7f812345'3f800000, 0xffc54321'ffb11111) == 0x7fc12345'fff11111);
  CHECK(result("v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 0x00000001'00000003, 0x00000001'80000001) == 0x00000002'00000002);
  const std::uint32_t flush = 0x3c0;
  CHECK(result("v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 0x00800001'00000003, 0x80800000'80000001, flush) == 0);
}

TEST_CASE("v_pk_mov_b32 selects a dword of each source", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx942");
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[0,1]\n"
                  "v_pk_mov_b32 v[6:7], v[2:3], v[4:5] op_sel:[1,0]\n"
                  "v_pk_mov_b32 v[8:9], s[6:7], s[6:7] op_sel:[0,1]\n"
                  "v_pk_mov_b32 v[2:3], v[2:3], v[2:3] op_sel:[1,0]");
  snippet.set64(2, {0x22222222'11111111}).set64(4, {0x44444444'33333333}).set_scalar64(6, 0x66666666'55555555).run();
  CHECK(snippet.get64(0) == 0x44444444'11111111);
  CHECK(snippet.get64(6) == 0x33333333'22222222);
  CHECK(snippet.get64(8) == 0x66666666'55555555);
  CHECK(snippet.get64(2) == 0x11111111'22222222);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
