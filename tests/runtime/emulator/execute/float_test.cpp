// f32 and f64: sums, products, roundings to integers, minima and maxima.
#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1100"};

std::vector<Words> many_pairs32() {
  auto columns = pairs(edges32());
  append(columns, random_columns<std::uint32_t>(2, 2048));
  return columns;
}
std::vector<Longs> many_pairs64() {
  auto columns = pairs(edges64());
  append(columns, random_columns<std::uint64_t>(2, 2048));
  return columns;
}

/// Numbers of either sign with exponents from -2 to 2, so that sums and products are exact in 64 bits. Of the fraction,
/// only the upper `fraction_bits` may be set.
template <class Bits>
std::vector<std::vector<Bits>> near_one(std::size_t columns, unsigned mantissa, unsigned fraction_bits) {
  auto all = random_columns<Bits>(columns, 4096, 5);
  const Bits bias = (Bits{1} << (8 * sizeof(Bits) - 2 - mantissa)) - 1;
  const unsigned cleared_bits = mantissa - fraction_bits;
  for (auto& column : all)
    for (auto& value : column) {
      const Bits sign = value & Bits{1} << (8 * sizeof(Bits) - 1);
      const Bits fraction = (value & ((Bits{1} << mantissa) - 1)) >> cleared_bits << cleared_bits;
      value = sign | (bias - 2 + (value >> mantissa) % 5) << mantissa | fraction;
    }
  return all;
}

/// Computes in double and rounds to float. Double has more than twice as many bits as float, so for sums and products
/// of floats, rounding twice gives the same result as rounding once.
template <class Exact>
auto by_double(Exact exact) {
  return [=](std::uint32_t a, std::uint32_t b) {
    const double value = exact(double{f32(a)}, double{f32(b)});
    return std::isnan(value) ? nan32({a, b}) : bits(static_cast<float>(value));
  };
}

}  // namespace

TEST_CASE("float: f32 sums and products are correctly rounded", "[float]") {
  const auto columns = many_pairs32();
  for (const auto& processor : kProcessors) {
    const auto run = [&](const std::string& text) { return results<std::uint32_t>(processor, text, columns); };
    check_bits("add", columns, run("v_add_f32 v0, v1, v2"), by_double([](double a, double b) { return a + b; }));
    check_bits("sub", columns, run("v_sub_f32 v0, v1, v2"), by_double([](double a, double b) { return a - b; }));
    check_bits("subrev", columns, run("v_subrev_f32 v0, v1, v2"), by_double([](double a, double b) { return b - a; }));
    check_bits("mul", columns, run("v_mul_f32 v0, v1, v2"), by_double([](double a, double b) { return a * b; }));
    check_bits("legacy mul", columns,
               run(processor == "gfx90a" ? "v_mul_legacy_f32 v0, v1, v2" : "v_mul_dx9_zero_f32 v0, v1, v2"),
               [](std::uint32_t a, std::uint32_t b) {
                 if (f32(a) == 0 || f32(b) == 0) return 0u;
                 return by_double([](double x, double y) { return x * y; })(a, b);
               });
  }
}

TEST_CASE("float: f32 follows the rounding mode", "[float]") {
  // 1 + 2^-24, which is a tie; 1 + 2^-25; their negatives; two sums that overflow; a sum that cancels. The rounding
  // modes are: to nearest, up, down, toward zero.
  const std::vector<Words> sums = {
      {0x3f800000, 0x3f800000, 0xbf800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x40000000},
      {0x33800000, 0x33000000, 0xb3800000, 0xb3000000, 0x7f7fffff, 0xff7fffff, 0xc0000000}};
  const std::vector<Words> expected = {
      {0x3f800000, 0x3f800000, 0xbf800000, 0xbf800000, 0x7f800000, 0xff800000, 0x00000000},
      {0x3f800001, 0x3f800001, 0xbf800000, 0xbf800000, 0x7f800000, 0xff7fffff, 0x00000000},
      {0x3f800000, 0x3f800000, 0xbf800001, 0xbf800001, 0x7f7fffff, 0xff800000, 0x80000000},
      {0x3f800000, 0x3f800000, 0xbf800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x00000000}};
  for (const auto& processor : kProcessors)
    for (unsigned mode = 0; mode < 4; ++mode) {
      INFO(processor << " in mode " << mode);
      CHECK(results<std::uint32_t>(processor, "v_add_f32 v0, v1, v2", sums, rounding(mode)) == expected[mode]);
      CHECK(results<std::uint32_t>(processor, "v_fma_f32 v0, v1, 1.0, v2", sums, rounding(mode)) == expected[mode]);
      // The rounding mode of the other precisions has no effect.
      CHECK(results<std::uint32_t>(processor, "v_add_f32 v0, v1, v2", sums, kComputeMode | mode << 2) == expected[0]);
    }
}

TEST_CASE("float: MODE controls the flushing of subnormal f32", "[float]") {
  // The smallest number twice; the largest subnormal one, negative, and 0; the smallest normal number minus the largest
  // subnormal one, which is subnormal; 1 and the smallest number; the smallest normal number and 0.5. Mode 0x3c0
  // flushes operands and results.
  const std::vector<Words> columns = {{0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0x00800000},
                                      {0x00000001, 0x00000000, 0x807fffff, 0x00000001, 0x3f000000}};
  for (const auto& processor : kProcessors) {
    CHECK(results<std::uint32_t>(processor, "v_add_f32 v0, v1, v2", columns) ==
          Words{0x00000002, 0x807fffff, 0x00000001, 0x3f800000, 0x3f000000});
    CHECK(results<std::uint32_t>(processor, "v_add_f32 v0, v1, v2", columns, 0x3c0) ==
          Words{0x00000000, 0x00000000, 0x00800000, 0x3f800000, 0x3f000000});
    CHECK(results<std::uint32_t>(processor, "v_mul_f32 v0, v1, v2", columns) ==
          Words{0x00000000, 0x80000000, 0x80000000, 0x00000001, 0x00400000});
    CHECK(results<std::uint32_t>(processor, "v_mul_f32 v0, v1, v2", columns, 0x3c0) ==
          Words{0x00000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000});
  }
}

TEST_CASE("float: f32 fused multiply-add rounds once", "[float]") {
  auto columns = near_one<std::uint32_t>(3, 23, 23);
  // Cases in which rounding twice, even from double, is wrong; subnormal numbers; and invalid products together with
  // NaNs.
  append(columns, {{0x3f800001, 0x3f800001, 0x3f800003, 0x00800000, 0x00000000, 0x00000000, 0x7f800000, 0x7f800001},
                   {0x3f800001, 0x3f7ffffe, 0x3fc00000, 0x3f000000, 0x7f800000, 0x7f800000, 0x3f800000, 0x7fc00002},
                   {0xbf800002, 0xbf800000, 0x00000001, 0x00000001, 0x7fc01234, 0x3f800000, 0xff800000, 0x7fc00003}});
  // 1.5 * (1 + 3 * 2^-23) is a tie that rounds down to even; adding the smallest number makes it round up.
  const auto expected = [](std::uint32_t a, std::uint32_t b, std::uint32_t c) -> std::uint32_t {
    if (a == 0x3f800003 && c == 0x00000001) return 0x3fc00005;
    const long double product = static_cast<long double>(f32(a)) * f32(b), sum = product + f32(c);
    if (!std::isnan(sum)) return bits(static_cast<float>(sum));
    return std::isnan(product) && !std::isnan(f32(a)) && !std::isnan(f32(b)) ? kInvalid32 : nan32({a, b, c});
  };
  for (const auto& processor : kProcessors) {
    check_bits("fma", columns, results<std::uint32_t>(processor, "v_fma_f32 v0, v1, v2, v3", columns), expected);
    check_bits("fmac", columns, results<std::uint32_t>(processor, "v_mov_b32 v0, v3\nv_fmac_f32 v0, v1, v2", columns),
               expected);
  }
}

TEST_CASE("float: f32 FMAMK and FMAAK use their constants", "[float]") {
  // 2 * 4 + 3 = 11 and 1 * 4 + 5 = 9; 2 * 3 + 4 = 10 and 1 * 5 + 4 = 9.
  const std::vector<Words> columns = {{0x40000000, 0x3f800000}, {0x40400000, 0x40a00000}};
  CHECK(results<std::uint32_t>("gfx1100", "v_fmamk_f32 v0, v1, 0x40800000, v2", columns) ==
        Words{0x41300000, 0x41100000});
  CHECK(results<std::uint32_t>("gfx1100", "v_fmaak_f32 v0, v1, v2, 0x40800000", columns) ==
        Words{0x41200000, 0x41100000});
  CHECK(results<std::uint32_t>("gfx90a", "v_madmk_f32 v0, v1, 0x40800000, v2", columns) ==
        Words{0x41300000, 0x41100000});
}

TEST_CASE("float: f32 unfused multiply-add rounds the product and flushes subnormal numbers", "[float]") {
  // (1 + 2^-23)^2 - (1 + 2^-22), which is 2^-46 if it is fused; a subnormal factor, a subnormal product, and a
  // subnormal addend.
  const std::vector<Words> columns = {{0x3f800001, 0x00000001, 0x00800000, 0x00800000},
                                      {0x3f800001, 0x4b000000, 0x3f000000, 0x3f800000},
                                      {0xbf800002, 0x00000000, 0x00000000, 0x80000001}};
  const Words unfused = {0x00000000, 0x00000000, 0x00000000, 0x00800000};
  CHECK(results<std::uint32_t>("gfx90a", "v_mad_f32 v0, v1, v2, v3", columns) == unfused);
  CHECK(results<std::uint32_t>("gfx90a", "v_mov_b32 v0, v3\nv_mac_f32 v0, v1, v2", columns) == unfused);
  CHECK(results<std::uint32_t>("gfx90a", "v_fma_f32 v0, v1, v2, v3", columns) ==
        Words{0x28800000, 0x00800000, 0x00400000, 0x007fffff});
}

TEST_CASE("float: legacy products with zero are zero", "[float]") {
  // Zero times infinity, a NaN times -0, and a subnormal number, which counts as zero, times infinity; 2 * 3 + 1 = 7.
  const std::vector<Words> columns = {{0x00000000, 0x7fc00000, 0x00000001, 0x40000000},
                                      {0x7f800000, 0x80000000, 0x7f800000, 0x40400000},
                                      {0x3f800000, 0x3f800000, 0x40000000, 0x3f800000}};
  CHECK(results<std::uint32_t>("gfx1100", "v_fma_dx9_zero_f32 v0, v1, v2, v3", columns) ==
        Words{0x3f800000, 0x3f800000, 0x40000000, 0x40e00000});
  CHECK(results<std::uint32_t>("gfx1030", "v_fma_legacy_f32 v0, v1, v2, v3", columns) ==
        Words{0x3f800000, 0x3f800000, 0x40000000, 0x40e00000});
}

TEST_CASE("float: f64 sums and products are correctly rounded", "[float]") {
  const auto columns = many_pairs64();
  // The host's operations on double round once as well.
  const auto sum = [](std::uint64_t a, std::uint64_t b) {
    const double value = f64(a) + f64(b);
    return std::isnan(value) ? nan64({a, b}) : bits(value);
  };
  for (const auto& processor : kProcessors) {
    check_bits("add", columns, results<std::uint64_t>(processor, "v_add_f64 v[0:1], v[2:3], v[4:5]", columns), sum);
    check_bits("mul", columns, results<std::uint64_t>(processor, "v_mul_f64 v[0:1], v[2:3], v[4:5]", columns),
               [](std::uint64_t a, std::uint64_t b) {
                 const double value = f64(a) * f64(b);
                 return std::isnan(value) ? nan64({a, b}) : bits(value);
               });
    const std::vector<Longs> ties = {{bits(1.0), bits(-1.0)}, {bits(0x1p-53), bits(-0x1p-53)}};
    CHECK(results<std::uint64_t>(processor, "v_add_f64 v[0:1], v[2:3], v[4:5]", ties, rounding(1)) ==
          Longs{bits(1 + 0x1p-52), bits(-1.0)});
    CHECK(results<std::uint64_t>(processor, "v_add_f64 v[0:1], v[2:3], v[4:5]", ties, rounding(2)) ==
          Longs{bits(1.0), bits(-1 - 0x1p-52)});
    // The rounding mode of single precision has no effect.
    CHECK(results<std::uint64_t>(processor, "v_add_f64 v[0:1], v[2:3], v[4:5]", ties, kComputeMode | 1) ==
          Longs{bits(1.0), bits(-1.0)});
  }
}

TEST_CASE("float: f64 fused multiply-add rounds once", "[float]") {
  // The factors have 26 bits, so products are exact and sums fit into 64 bits.
  auto columns = near_one<std::uint64_t>(3, 52, 25);
  const auto expected = [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return bits(static_cast<double>(static_cast<long double>(f64(a)) * f64(b) + f64(c)));
  };
  // (1 + 2^-52)^2 - (1 + 2^-51) = 2^-104; (1 + 2^-52)(1 - 2^-53) - 1 = 2^-53 - 2^-105.
  const std::vector<Longs> exact = {
      {bits(1 + 0x1p-52), bits(1 + 0x1p-52), bits(0.0), bits(0.0)},
      {bits(1 + 0x1p-52), bits(1 - 0x1p-53), bits(double{INFINITY}), bits(double{INFINITY})},
      {bits(-1 - 0x1p-51), bits(-1.0), bits(1.0), 0x7ff8000000000042}};
  const Longs exactly = {bits(0x1p-104), bits(0x1p-53 - 0x1p-105), kInvalid64, kInvalid64};
  for (const auto& processor : kProcessors) {
    check_bits("fma", columns, results<std::uint64_t>(processor, "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", columns),
               expected);
    CHECK(results<std::uint64_t>(processor, "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", exact) == exactly);
  }
  CHECK(results<std::uint64_t>("gfx90a", "v_mov_b32 v0, v6\nv_mov_b32 v1, v7\nv_fmac_f64 v[0:1], v[2:3], v[4:5]",
                               exact) == exactly);
}

TEST_CASE("float: f32 and f64 are rounded to integers", "[float]") {
  const std::vector<Words> singles = {edges32()};
  const std::vector<Longs> doubles = {edges64()};
  // Casts truncate values that have a fraction.
  const auto trunc = [](double x) {
    return std::fabs(x) < 0x1p53 ? std::copysign(static_cast<double>(static_cast<std::int64_t>(x)), x) : x;
  };
  const auto floor = [=](double x) { return trunc(x) > x ? trunc(x) - 1 : trunc(x); };
  const auto ceil = [=](double x) { return std::copysign(-floor(-x), x); };
  // To the nearest integer, and ties to the even one.
  const auto even = [=](double x) {
    const double down = floor(x), rest = x - down;
    if (!(std::fabs(x) < 0x1p53)) return x;
    return std::copysign(rest > 0.5 || (rest == 0.5 && std::fmod(down, 2) != 0) ? down + 1 : down, x);
  };
  for (const auto& processor : kProcessors) {
    const auto check = [&](const std::string& name, auto function) {
      for (const auto mode : {kComputeMode, rounding(1), rounding(2)}) {
        check_bits(name, singles, results<std::uint32_t>(processor, name + "_f32 v0, v1", singles, mode),
                   [&](std::uint32_t x) {
                     return std::isnan(f32(x)) ? nan32({x}) : bits(static_cast<float>(function(double{f32(x)})));
                   });
        check_bits(name, doubles, results<std::uint64_t>(processor, name + "_f64 v[0:1], v[2:3]", doubles, mode),
                   [&](std::uint64_t x) { return std::isnan(f64(x)) ? nan64({x}) : bits(function(f64(x))); });
      }
    };
    check("v_trunc", trunc);
    check("v_floor", floor);
    check("v_ceil", ceil);
    check("v_rndne", even);
    // The result is less than 1, even if the exact fraction would be rounded to 1.
    const auto fraction = [=](double x) { return std::fabs(x) < 0x1p53 ? x - floor(x) : 0.0; };
    check_bits("v_fract", singles, results<std::uint32_t>(processor, "v_fract_f32 v0, v1", singles),
               [&](std::uint32_t x) {
                 if (!std::isfinite(f32(x))) return nan32({x});
                 return std::min(bits(static_cast<float>(fraction(f32(x)))), 0x3f7fffffu);
               });
    check_bits("v_fract", doubles, results<std::uint64_t>(processor, "v_fract_f64 v[0:1], v[2:3]", doubles),
               [&](std::uint64_t x) {
                 if (!std::isfinite(f64(x))) return nan64({x});
                 return std::min(bits(fraction(f64(x))), std::uint64_t{0x3fefffffffffffff});
               });
  }
}

TEST_CASE("float: minima and maxima up to gfx11 follow the IEEE mode", "[float]") {
  const auto singles = many_pairs32();
  const auto doubles = many_pairs64();
  const auto choose = [](auto a, auto b, auto value, auto quiet, bool ieee, bool maximum) {
    const auto signalling = [&](auto x) { return std::isnan(value(x)) && (x & quiet) == 0; };
    if (ieee && (signalling(a) || signalling(b))) return (signalling(a) ? a : b) | quiet;
    if (std::isnan(value(b))) return a;
    if (std::isnan(value(a))) return b;
    const bool less = value(a) < value(b) || (value(a) == value(b) && std::signbit(value(a)));
    return less == maximum ? b : a;
  };
  for (const auto& processor : kProcessors)
    for (const bool maximum : {false, true}) {
      const std::string name = maximum ? "v_max" : "v_min";
      for (const bool ieee : {true, false})
        check_bits(name, singles,
                   results<std::uint32_t>(processor, name + "_f32 v0, v1, v2", singles, ieee ? kComputeMode : kNotIeee),
                   [&](std::uint32_t a, std::uint32_t b) { return choose(a, b, f32, 0x00400000u, ieee, maximum); });
      check_bits(name, doubles, results<std::uint64_t>(processor, name + "_f64 v[0:1], v[2:3], v[4:5]", doubles),
                 [&](std::uint64_t a, std::uint64_t b) {
                   return choose(a, b, f64, std::uint64_t{0x0008000000000000}, true, maximum);
                 });
    }
}

TEST_CASE("float: minima, maxima and medians of three are correct", "[float]") {
  std::vector<Words> columns(3);
  for (const auto c : edges32()) {
    auto more = pairs(Words{0x3f800000, 0xbf800000, 0x40000000, 0x00000000, 0x80000000, 0x7f800000, 0x00000001});
    more.push_back(Words(more[0].size(), c));
    append(columns, more);
  }
  const auto has_nan = [](std::uint32_t c) { return std::isnan(f32(c)); };
  // The results are compared as numbers, so zeros of either sign are equal. NaNs are tested below.
  const auto sorted = [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::vector<float> all = {f32(a), f32(b), f32(c)};
    std::sort(all.begin(), all.end());
    return all;
  };
  for (const auto& processor : kProcessors) {
    const std::vector<std::string> names = {"v_min3_f32", "v_med3_f32", "v_max3_f32"};
    for (std::size_t n = 0; n < 3; ++n) {
      const auto found = results<std::uint32_t>(processor, names[n] + " v0, v1, v2, v3", columns);
      check_each(names[n], columns, found, [&](std::size_t row) {
        return has_nan(columns[2][row]) ||
               f32(found[row]) == sorted(columns[0][row], columns[1][row], columns[2][row])[n];
      });
    }
    // With one NaN, the result is the smaller of the other two; with three, it is the first.
    const std::vector<Words> with_nans = {{0x7fc00001, 0x3f800000, 0x40000000, 0x7f800001, 0x7fc00001},
                                          {0x40000000, 0x7fc00001, 0x3f800000, 0x40000000, 0x7fc00002},
                                          {0x3f800000, 0x40000000, 0x7fc00001, 0x3f800000, 0x7fc00003}};
    CHECK(results<std::uint32_t>(processor, "v_med3_f32 v0, v1, v2, v3", with_nans) ==
          Words{0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, 0x7fc00001});
  }
  // The operands are 2, 1, 4 and 1, 4, 2. v_minmax is max(min(a, b), c), and v_maxmin is min(max(a, b), c).
  const std::vector<Words> three = {{0x40000000, 0x3f800000}, {0x3f800000, 0x40800000}, {0x40800000, 0x40000000}};
  CHECK(results<std::uint32_t>("gfx1100", "v_minmax_f32 v0, v1, v2, v3", three) == Words{0x40800000, 0x40000000});
  CHECK(results<std::uint32_t>("gfx1100", "v_maxmin_f32 v0, v1, v2, v3", three) == Words{0x40000000, 0x40000000});
  CHECK(results<std::uint32_t>("gfx1201", "v_minmax_num_f32 v0, v1, v2, v3", three) == Words{0x40800000, 0x40000000});
  CHECK(results<std::uint32_t>("gfx1201", "v_maximumminimum_f32 v0, v1, v2, v3", three) ==
        Words{0x40000000, 0x40000000});
  CHECK(results<std::uint32_t>("gfx1201", "v_minimum3_f32 v0, v1, v2, v3", three) == Words{0x3f800000, 0x3f800000});
  CHECK(results<std::uint32_t>("gfx1201", "v_med3_num_f32 v0, v1, v2, v3", three) == Words{0x40000000, 0x40000000});
}

TEST_CASE("float: minima of gfx12 ignore or propagate NaNs", "[float]") {
  // A signalling NaN and 1, in both orders; two NaNs, of which v_minimum and v_maximum prefer the signalling one;
  // zeros; 2 and -1.
  const std::vector<Words> singles = {{0x7f800001, 0x3f800000, 0x7fc00001, 0x80000000, 0x40000000},
                                      {0x3f800000, 0xff800001, 0x7f800002, 0x00000000, 0xbf800000}};
  const auto run = [&](const std::string& name) {
    return results<std::uint32_t>("gfx1201", name + " v0, v1, v2", singles);
  };
  CHECK(run("v_min_num_f32") == Words{0x3f800000, 0x3f800000, 0x7fc00001, 0x80000000, 0xbf800000});
  CHECK(run("v_max_num_f32") == Words{0x3f800000, 0x3f800000, 0x7fc00001, 0x00000000, 0x40000000});
  CHECK(run("v_minimum_f32") == Words{0x7fc00001, 0xffc00001, 0x7fc00002, 0x80000000, 0xbf800000});
  CHECK(run("v_maximum_f32") == Words{0x7fc00001, 0xffc00001, 0x7fc00002, 0x00000000, 0x40000000});
  const std::vector<Longs> doubles = {{0x7ff0000000000001, bits(1.0)}, {bits(1.0), bits(-0.5)}};
  const auto run64 = [&](const std::string& name) {
    return results<std::uint64_t>("gfx1201", name + " v[0:1], v[2:3], v[4:5]", doubles);
  };
  CHECK(run64("v_min_num_f64") == Longs{bits(1.0), bits(-0.5)});
  CHECK(run64("v_max_num_f64") == Longs{bits(1.0), bits(1.0)});
  CHECK(run64("v_minimum_f64") == Longs{0x7ff8000000000001, bits(-0.5)});
  CHECK(run64("v_maximum_f64") == Longs{0x7ff8000000000001, bits(1.0)});
}

TEST_CASE("float: modifiers are applied and inactive lanes are unchanged", "[float]") {
  const std::vector<Words> columns = {{bits(3.0f), bits(-0.25f)}, {bits(-5.0f), bits(0.5f)}};
  for (const auto& processor : kProcessors) {
    // -3 + 5 and 0.25 + 0.5; -3 - 5, which is clamped to 0, and -0.25 + 0.5.
    CHECK(results<std::uint32_t>(processor, "v_add_f32_e64 v0, -v1, |v2|", columns) == Words{bits(2.0f), bits(0.75f)});
    CHECK(results<std::uint32_t>(processor, "v_add_f32_e64 v0, -|v1|, v2 clamp", columns) == Words{0, bits(0.25f)});
    Snippet snippet(processor, "v_add_f32 v0, 1.0, v1");
    snippet.set(0, {kOld}).set(1, {bits(2.0f)}).wave().set_exec(0b1010);
    snippet.run();
    for (unsigned lane = 0; lane < 6; ++lane)
      CHECK(snippet.get(0, lane) == (lane == 1 || lane == 3 ? bits(3.0f) : kOld));
  }
}

}  // namespace rocm_bindgen::emulator
