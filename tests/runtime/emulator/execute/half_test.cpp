// Instructions on f16, and the conversions that implement them.
#include "execute/float/half.hpp"

#include <cfenv>

#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1100"};

/// Removes the upper half of a result. It is the previous one from gfx10 on and for a few instructions of gfx9, and
/// zero for the others.
std::uint32_t low(std::uint32_t result) {
  return result & 0xffff;
}

/// Each half is in the low part of a register, whose upper half must be ignored.
std::vector<Words> all_halves() {
  std::vector<Words> columns(1);
  for (std::uint32_t half = 0; half < 0x10000; ++half) columns[0].push_back(half | 0x55550000);
  return columns;
}

std::vector<Words> many_pairs() {
  auto columns = pairs(edges16());
  append(columns, random_columns<std::uint32_t>(2, 4096));
  return columns;
}

std::vector<Words> many_triples() {
  std::vector<Words> columns(3);
  const auto edges = edges16();
  for (const auto c :
       {0x0000u, 0x8000u, 0x0001u, 0x8001u, 0x3c00u, 0xbc00u, 0x7bffu, 0x7c00u, 0xfc00u, 0x7d01u, 0x7e02u}) {
    auto more = pairs(edges);
    more.push_back(Words(more[0].size(), c));
    append(columns, more);
  }
  append(columns, random_columns<std::uint32_t>(3, 8192));
  return columns;
}

Words lows(Words results) {
  for (auto& result : results) result = low(result);
  return results;
}

class HostRounding {
 public:
  explicit HostRounding(int mode) { std::fesetround(mode); }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
};

}  // namespace

TEST_CASE("half: conversion to double and back is exact", "[half]") {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const double wide = to_double(Half{static_cast<std::uint16_t>(half)});
    if (is_nan16(half)) {
      REQUIRE(std::isnan(wide));
      REQUIRE(half_from_double(wide).bits == (half | 0x0200));
      continue;
    }
    REQUIRE(bits(wide) == bits(f16(half)));
    REQUIRE(half_from_double(wide).bits == half);
  }
}

TEST_CASE("half: doubles are rounded once in the host's mode", "[half]") {
  const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  std::mt19937_64 engine(7);
  // Ties, their neighbours, and the ends of the ranges of normal and subnormal halves.
  std::vector<double> values = {0x1p-24,       0x1p-25,        0x1.8p-25,        0x1.00000001p-25, 0x1p-60,
                                0x1.ffcp-15,   0x1.ffep-15,    0x1.002p0,        0x1.006p0,        65504,
                                65519.999,     65520,          65520.001,        65535.9,          65536,
                                1e10,          0x1p1000,       0x1.003p0,        5e-324,           0x1.001p0,
                                0x1.0010001p0, 0x1.00300001p0, 0x1.00100001p-14, 0x1.ffffp15};
  for (int n = 0; n < 20000; ++n) {
    const auto random = engine();
    const int exponent = static_cast<int>(random % 48) - 28;  // halves have exponents from -24 to 15
    values.push_back(std::ldexp(1 + static_cast<double>(random >> 12) * 0x1p-52, exponent));
  }
  for (unsigned mode = 0; mode < 4; ++mode) {
    const HostRounding scope(modes[mode]);
    for (const auto size : values)
      for (const double value : {size, -size}) {
        INFO(value << " in mode " << mode);
        REQUIRE(half_from_double(value).bits == rounded_half(value, mode));
      }
  }
}

TEST_CASE("half: bf16 is the rounded upper half of f32", "[half]") {
  CHECK(brain_from_double(1.0).bits == 0x3f80);
  CHECK(brain_from_double(-0.0).bits == 0x8000);
  // At 1, the unit in the last place is 2^-7, so odd multiples of 2^-8 are ties.
  CHECK(brain_from_double(1 + 0x1p-8).bits == 0x3f80);
  CHECK(brain_from_double(1 + 0x1p-8 + 0x1p-40).bits == 0x3f81);
  CHECK(brain_from_double(1 + 3 * 0x1p-8).bits == 0x3f82);
  CHECK(brain_from_double(0x1.fep127).bits == 0x7f7f);
  CHECK(brain_from_double(0x1.ffp127).bits == 0x7f80);
  CHECK(brain_from_double(0x1p200).bits == 0x7f80);
  // 2^-133 is the smallest number, and half of it is a tie.
  CHECK(brain_from_double(0x1p-133).bits == 0x0001);
  CHECK(brain_from_double(0x1p-134).bits == 0x0000);
  CHECK(brain_from_double(0x1.8p-134).bits == 0x0001);
  CHECK(brain_from_double(-INFINITY).bits == 0xff80);
  CHECK((brain_from_double(NAN).bits & 0x7fff) == 0x7fc0);
  CHECK(to_double(Brain{0x0001}) == 0x1p-133);
  CHECK(to_double(Brain{0xc040}) == -3);
}

TEST_CASE("half: sums and products round once in every mode", "[half]") {
  const auto columns = many_pairs();
  for (const auto& processor : kProcessors)
    for (unsigned mode = 0; mode < 4; ++mode) {
      const auto expect = [&](auto exact) {
        return [=](std::uint32_t a, std::uint32_t b) -> std::uint32_t {
          const double value = exact(f16(a), f16(b));
          return std::isnan(value) ? nan16({a, b}) : rounded_half(value, mode);
        };
      };
      // A sum that cancels, or of zeros with different signs, is -0 when rounding down, and +0 otherwise.
      const auto sum = [&](double a, double b) {
        return a + b == 0 && a == -b && a != b ? (mode == 2 ? -0.0 : 0.0) : a + b;
      };
      const auto zero_aware = [&](double a, double b) {
        return a == 0 && b == 0 && std::signbit(a) != std::signbit(b) ? (mode == 2 ? -0.0 : 0.0) : sum(a, b);
      };
      const auto run = [&](const std::string& text) {
        return lows(results<std::uint32_t>(processor, text, columns, rounding(mode)));
      };
      check_bits(processor + " add", columns, run("v_add_f16 v0, v1, v2"), expect(zero_aware));
      check_bits(processor + " sub", columns, run("v_sub_f16 v0, v1, v2"),
                 expect([&](double a, double b) { return zero_aware(a, -b); }));
      check_bits(processor + " subrev", columns, run("v_subrev_f16 v0, v1, v2"),
                 expect([&](double a, double b) { return zero_aware(b, -a); }));
      check_bits(processor + " mul", columns, run("v_mul_f16 v0, v1, v2"),
                 expect([](double a, double b) { return a * b; }));
    }
}

TEST_CASE("half: fused multiply-add rounds once", "[half]") {
  const auto columns = many_triples();
  const auto expected = [](unsigned mode) {
    return [=](std::uint32_t a, std::uint32_t b, std::uint32_t c) -> std::uint32_t {
      // 64 bits represent the exact sum, unless the result overflows in f16 in any case.
      const long double product = static_cast<long double>(f16(a)) * f16(b), sum = product + f16(c);
      if (std::isnan(sum)) {
        const bool invalid_product = std::isnan(product) && !is_nan16(a) && !is_nan16(b);
        return invalid_product ? kInvalid16 : nan16({a, b, c});
      }
      const bool cancels = sum == 0 && (product != 0 || std::signbit(product) != std::signbit(f16(c)));
      return rounded_half(cancels ? (mode == 2 ? -0.0L : 0.0L) : sum, mode);
    };
  };
  for (unsigned mode = 0; mode < 4; ++mode) {
    for (const auto& processor : kProcessors)
      check_bits(processor, columns,
                 lows(results<std::uint32_t>(processor, "v_fma_f16 v0, v1, v2, v3", columns, rounding(mode))),
                 expected(mode));
    check_bits(
        "fmac", columns,
        lows(results<std::uint32_t>("gfx1100", "v_mov_b32 v0, v3\nv_fmac_f16 v0, v1, v2", columns, rounding(mode))),
        expected(mode));
  }
}

TEST_CASE("half: FMAMK and FMAAK use their constants", "[half]") {
  // 2 * 4 + 3 = 11 and 1 * 4 + 5 = 9; 2 * 3 + 4 = 10 and 1 * 5 + 4 = 9.
  const std::vector<Words> columns = {{0x4000, 0x3c00}, {0x4200, 0x4500}};
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_fmamk_f16 v0, v1, 0x4400, v2", columns)) == Words{0x4980, 0x4880});
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_fmaak_f16 v0, v1, v2, 0x4400", columns)) == Words{0x4900, 0x4880});
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_madmk_f16 v0, v1, 0x4400, v2", columns)) == Words{0x4980, 0x4880});
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_madak_f16 v0, v1, v2, 0x4400", columns)) == Words{0x4900, 0x4880});
}

TEST_CASE("half: unfused multiply-add rounds the product and flushes subnormal numbers", "[half]") {
  // (1 + 2^-10)^2 = 1 + 2^-9 + 2^-20. The last term is lost before the subtraction. The other columns have a subnormal
  // factor, a subnormal product, and a subnormal addend.
  const std::vector<Words> columns = {
      {0x3c01, 0x0001, 0x0400, 0x0400}, {0x3c01, 0x6400, 0x3800, 0x3c00}, {0xbc02, 0x0000, 0x0000, 0x8001}};
  const Words unfused = {0x0000, 0x0000, 0x0000, 0x0400}, fused = {0x0010, 0x0400, 0x0200, 0x03ff};
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_mad_f16 v0, v1, v2, v3", columns)) == unfused);
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_mov_b32 v0, v3\nv_mac_f16 v0, v1, v2", columns)) == unfused);
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_fma_f16 v0, v1, v2, v3", columns)) == fused);
}

TEST_CASE("half: every half is rounded to an integer", "[half]") {
  const auto columns = all_halves();
  const auto expect = [](double (*function)(double)) {
    return [=](std::uint32_t half) -> std::uint32_t {
      return is_nan16(half) ? nan16({half}) : rounded_half(function(f16(half)));
    };
  };
  // Rounds ties to even according to the definition, independently of the host's rounding.
  const auto even = [](double x) {
    const double down = std::floor(x), rest = x - down;
    const double result = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2) != 0) ? down + 1 : down;
    return std::copysign(result, x);
  };
  for (const auto& processor : kProcessors) {
    const auto run = [&](const std::string& name, std::uint32_t mode) {
      return lows(results<std::uint32_t>(processor, name + " v0, v1", columns, mode));
    };
    check_bits("trunc", columns, run("v_trunc_f16", kComputeMode), expect([](double x) { return std::trunc(x); }));
    check_bits("ceil", columns, run("v_ceil_f16", kComputeMode), expect([](double x) { return std::ceil(x); }));
    check_bits("floor", columns, run("v_floor_f16", kComputeMode), expect([](double x) { return std::floor(x); }));
    check_bits("rndne", columns, run("v_rndne_f16", kComputeMode), expect(even));
    check_bits("rndne rounding up", columns, run("v_rndne_f16", rounding(1)), expect(even));
    check_bits("fract", columns, run("v_fract_f16", kComputeMode), [](std::uint32_t half) -> std::uint32_t {
      if (is_nan16(half)) return nan16({half});
      if ((half & 0x7fff) == 0x7c00) return kInvalid16;
      return std::min(rounded_half(f16(half) - std::floor(f16(half))), 0x3bffu);
    });
  }
}

TEST_CASE("half: MODE controls the flushing of subnormal halves", "[half]") {
  // The smallest number twice, with either sign; the smallest normal number minus the largest subnormal one; 1 and the
  // smallest number.
  const std::vector<Words> columns = {{0x0001, 0x8001, 0x0400, 0x3c00}, {0x0001, 0x8001, 0x83ff, 0x0001}};
  for (const auto& processor : kProcessors) {
    CHECK(lows(results<std::uint32_t>(processor, "v_add_f16 v0, v1, v2", columns)) ==
          Words{0x0002, 0x8002, 0x0001, 0x3c00});
    CHECK(lows(results<std::uint32_t>(processor, "v_add_f16 v0, v1, v2", columns, kFlushAll)) ==
          Words{0x0000, 0x8000, 0x0400, 0x3c00});
    // Only outputs are flushed.
    CHECK(lows(results<std::uint32_t>(processor, "v_add_f16 v0, v1, v2", columns, 0x340)) ==
          Words{0x0000, 0x8000, 0x0000, 0x3c00});
  }
}

TEST_CASE("half: overflow gives infinity or the largest number according to MODE", "[half]") {
  // The largest number twice, with either sign; infinity plus 1, which does not overflow; 65504 + 14, which is rounded
  // down to 65504.
  const std::vector<Words> columns = {{0x7bff, 0xfbff, 0x7c00, 0x7bff}, {0x7bff, 0xfbff, 0x3c00, 0x4b00}};
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_add_f16 v0, v1, v2", columns)) ==
        Words{0x7c00, 0xfc00, 0x7c00, 0x7bff});
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_add_f16 v0, v1, v2", columns, kSaturateHalves)) ==
        Words{0x7bff, 0xfbff, 0x7c00, 0x7bff});
}

TEST_CASE("half: op_sel selects the half that is read and written", "[half]") {
  // The low and high halves are 2 and 1, and 3 and 4. The sums and products are 2 + 3, 2 + 3, 1 * 4 + 0, 2 * 4 + 1 and
  // 1 + 3.
  const std::vector<Words> columns = {{0x3c004000}, {0x44004200}};
  CHECK(results<std::uint32_t>("gfx90a", "v_add_f16 v0, v1, v2", columns) == Words{0x00004500});
  CHECK(results<std::uint32_t>("gfx1100", "v_add_f16 v0, v1, v2", columns) == Words{0xabcd4500});
  CHECK(results<std::uint32_t>("gfx90a", "v_fma_f16 v0, v1, v2, 0 op_sel:[1,1,0,1]", columns) == Words{0x44009876});
  CHECK(results<std::uint32_t>("gfx1100", "v_fma_f16 v0, v1, v2, 1.0 op_sel:[0,1,0,0]", columns) == Words{0xabcd4880});
  CHECK(results<std::uint32_t>("gfx90a",
                               "v_add_f16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE "
                               "src0_sel:WORD_1 src1_sel:WORD_0",
                               columns) == Words{0x44009876});
}

TEST_CASE("half: minima, maxima and medians are correct", "[half]") {
  const auto columns = many_pairs();
  const auto choose = [](std::uint32_t a, std::uint32_t b, bool maximum) -> std::uint32_t {
    a &= 0xffff;
    b &= 0xffff;
    const auto signalling = [](std::uint32_t x) { return is_nan16(x) && (x & 0x200) == 0; };
    if (signalling(a) || signalling(b)) return (signalling(a) ? a : b) | 0x200;
    if (is_nan16(b)) return a;
    if (is_nan16(a)) return b;
    const bool less = f16(a) < f16(b) || (f16(a) == f16(b) && a > b && a == 0x8000);
    return less == maximum ? b : a;
  };
  for (const auto& processor : kProcessors) {
    check_bits("min", columns, lows(results<std::uint32_t>(processor, "v_min_f16 v0, v1, v2", columns)),
               [&](std::uint32_t a, std::uint32_t b) { return choose(a, b, false); });
    check_bits("max", columns, lows(results<std::uint32_t>(processor, "v_max_f16 v0, v1, v2", columns)),
               [&](std::uint32_t a, std::uint32_t b) { return choose(a, b, true); });
    // The columns are 2, 1, 4; 1, 4, 2; -0, +0 and the smallest number; and NaN, 2, 1.
    const std::vector<Words> three = {
        {0x4000, 0x3c00, 0x8000, 0x7e00}, {0x3c00, 0x4400, 0x0000, 0x4000}, {0x4400, 0x4000, 0x0001, 0x3c00}};
    CHECK(lows(results<std::uint32_t>(processor, "v_min3_f16 v0, v1, v2, v3", three)) ==
          Words{0x3c00, 0x3c00, 0x8000, 0x3c00});
    CHECK(lows(results<std::uint32_t>(processor, "v_max3_f16 v0, v1, v2, v3", three)) ==
          Words{0x4400, 0x4400, 0x0001, 0x4000});
    CHECK(lows(results<std::uint32_t>(processor, "v_med3_f16 v0, v1, v2, v3", three)) ==
          Words{0x4000, 0x4000, 0x0000, 0x3c00});
  }
  // The operands are 2, 1, 4 and 1, 4, 2. v_minmax is max(min(a, b), c), and v_maxmin is min(max(a, b), c).
  const std::vector<Words> three = {{0x4000, 0x3c00}, {0x3c00, 0x4400}, {0x4400, 0x4000}};
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_minmax_f16 v0, v1, v2, v3", three)) == Words{0x4400, 0x4000});
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_maxmin_f16 v0, v1, v2, v3", three)) == Words{0x4000, 0x4000});
}

TEST_CASE("half: minima of gfx12 ignore or propagate NaNs", "[half]") {
  // A signalling NaN and 1, in both orders; two NaNs, of which v_minimum and v_maximum prefer the signalling one;
  // zeros; two quiet NaNs.
  const std::vector<Words> columns = {{0x7d01, 0x3c00, 0x7e01, 0x8000, 0x7e01},
                                      {0x3c00, 0xfc01, 0x7d02, 0x0000, 0x7e02}};
  const auto run = [&](const std::string& name) {
    return lows(results<std::uint32_t>("gfx1201", name + " v0, v1, v2", columns));
  };
  CHECK(run("v_min_num_f16") == Words{0x3c00, 0x3c00, 0x7e01, 0x8000, 0x7e01});
  CHECK(run("v_max_num_f16") == Words{0x3c00, 0x3c00, 0x7e01, 0x0000, 0x7e01});
  CHECK(run("v_minimum_f16") == Words{0x7f01, 0xfe01, 0x7f02, 0x8000, 0x7e01});
  CHECK(run("v_maximum_f16") == Words{0x7f01, 0xfe01, 0x7f02, 0x0000, 0x7e01});
}

}  // namespace rocm_bindgen::emulator
