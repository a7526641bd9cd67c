// Divisions by the sequences that compilers emit, their special steps, 2/pi, exponents and significands.
#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1100"};

bool is_gfx9(const std::string& processor) {
  return processor == "gfx90a";
}

/// Computes v0 = v1 / v2 (LLVM, AMDGPULegalizerInfo: legalizeFDIV32).
std::string division32(const std::string& processor) {
  const std::string unused = is_gfx9(processor) ? "s[2:3]" : "null", vcc = is_gfx9(processor) ? "vcc" : "vcc_lo";
  return "v_div_scale_f32 v4, " + unused + ", v2, v2, v1\n" +  //
         "v_div_scale_f32 v5, " + vcc + ", v1, v2, v1\n" +     //
         "v_rcp_f32 v6, v4\n"
         "v_fma_f32 v7, -v4, v6, 1.0\n"
         "v_fma_f32 v6, v7, v6, v6\n"
         "v_mul_f32 v7, v5, v6\n"
         "v_fma_f32 v8, -v4, v7, v5\n"
         "v_fma_f32 v7, v8, v6, v7\n"
         "v_fma_f32 v8, -v4, v7, v5\n"
         "v_div_fmas_f32 v8, v8, v6, v7\n"
         "v_div_fixup_f32 v0, v8, v2, v1";
}

/// Computes v[0:1] = v[2:3] / v[4:5] (legalizeFDIV64).
std::string division64(const std::string& processor) {
  const std::string unused = is_gfx9(processor) ? "s[2:3]" : "null", vcc = is_gfx9(processor) ? "vcc" : "vcc_lo";
  return "v_div_scale_f64 v[8:9], " + unused + ", v[4:5], v[4:5], v[2:3]\n" +
         "v_rcp_f64 v[10:11], v[8:9]\n"
         "v_fma_f64 v[12:13], -v[8:9], v[10:11], 1.0\n"
         "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]\n"
         "v_fma_f64 v[12:13], -v[8:9], v[10:11], 1.0\n"
         "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]\n"
         "v_div_scale_f64 v[12:13], " +
         vcc + ", v[2:3], v[4:5], v[2:3]\n" +
         "v_mul_f64 v[14:15], v[12:13], v[10:11]\n"
         "v_fma_f64 v[16:17], -v[8:9], v[14:15], v[12:13]\n"
         "v_div_fmas_f64 v[16:17], v[16:17], v[10:11], v[14:15]\n"
         "v_div_fixup_f64 v[0:1], v[16:17], v[4:5], v[2:3]";
}

/// Computes v0 = v1 / v2 (legalizeFDIV16).
const std::string kDivision16 =
    "v_cvt_f32_f16 v4, v1\n"
    "v_cvt_f32_f16 v5, v2\n"
    "v_rcp_f32 v6, v5\n"
    "v_mul_f32 v6, v4, v6\n"
    "v_cvt_f16_f32 v6, v6\n"
    "v_div_fixup_f16 v0, v6, v2, v1";

/// NaNs follow the rule of V_DIV_FIXUP: the numerator's has precedence.
std::uint32_t quotient32(std::uint32_t a, std::uint32_t b) {
  const float value = f32(a) / f32(b);
  return std::isnan(value) ? nan32({a, b}) : bits(value);
}
std::uint64_t quotient64(std::uint64_t a, std::uint64_t b) {
  const double value = f64(a) / f64(b);
  return std::isnan(value) ? nan64({a, b}) : bits(value);
}

/// Random numbers, most of whose exponents are within 60 of an end of the range or within 30 of its middle, so that
/// every kind of scaling occurs.
template <class Bits>
std::vector<std::vector<Bits>> extreme_pairs(unsigned mantissa) {
  auto columns = random_columns<Bits>(2, 30000, 11);
  const Bits exponents = (Bits{1} << (8 * sizeof(Bits) - 1 - mantissa)) - 1;
  std::mt19937 engine(3);
  for (auto& column : columns)
    for (auto& value : column) {
      const auto near = static_cast<Bits>(engine() % 60);
      const Bits choices[] = {near, exponents - 1 - near, exponents / 2 - 30 + near, value >> mantissa & exponents};
      const Bits rest = value & ~(exponents << mantissa);
      value = rest | std::min(choices[engine() % 4], exponents - 1) << mantissa;
    }
  return columns;
}

}  // namespace

TEST_CASE("division: f32 gives the nearest quotient, including subnormal ones", "[division]") {
  auto columns = pairs(edges32());
  append(columns, random_columns<std::uint32_t>(2, 20000));
  append(columns, extreme_pairs<std::uint32_t>(23));
  for (const auto& processor : kProcessors)
    check_bits(processor, columns, results<std::uint32_t>(processor, division32(processor), columns), quotient32);
}

TEST_CASE("division: f64 gives the nearest quotient, including subnormal ones", "[division]") {
  auto columns = pairs(edges64());
  append(columns, random_columns<std::uint64_t>(2, 20000));
  append(columns, extreme_pairs<std::uint64_t>(52));
  for (const auto& processor : kProcessors)
    check_bits(processor, columns, results<std::uint64_t>(processor, division64(processor), columns), quotient64);
}

TEST_CASE("division: f16 gives the nearest quotient", "[division]") {
  auto columns = pairs(edges16());
  append(columns, random_columns<std::uint32_t>(2, 20000));
  for (const auto& processor : kProcessors) {
    auto found = results<std::uint32_t>(processor, kDivision16, columns);
    for (auto& result : found) result &= 0xffff;
    check_each(processor, columns, found, [&](std::size_t row) {
      const auto a = columns[0][row] & 0xffff, b = columns[1][row] & 0xffff;
      const auto exact = static_cast<long double>(f16(a)) / f16(b);
      if (std::isnan(exact)) return found[row] == nan16({a, b});
      // The quotient was rounded to f32 first, which is occasionally wrong by one unit.
      return std::abs(static_cast<int>(found[row]) - static_cast<int>(rounded_half(exact))) <= 1;
    });
  }
}

TEST_CASE("division: operands are scaled if Newton's method would lose bits", "[division]") {
  struct Case {
    float numerator, denominator, scaled_numerator, scaled_denominator;
    bool post_scale;
  };
  // f32 is scaled by 2^64 or 2^-64. The comments are the reasons for scaling. The operands of rows without a comment
  // are not extreme enough, except for infinity, which counts as the largest exponent.
  const std::vector<Case> all = {
      {6, 3, 6, 3, false},
      {-6, 3, -6, 3, false},
      {0x1p95f, 1, 0x1p95f, 1, false},
      {0x1p96f, 1, 0x1p96f, 0x1p64f, true},               // the quotient is near overflow
      {0x1p-40f, 0x1p-140f, 0x1p24f, 0x1p-76f, false},    // subnormal denominator
      {1, 0x1p126f, 1, 0x1p62f, true},                    // the reciprocal and the quotient are near underflow
      {0x1p31f, 0x1p126f, 0x1p-33f, 0x1p62f, false},      // subnormal reciprocal
      {0x1p-31f, 0x1p65f, 0x1p33f, 0x1p65f, true},        // the quotient is near underflow
      {0x1p-103f, 0x1p-100f, 0x1p-39f, 0x1p-36f, false},  // tiny numerator
      {0x1p-102f, 0x1p-100f, 0x1p-102f, 0x1p-100f, false},
      {INFINITY, 2, INFINITY, 0x1p65f, true},
  };
  for (const auto& processor : kProcessors) {
    std::vector<Words> columns(2);
    for (const auto& one : all) {
      columns[0].push_back(bits(one.numerator));
      columns[1].push_back(bits(one.denominator));
    }
    const std::string pair = is_gfx9(processor) ? "s[2:3]" : "s2";
    Snippet snippet(processor, "v_div_scale_f32 v0, " + pair + ", v1, v2, v1\nv_div_scale_f32 v3, " +
                                   (is_gfx9(processor) ? "vcc" : "vcc_lo") + ", v2, v2, v1");
    snippet.set(1, columns[0]).set(2, columns[1]).set_scalar64(2, ~std::uint64_t{0});
    // The masks have no bits of inactive lanes.
    const auto active = (std::uint64_t{1} << all.size()) - 1;
    snippet.wave().set_exec(active);
    snippet.run();
    std::uint64_t mask = 0;
    for (unsigned n = 0; n < all.size(); ++n) {
      INFO(processor << ": " << all[n].numerator << " / " << all[n].denominator);
      CHECK(f32(snippet.get(0, n)) == all[n].scaled_numerator);
      CHECK(f32(snippet.get(3, n)) == all[n].scaled_denominator);
      mask |= std::uint64_t{all[n].post_scale} << n;
    }
    CHECK(snippet.wave().vcc() == mask);
    CHECK(snippet.wave().mask(2) == mask);
  }
  for (const auto& processor : kProcessors) {
    const std::string text =
        "v_div_scale_f64 v[0:1], " + std::string(is_gfx9(processor) ? "vcc" : "vcc_lo") + ", v[2:3], v[4:5], v[6:7]";
    // The sources are the operand to scale, the denominator and the numerator. A tiny numerator is scaled by 2^128, and
    // one that is not so tiny or near overflow is not scaled. The denominator is scaled by 2^128 if the quotient is
    // near overflow, and by 2^-128 if its reciprocal is subnormal.
    const std::vector<Longs> columns = {{bits(0x1p-970), bits(0x1p-969), bits(0x1p768), bits(1.0), bits(0x1p1023)},
                                        {bits(0x1p-960), bits(0x1p-960), bits(1.0), bits(1.0), bits(0x1p1023)},
                                        {bits(0x1p-970), bits(0x1p-969), bits(0x1p768), bits(0x1p768), bits(0x1p500)}};
    CHECK(results<std::uint64_t>(processor, text, columns) ==
          Longs{bits(0x1p-842), bits(0x1p-969), bits(0x1p768), bits(0x1p128), bits(0x1p895)});
    // Zeros give a NaN, because V_DIV_FIXUP replaces the quotient in any case.
    CHECK(results<std::uint64_t>(processor, text, std::vector<Longs>{{bits(0.0)}, {bits(1.0)}, {bits(0.0)}}) ==
          Longs{kInvalid64});
  }
}

TEST_CASE("division: the last step undoes the scaling with one rounding", "[division]") {
  for (const auto& processor : kProcessors) {
    Snippet snippet(processor, "v_div_fmas_f32 v0, v1, v2, v3");
    // In lanes whose bit of VCC is set, that is, in all but lane 0, v1 * v2 + v3 is multiplied by 2^64 if v3 is at
    // least 2, and by 2^-64 otherwise. In lanes 3 and 4, this is 2^-150 (half of the smallest number) plus or minus a
    // tiny product, which decides the rounding. In lane 5, only the result is in range, and not the sum before it. In
    // lane 6, the result is the smallest number. In lane 7, infinity times 0 takes precedence over the NaN.
    snippet.set(1, {bits(0.5f), 0, 0, bits(0x1p-100f), bits(-0x1p-100f), bits(0x1p100f), 0x00000001, bits(INFINITY)})
        .set(2, {bits(3.0f), 0, 0, bits(0x1p-100f), bits(0x1p-100f), bits(0x1p50f), bits(0x1p64f), 0})
        .set(3, {bits(1.5f), bits(1.5f), bits(2.0f), bits(0x1p-86f), bits(0x1p-86f), 0, 0, 0x7fc00001});
    snippet.wave().set_vcc(0xfe);
    snippet.run();
    const Words expected = {bits(3.0f), bits(0x1.8p-64f), bits(0x1p65f), 1, 0, bits(0x1p86f), 1, kInvalid32};
    for (unsigned lane = 0; lane < expected.size(); ++lane) CHECK(snippet.get(0, lane) == expected[lane]);

    // For f64, the factors are 2^128 and 2^-128.
    Snippet wide(processor, "v_div_fmas_f64 v[0:1], v[2:3], v[4:5], v[6:7]");
    wide.set64(2, {bits(0x1p-600), bits(-0x1p-600), bits(0x1p800), bits(0.0), bits(0.0)})
        .set64(4, {bits(0x1p-600), bits(0x1p-600), bits(0x1p300), bits(0.0), bits(0.0)})
        .set64(6, {bits(0x1p-947), bits(0x1p-947), bits(0.0), bits(1.5), bits(2.0)});
    wide.wave().set_vcc(0x1f);
    wide.run();
    const Longs expected_wide = {1, 0, bits(0x1p972), bits(0x1.8p-128), bits(0x1p129)};
    for (unsigned lane = 0; lane < expected_wide.size(); ++lane) CHECK(wide.get64(0, lane) == expected_wide[lane]);

    // In mode 0x3c0, which flushes singles, subnormal operands are not flushed; results are.
    Snippet flushing(processor, "v_div_fmas_f32 v0, v1, v2, v3");
    flushing.set(1, {0x00000001, 0x00000001}).set(2, {bits(0x1p24f), bits(1.0f)}).set(3, {0});
    flushing.wave().mode = decode_mode(0x3c0);
    flushing.wave().set_vcc(0);
    flushing.run();
    CHECK(flushing.get(0, 0) == bits(0x1p-125f));
    CHECK(flushing.get(0, 1) == 0);
  }
}

TEST_CASE("division: special quotients are replaced", "[division]") {
  const float nan = f32(0x7fc00007);
  struct Case {
    float approximation, denominator, numerator;
    std::uint32_t expected;
  };
  const std::vector<Case> all = {
      {-3, 1, 1, bits(3.0f)},  // the sign is that of the exact quotient
      {3, -1, 1, bits(-3.0f)},
      {1, nan, 2, 0x7fc00007},
      {1, nan, f32(0xff800123), 0xffc00123},  // the numerator's NaN has precedence, and is made quiet
      {1, 0, -0.0f, kInvalid32},
      {1, INFINITY, -INFINITY, kInvalid32},
      {1, -0.0f, 2, bits(-INFINITY)},
      {1, 2, -INFINITY, bits(-INFINITY)},
      {1, -INFINITY, 2, 0x80000000},
      {1, 2, 0, 0},
      {nan, 0x1p-130f, 0x1p100f, bits(INFINITY)},  // an approximation that is not finite is an overflow
      {nan, 0x1p120f, -0x1p-100f, 0x80000000},     // unless the exponents show that the quotient underflows
      {INFINITY, 0x1p-20f, 0x1p120f, bits(INFINITY)},
      {f32(1), 2, 2, 1},  // a subnormal approximation is a result like others
  };
  std::vector<Words> columns(3);
  for (const auto& one : all) {
    columns[0].push_back(bits(one.approximation));
    columns[1].push_back(bits(one.denominator));
    columns[2].push_back(bits(one.numerator));
  }
  const std::string text = "v_div_fixup_f32 v0, v1, v2, v3";
  for (const auto& processor : kProcessors) {
    const auto found = results<std::uint32_t>(processor, text, columns);
    for (std::size_t n = 0; n < all.size(); ++n) {
      INFO(all[n].numerator << " / " << all[n].denominator);
      CHECK(found[n] == all[n].expected);
    }
    // Overflow and underflow follow the rounding mode.
    const std::vector<Words> beyond = {
        {bits(nan), bits(nan)}, {bits(0x1p-130f), bits(0x1p120f)}, {bits(0x1p100f), bits(-0x1p-100f)}};
    CHECK(results<std::uint32_t>(processor, text, beyond, rounding(3)) == Words{0x7f7fffff, 0x80000000});
    CHECK(results<std::uint32_t>(processor, text, beyond, rounding(2)) == Words{0x7f7fffff, 0x80000001});
    // In mode 0x3c0, which flushes singles, a subnormal approximation is kept, and subnormal operands are flushed.
    const std::vector<Words> denormals = {{1, bits(1.0f)}, {bits(1.0f), bits(1.0f)}, {bits(1.0f), 1}};
    CHECK(results<std::uint32_t>(processor, text, denormals, 0x3c0) == Words{1, 0});
  }
}

namespace {

/// Fixed-point numbers of 1440 bits, with 32 bits before the point and the most significant word first.
struct Fixed {
  static constexpr std::size_t kWords = 45;
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(kWords);

  static Fixed of(std::uint32_t whole) {
    Fixed result;
    result.words[0] = whole;
    return result;
  }
  Fixed divided(std::uint32_t by) const {
    Fixed result;
    std::uint64_t rest = 0;
    for (std::size_t n = 0; n < kWords; ++n) {
      rest = rest << 32 | words[n];
      result.words[n] = static_cast<std::uint32_t>(rest / by);
      rest %= by;
    }
    return result;
  }
  void add(const Fixed& other, bool negative) {
    std::int64_t carry = 0;
    for (std::size_t n = kWords; n-- > 0;) {
      carry += std::int64_t{words[n]} + (negative ? -std::int64_t{other.words[n]} : std::int64_t{other.words[n]});
      words[n] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  bool is_zero() const {
    return std::all_of(words.begin(), words.end(), [](std::uint32_t word) { return word == 0; });
  }
};

/// Computes factor * arctan(1 / x).
Fixed arctangent(std::uint32_t factor, std::uint32_t x) {
  auto power = Fixed::of(factor).divided(x);
  auto sum = power;
  bool negative = true;
  for (std::uint32_t n = 3; !power.is_zero(); n += 2, negative = !negative) {
    power = power.divided(x * x);
    sum.add(power.divided(n), negative);
  }
  return sum;
}

/// Computes pi with Machin's formula, then 2 / pi bit by bit.
std::vector<bool> digits_of_two_over_pi(std::size_t count) {
  auto pi = arctangent(16, 5);
  pi.add(arctangent(4, 239), true);
  auto rest = Fixed::of(2);
  std::vector<bool> digits;
  while (digits.size() < count) {
    rest.add(rest, false);
    digits.push_back(rest.words >= pi.words);
    if (digits.back()) rest.add(pi, true);
  }
  return digits;
}

}  // namespace

TEST_CASE("division: V_TRIG_PREOP_F64 gives segments of 2/pi", "[division]") {
  constexpr std::size_t known = 1201;  // the hardware's table has this number of binary digits, followed by zeros
  auto digits = digits_of_two_over_pi(known);
  // The first digits are well known.
  const std::vector<bool> first = {1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1};
  REQUIRE(std::equal(first.begin(), first.end(), digits.begin()));
  digits.resize(8192);  // more digits than any segment below reaches

  // Five segments for every 13th exponent, and for each exponent around 1077, from which on the segments move. All
  // segments for the exponents around 1077 and 1968, which are the limits in `expected`, and for the largest one.
  std::vector<Longs> columns(2);
  for (std::uint64_t exponent = 0; exponent < 2047; exponent += exponent > 1070 && exponent < 1090 ? 1 : 13)
    for (std::uint64_t segment = 0; segment < 5; ++segment) {
      columns[0].push_back(exponent << 52 | 0x8000000000001);
      columns[1].push_back(segment);
    }
  for (const auto exponent : {1077, 1078, 1967, 1968, 2046})
    for (std::uint64_t segment = 0; segment < 32; ++segment) {
      columns[0].push_back(static_cast<std::uint64_t>(exponent) << 52);
      columns[1].push_back(segment);
    }
  // The shift and the scale of large arguments are those of the ISA documents (V_TRIG_PREOP_F64).
  const auto expected = [&](std::uint64_t argument, std::uint64_t segment) {
    const int exponent = static_cast<int>(argument >> 52);
    const int shift = static_cast<int>(segment) * 53 + std::max(exponent - 1077, 0);
    long double sum = 0;
    for (int n = 0; n < 53; ++n)
      if (digits[static_cast<std::size_t>(shift + n)]) sum += std::ldexp(1.0L, -1 - shift - n);
    return bits(static_cast<double>(std::ldexp(sum, exponent >= 1968 ? 128 : 0)));
  };
  for (const auto& processor : kProcessors)
    check_bits(processor, columns, results<std::uint64_t>(processor, "v_trig_preop_f64 v[0:1], v[2:3], v4", columns),
               expected);
  // The first segment is 2/pi, truncated to a double.
  CHECK(results<std::uint64_t>("gfx90a", "v_trig_preop_f64 v[0:1], v[2:3], 0", std::vector<Longs>{{bits(1.0)}}) ==
        Longs{0x3fe45f306dc9c882});
}

TEST_CASE("division: V_LDEXP multiplies by powers of two", "[division]") {
  std::vector<Words> singles(2);
  std::vector<Longs> doubles(2);
  const std::vector<std::int32_t> exponents = {0,    1,     -1,    10,    -23,    -24,       23,       126,
                                               -126, -149,  127,   254,   277,    -277,      1023,     2046,
                                               2098, -1074, -2098, 99999, -99999, INT32_MAX, INT32_MIN};
  for (const auto exponent : exponents) {
    for (const auto x : edges32()) {
      singles[0].push_back(x);
      singles[1].push_back(static_cast<std::uint32_t>(exponent));
    }
    for (const auto x : edges64()) {
      doubles[0].push_back(x);
      doubles[1].push_back(static_cast<std::uint32_t>(exponent));
    }
  }
  // long double has a significand of 64 bits and a much larger range, so the only rounding is that of the conversion.
  const auto scaled = [](long double x, std::uint64_t exponent) {
    // Beyond these limits, all results are zeros or infinite.
    const auto n = std::clamp(static_cast<std::int32_t>(exponent), -4000, 4000);
    return x * std::exp2(static_cast<long double>(n));
  };
  for (const auto& processor : kProcessors) {
    check_bits("f32", singles, results<std::uint32_t>(processor, "v_ldexp_f32 v0, v1, v2", singles),
               [&](std::uint32_t x, std::uint32_t n) {
                 return std::isnan(f32(x)) ? nan32({x}) : bits(static_cast<float>(scaled(f32(x), n)));
               });
    check_bits("f64", doubles, results<std::uint64_t>(processor, "v_ldexp_f64 v[0:1], v[2:3], v4", doubles),
               [&](std::uint64_t x, std::uint64_t n) {
                 return std::isnan(f64(x)) ? nan64({x}) : bits(static_cast<double>(scaled(f64(x), n)));
               });
    // The exact results are half of the smallest number, and twice the largest number.
    const std::vector<Words> ends = {{0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff},
                                     {static_cast<std::uint32_t>(-24), static_cast<std::uint32_t>(-24), 1, 1}};
    CHECK(results<std::uint32_t>(processor, "v_ldexp_f32 v0, v1, v2", ends) ==
          Words{0, 0x80000000, 0x7f800000, 0xff800000});
    CHECK(results<std::uint32_t>(processor, "v_ldexp_f32 v0, v1, v2", ends, rounding(1)) ==
          Words{1, 0x80000000, 0x7f800000, 0xff7fffff});
    CHECK(results<std::uint32_t>(processor, "v_ldexp_f32 v0, v1, v2", ends, rounding(3)) ==
          Words{0, 0x80000000, 0x7f7fffff, 0xff7fffff});

    std::vector<Words> halves(2);
    for (const auto exponent : {0, 1, -1, 14, -14, 24, -24, -25, 30, 40, -40, 32767, -32768})
      for (const auto x : edges16()) {
        halves[0].push_back(x);
        halves[1].push_back(static_cast<std::uint32_t>(exponent) & 0xffff);
      }
    auto found = results<std::uint32_t>(processor, "v_ldexp_f16 v0, v1, v2", halves);
    for (auto& result : found) result &= 0xffff;
    check_bits("f16", halves, found, [&](std::uint32_t x, std::uint32_t n) -> std::uint32_t {
      const auto exponent = static_cast<std::int16_t>(n);
      return is_nan16(x) ? nan16({x}) : rounded_half(scaled(f16(x), static_cast<std::uint32_t>(exponent)));
    });
  }
}

TEST_CASE("division: V_FREXP splits numbers into significand and exponent", "[division]") {
  const std::vector<Words> singles = {edges32()}, halves = {edges16()};
  const std::vector<Longs> doubles = {edges64()};
  // By definition, mantissa * 2^exponent is the number, and the mantissa is at least a half and less than one.
  const auto is_split = [](long double x, long double mantissa, std::int32_t exponent) {
    if (x == 0) return mantissa == 0 && std::signbit(mantissa) == std::signbit(x) && exponent == 0;
    if (std::isinf(x)) return mantissa == x && exponent == 0;
    return std::fabs(mantissa) >= 0.5L && std::fabs(mantissa) < 1 &&
           mantissa * std::exp2(static_cast<long double>(exponent)) == x;
  };
  for (const auto& processor : kProcessors) {
    const auto exponents32 = results<std::uint32_t>(processor, "v_frexp_exp_i32_f32 v0, v1", singles);
    const auto mantissas32 = results<std::uint32_t>(processor, "v_frexp_mant_f32 v0, v1", singles);
    check_each("f32", singles, mantissas32, [&](std::size_t row) {
      const auto x = singles[0][row];
      if (std::isnan(f32(x))) return mantissas32[row] == nan32({x}) && exponents32[row] == 0;
      return is_split(f32(x), f32(mantissas32[row]), static_cast<std::int32_t>(exponents32[row]));
    });
    const auto exponents64 = results<std::uint32_t>(processor, "v_frexp_exp_i32_f64 v0, v[2:3]", doubles);
    const auto mantissas64 = results<std::uint64_t>(processor, "v_frexp_mant_f64 v[0:1], v[2:3]", doubles);
    check_each("f64", doubles, mantissas64, [&](std::size_t row) {
      const auto x = doubles[0][row];
      if (std::isnan(f64(x))) return mantissas64[row] == nan64({x}) && exponents64[row] == 0;
      return is_split(f64(x), f64(mantissas64[row]), static_cast<std::int32_t>(exponents64[row]));
    });
    const auto exponents16 = results<std::uint32_t>(processor, "v_frexp_exp_i16_f16 v0, v1", halves);
    const auto mantissas16 = results<std::uint32_t>(processor, "v_frexp_mant_f16 v0, v1", halves);
    check_each("f16", halves, mantissas16, [&](std::size_t row) {
      const auto x = halves[0][row];
      const auto mantissa = mantissas16[row] & 0xffff;
      const auto exponent = static_cast<std::int16_t>(exponents16[row]);
      if (is_nan16(x)) return mantissa == nan16({x}) && exponent == 0;
      return is_split(f16(x), f16(mantissa), exponent);
    });
    // The smallest number is 2^-149 = 0.5 * 2^-148, and 0x3e800000 is 0.25 = 0.5 * 2^-1.
    CHECK(results<std::uint32_t>(processor, "v_frexp_exp_i32_f32 v0, v1", std::vector<Words>{{1, 0x3e800000}}) ==
          Words{static_cast<std::uint32_t>(-148), static_cast<std::uint32_t>(-1)});
  }
}

}  // namespace rocm_bindgen::emulator
