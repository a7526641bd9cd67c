// Half precision and bfloat16: arithmetic rounds once, and functions are accurate to a few units in the last place.
#include <cmath>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Real = long double;
using Bits = std::uint16_t;

/// The differences between the two formats.
struct Narrow {
  Format format;
  Real (*value)(Bits);
  Bits (*bits)(Real);
};
const Narrow kHalf{kBinary16, half_value, half_bits};
const Narrow kBfloat{kBfloat16, bfloat16_value, bfloat16_bits};

std::vector<Bits> any_bits(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  // The first values are zeros, subnormal numbers, ones, the ends of the ranges, infinities and NaNs of both formats.
  return filled(std::vector<Bits>{0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7f7f, 0x7f80,
                                  0xff80, 0x7fc0, 0x3c00, 0xbc00, 0x3f80, 0xbf80},
                count, [&] { return static_cast<Bits>(random.word()); });
}

/// Values of moderate size, so that not all sums and products are zero or infinite.
std::vector<Bits> moderate_bits(std::size_t count, std::uint64_t seed, const Narrow& narrow) {
  Random random(seed);
  return filled<Bits>(count, [&] { return narrow.bits(random.any_size(0.02, 50)); });
}

std::vector<Bits> joined(std::vector<Bits> a, const std::vector<Bits>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Returns the bits with every NaN replaced by the same one, because NaNs differ between devices.
Bits with_one_nan(Bits bits, const Narrow& narrow) {
  return std::isnan(narrow.value(bits)) ? Bits{0x7fff} : bits;
}

/// An operation that is computed in long double, whose result is then rounded to the narrow format. Long double has a
/// significand of 64 bits. It represents sums and products of halves exactly, and those of bfloat16 if the exponents
/// are close; the test of bfloat16 skips the others. Quotients and fused sums have enough bits to recognize a tie of
/// the narrow format.
using Operation = Real (*)(Real, Real, Real);

Real saturated(Real x) {
  return std::isnan(x) ? x : std::fmin(std::fmax(x, 0.0L), 1.0L);
}

/// Removes the differences between saturated results: CUDA saturates a NaN to 0, and HIP keeps it; HIP also keeps the
/// sign of a zero.
Bits comparable_saturated(Bits bits, const Narrow& narrow) {
  const Real value = narrow.value(bits);
  return std::isnan(value) || value == 0 ? Bits{0} : bits;
}

struct Named {
  const char* name;
  Operation operation;
  bool saturates = false;
};

void check_arithmetic(const std::vector<Bits>& results, const std::vector<Named>& operations, const Narrow& narrow,
                      const std::vector<Bits>& a, const std::vector<Bits>& b, const std::vector<Bits>& c) {
  const std::size_t count = a.size();
  for (std::size_t f = 0; f < operations.size(); ++f) {
    auto actual = column(results, f, count);
    std::vector<Bits> expected;
    for (std::size_t i = 0; i < count; ++i) {
      const Real exact = operations[f].operation(narrow.value(a[i]), narrow.value(b[i]), narrow.value(c[i]));
      expected.push_back(with_one_nan(narrow.bits(exact), narrow));
      actual[i] = with_one_nan(actual[i], narrow);
      if (!operations[f].saturates) continue;
      expected[i] = comparable_saturated(expected[i], narrow);
      actual[i] = comparable_saturated(actual[i], narrow);
    }
    check_equal(operations[f].name, actual, expected,
                [&](std::size_t i) { return text_of(a[i]) + ", " + text_of(b[i]) + ", " + text_of(c[i]); });
  }
}

/// A function and its largest error. The limits in the tests are not from a document: AMD's and NVIDIA's libraries keep
/// them. A function that rounds to an integer is exact.
struct Function {
  const char* name;
  Real (*reference)(Real);
  double ulps;
};

/// NVIDIA's functions of bfloat16 treat subnormal floats as zeros.
bool is_flushed(Real x) {
  return !is_amd() && x != 0 && std::fabs(x) < 0x1p-126L;
}

void check_functions(const std::vector<Bits>& results, const std::vector<Function>& functions, const Narrow& narrow,
                     const std::vector<Bits>& in) {
  for (std::size_t f = 0; f < functions.size(); ++f) {
    std::vector<Real> actual, expected;
    std::vector<Real> arguments;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const Real x = narrow.value(in[i]), value = functions[f].reference(x);
      const Real result = narrow.value(results[f * in.size() + i]);
      if (is_flushed(x) || is_flushed(value)) continue;
      arguments.push_back(x);
      actual.push_back(result);
      expected.push_back(value);
    }
    check_close(functions[f].name, actual, expected, narrow.format, functions[f].ulps,
                [&](std::size_t i) { return text_of(arguments[i]); });
  }
}

/// Every seventh of all bit patterns.
std::vector<Bits> sweep() {
  std::vector<Bits> values;
  for (unsigned bits = 0; bits < 0x10000; bits += 7) values.push_back(static_cast<Bits>(bits));
  return values;
}

unsigned size_of(const std::vector<Bits>& values) {
  return static_cast<unsigned>(values.size());
}

}  // namespace

TEST_CASE("probe: half arithmetic") {
  const auto a = joined(any_bits(3000, 1), moderate_bits(1000, 2, kHalf));
  const auto b = joined(any_bits(3000, 3), moderate_bits(1000, 4, kHalf));
  const auto c = joined(any_bits(3000, 5), moderate_bits(1000, 6, kHalf));
  const auto out = unwritten<Bits>(11 * a.size());
  run("half_arithmetic", threads_for(a.size()), size_of(a), upload(a), upload(b), upload(c), out);
  check_arithmetic(out.to_vector(),
                   {{"+", [](Real x, Real y, Real) { return x + y; }},
                    {"-", [](Real x, Real y, Real) { return x - y; }},
                    {"*", [](Real x, Real y, Real) { return x * y; }},
                    {"/", [](Real x, Real y, Real) { return x / y; }},
                    {"fma", [](Real x, Real y, Real z) { return x * y + z; }},
                    {"neg", [](Real x, Real, Real) { return -x; }},
                    {"abs", [](Real x, Real, Real) { return std::fabs(x); }},
                    {"+ sat", [](Real x, Real y, Real) { return saturated(x + y); }, true},
                    {"- sat", [](Real x, Real y, Real) { return saturated(x - y); }, true},
                    {"* sat", [](Real x, Real y, Real) { return saturated(x * y); }, true},
                    {"fma sat", [](Real x, Real y, Real z) { return saturated(x * y + z); }, true}},
                   kHalf, a, b, c);
}

TEST_CASE("probe: half comparisons") {
  auto a = any_bits(2000, 7), b = any_bits(2000, 8);
  for (std::size_t i = 0; i < a.size(); i += 5) b[i] = a[i];
  a[1] = 0;
  b[1] = 0x8000;  // zeros of different signs are equal
  const auto out = unwritten<unsigned>(a.size());
  run("half_comparisons", threads_for(a.size()), size_of(a), upload(a), upload(b), out);
  std::vector<unsigned> expected;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Real x = half_value(a[i]), y = half_value(b[i]);
    const auto bit = [](bool truth, unsigned place) { return truth ? 1u << place : 0u; };
    // The functions of pairs return whether the relation holds for both halves. The kernel compares (x, y) with (y, y),
    // so y is also compared with itself.
    expected.push_back(bit(x == y, 0) | bit(x < y, 1) | bit(x <= y, 2) | bit(x > y, 3) | bit(x >= y, 4) |
                       bit(x == y && y == y, 5) | bit(x < y && y < y, 6) | bit(x >= y && y >= y, 7) |
                       bit(std::isnan(x), 8) | bit(std::isinf(x), 9));
  }
  check_equal("comparisons", out.to_vector(), expected);
}

TEST_CASE("probe: pairs of halves") {
  // In memory, a pair is two halves. The columns consist of pairs.
  const auto a = joined(any_bits(2000, 9), moderate_bits(2000, 10, kHalf));
  const auto b = joined(any_bits(2000, 11), moderate_bits(2000, 12, kHalf));
  const auto c = joined(any_bits(2000, 13), moderate_bits(2000, 14, kHalf));
  const std::size_t pairs = a.size() / 2;
  const auto out = unwritten<Bits>(16 * a.size());
  run("half2_arithmetic", threads_for(pairs), static_cast<unsigned>(pairs), upload(a), upload(b), upload(c), out);
  const auto results = out.to_vector();
  check_arithmetic(results,
                   {{"+", [](Real x, Real y, Real) { return x + y; }},
                    {"-", [](Real x, Real y, Real) { return x - y; }},
                    {"*", [](Real x, Real y, Real) { return x * y; }},
                    {"/", [](Real x, Real y, Real) { return x / y; }},
                    {"fma", [](Real x, Real y, Real z) { return x * y + z; }},
                    {"neg", [](Real x, Real, Real) { return -x; }},
                    {"abs", [](Real x, Real, Real) { return std::fabs(x); }},
                    {"+ sat", [](Real x, Real y, Real) { return saturated(x + y); }, true},
                    {"* sat", [](Real x, Real y, Real) { return saturated(x * y); }, true},
                    {"fma sat", [](Real x, Real y, Real z) { return saturated(x * y + z); }, true}},
                   kHalf, a, b, c);
  std::vector<Bits> lows, highs, crossed, low, high, fused;
  for (std::size_t i = 0; i < a.size(); i += 2) {
    const auto put = [](std::vector<Bits>& to, Bits first, Bits second) {
      to.push_back(first);
      to.push_back(second);
    };
    put(lows, a[i], b[i]);
    put(highs, a[i + 1], b[i + 1]);
    put(crossed, a[i + 1], a[i]);
    put(low, a[i], a[i]);
    put(high, a[i + 1], a[i + 1]);
    for (std::size_t k = 0; k < 2; ++k)
      fused.push_back(
          with_one_nan(half_bits(half_value(a[i + 1 - k]) * half_value(b[i]) - half_value(c[i + k])), kHalf));
  }
  auto actual = column(results, 15, a.size());
  for (auto& bits : actual) bits = with_one_nan(bits, kHalf);
  check_equal("lows", column(results, 10, a.size()), lows);
  check_equal("highs", column(results, 11, a.size()), highs);
  check_equal("crossed", column(results, 12, a.size()), crossed);
  check_equal("low", column(results, 13, a.size()), low);
  check_equal("high", column(results, 14, a.size()), high);
  check_equal("fused, crossed and negated", actual, fused);
}

TEST_CASE("probe: half functions") {
  const auto in = sweep();
  const auto out = unwritten<Bits>(15 * in.size());
  run("half_functions", threads_for(in.size()), size_of(in), upload(in), out);
  check_functions(out.to_vector(),
                  {{"hexp", [](Real x) { return std::exp(x); }, 2},
                   {"hexp2", [](Real x) { return std::exp2(x); }, 2},
                   {"hexp10", [](Real x) { return std::pow(10.0L, x); }, 2},
                   {"hlog", [](Real x) { return std::log(x); }, 2},
                   {"hlog2", [](Real x) { return std::log2(x); }, 2},
                   {"hlog10", [](Real x) { return std::log10(x); }, 2},
                   {"sinf", [](Real x) { return std::sin(x); }, 2},
                   {"hcos", [](Real x) { return std::cos(x); }, 2},
                   {"hsqrt", [](Real x) { return std::sqrt(x); }, 1},
                   {"hrsqrt", [](Real x) { return 1 / std::sqrt(x); }, 2},
                   {"hrcp", [](Real x) { return 1 / x; }, 2},
                   {"hfloor", [](Real x) { return std::floor(x); }, 0},
                   {"hceil", [](Real x) { return std::ceil(x); }, 0},
                   {"hrint", [](Real x) { return std::nearbyint(x); }, 0},
                   {"htrunc", [](Real x) { return std::trunc(x); }, 0}},
                  kHalf, in);
}

TEST_CASE("probe: conversions of every half") {
  std::vector<Bits> in;
  for (unsigned bits = 0; bits < 0x10000; ++bits) in.push_back(static_cast<Bits>(bits));
  const auto floats = unwritten<float>(in.size());
  const auto integers = unwritten<int>(6 * in.size());
  run("half_to_others", threads_for(in.size()), size_of(in), upload(in), floats, integers);
  std::vector<float> expected;
  for (const Bits bits : in) expected.push_back(static_cast<float>(half_value(bits)));
  check_equal("half to float", floats.to_vector(), expected);
  const auto results = integers.to_vector();
  struct {
    const char* name;
    Real lowest, highest;
  } const targets[] = {{"int", -65504, 65504},
                       {"unsigned", 0, 65504},
                       {"short", -32768, 32767},
                       {"unsigned short", 0, 65504},
                       {"long long", -65504, 65504}};
  for (std::size_t f = 0; f < 5; ++f) {
    // The result is unspecified for values outside the target's range and for NaN.
    std::vector<int> actual, truncated;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const Real x = std::trunc(half_value(in[i]));
      if (!(x >= targets[f].lowest && x <= targets[f].highest)) continue;
      actual.push_back(results[f * in.size() + i]);
      truncated.push_back(static_cast<int>(x));
    }
    check_equal(targets[f].name, actual, truncated);
  }
  std::vector<int> as_short;
  for (const Bits bits : in) as_short.push_back(static_cast<std::int16_t>(bits));
  check_equal("its bits", column(results, 5, in.size()), as_short);
}

namespace {

/// Numbers whose conversion has to round, including ties.
struct Sources {
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<int> integers;
  std::vector<long long> longs;
};

Sources sources(std::size_t count) {
  Random random(20);
  Sources made;
  made.floats = filled(special_values<float>(), 500, [&] { return random.any_size(1e-9, 1e6); });
  // Halves, and values halfway between a half and the next one. `step` is half of the unit in the last place.
  made.floats = filled(made.floats, 1000, [&] {
    const auto half = static_cast<float>(half_value(static_cast<Bits>(random.integer(0, 0x7bfe))));
    const float step = static_cast<float>(std::ldexp(1.0L, std::max(std::ilogb(half == 0 ? 1e-7f : half), -14) - 11));
    return half + step * static_cast<float>(random.integer(0, 2));
  });
  made.floats = filled(made.floats, count, [&] {
    const std::uint32_t bits = random.word();
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  });
  made.doubles = filled(special_values<double>(), 300, [&] { return random.any_size(1e-9, 1e6); });
  // Values so close to a tie that rounding to float first would make them ties.
  made.doubles = filled(made.doubles, count, [&] {
    const Real half = half_value(static_cast<Bits>(random.integer(0x400, 0x7bfe)));
    const Real tie = half + std::ldexp(1.0L, std::ilogb(half) - 11);
    return static_cast<double>(tie) * (1 + random.integer(-1, 1) * 0x1p-40);
  });
  // Some values around 2048, from which on a half cannot represent odd integers, and around 65520, which is halfway
  // between the largest half and 65536 and is rounded to infinity.
  made.integers = filled(
      std::vector<int>{0, 1, -1, 2049, 2050, 2051, -2049, 65504, 65519, 65520, -65520, 2147483647, -2147483647 - 1},
      count, [&] { return random.any_size(1, 2e9); });
  made.longs = filled(std::vector<long long>{0, 1, -1, 2049, 65519, 65520, INT64_MAX, INT64_MIN}, count,
                      [&] { return static_cast<long long>(random.any_size(1, 9e18)); });
  return made;
}

void check_conversions(const std::string& what, const std::vector<Bits>& all, std::size_t index,
                       const std::vector<Real>& from, const Narrow& narrow) {
  auto actual = column(all, index, from.size());
  std::vector<Bits> expected;
  for (std::size_t i = 0; i < from.size(); ++i) {
    expected.push_back(with_one_nan(narrow.bits(from[i]), narrow));
    actual[i] = with_one_nan(actual[i], narrow);
  }
  check_equal(what, actual, expected, [&](std::size_t i) { return text_of(from[i]); });
}

template <class To, class From>
std::vector<Real> cast_to(const std::vector<From>& values) {
  std::vector<Real> all;
  for (const From value : values) all.push_back(static_cast<Real>(static_cast<To>(value)));
  return all;
}

}  // namespace

TEST_CASE("probe: conversions to half") {
  const auto from = sources(3000);
  const std::size_t count = from.floats.size();
  const auto out = unwritten<Bits>(9 * count);
  run("others_to_half", threads_for(count), static_cast<unsigned>(count), upload(from.floats), upload(from.doubles),
      upload(from.integers), upload(from.longs), out);
  const auto results = out.to_vector();
  check_conversions("float", results, 0, widened(from.floats), kHalf);
  check_conversions("double", results, 1, widened(from.doubles), kHalf);
  check_conversions("int", results, 2, cast_to<int>(from.integers), kHalf);
  check_conversions("unsigned", results, 3, cast_to<unsigned>(from.integers), kHalf);
  check_conversions("short", results, 4, cast_to<short>(from.integers), kHalf);
  check_conversions("long long", results, 5, cast_to<long long>(from.longs), kHalf);
  check_conversions("unsigned long long", results, 6, cast_to<unsigned long long>(from.longs), kHalf);
  check_conversions("a pair's low", results, 7, widened(from.floats), kHalf);
  check_conversions("a pair's high", results, 8, widened(from.floats), kHalf);
}

TEST_CASE("probe: bfloat16 arithmetic") {
  const auto a = joined(any_bits(1000, 21), moderate_bits(2000, 22, kBfloat));
  const auto b = joined(any_bits(1000, 23), moderate_bits(2000, 24, kBfloat));
  const auto c = joined(any_bits(1000, 25), moderate_bits(2000, 26, kBfloat));
  const std::vector<Named> operations = {
      {"+", [](Real x, Real y, Real) { return x + y; }},         {"-", [](Real x, Real y, Real) { return x - y; }},
      {"*", [](Real x, Real y, Real) { return x * y; }},         {"/", [](Real x, Real y, Real) { return x / y; }},
      {"fma", [](Real x, Real y, Real z) { return x * y + z; }}, {"neg", [](Real x, Real, Real) { return -x; }},
      {"abs", [](Real x, Real, Real) { return std::fabs(x); }}};
  // A sum of numbers of very different size may not fit into 64 bits. Such inputs are skipped: products have 16 bits,
  // so sums of operands whose exponents differ by up to 40 fit.
  std::vector<Bits> x, y, z;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Real p = bfloat16_value(a[i]), q = bfloat16_value(b[i]), r = bfloat16_value(c[i]);
    const auto apart = [](Real m, Real n) {
      return std::isfinite(m) && std::isfinite(n) && m != 0 && n != 0 && std::abs(std::ilogb(m) - std::ilogb(n)) > 40;
    };
    if (apart(p, q) || apart(p * q, r)) continue;
    x.push_back(a[i]);
    y.push_back(b[i]);
    z.push_back(c[i]);
  }
  const auto out = unwritten<Bits>(9 * x.size());
  run("bf16_arithmetic", threads_for(x.size()), size_of(x), upload(x), upload(y), upload(z), out);
  const auto results = out.to_vector();
  check_arithmetic(results, operations, kBfloat, x, y, z);
  for (const bool larger : {true, false}) {
    auto actual = column(results, larger ? 7 : 8, x.size());
    std::vector<Bits> expected;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Real p = bfloat16_value(x[i]), q = bfloat16_value(y[i]);
      // A NaN is ignored; the maximum of two zeros is +0, and the minimum is -0.
      const bool first = std::isnan(q) || (p == q ? std::signbit(p) != larger : (p > q) == larger);
      expected.push_back(with_one_nan(std::isnan(p) ? y[i] : first ? x[i] : y[i], kBfloat));
      actual[i] = with_one_nan(actual[i], kBfloat);
    }
    check_equal(larger ? "max" : "min", actual, expected);
  }
  const auto even = [](std::vector<Bits> values) {
    values.resize(values.size() / 2 * 2);
    return values;
  };
  const auto x2 = even(x), y2 = even(y), z2 = even(z);
  const auto pairs = unwritten<Bits>(4 * x2.size());
  run("bf162_arithmetic", threads_for(x2.size() / 2), size_of(x2) / 2, upload(x2), upload(y2), upload(z2), pairs);
  check_arithmetic(pairs.to_vector(), {operations[0], operations[1], operations[2], operations[4]}, kBfloat, x2, y2,
                   z2);
}

TEST_CASE("probe: bfloat16 functions") {
  const auto in = sweep();
  const auto out = unwritten<Bits>(11 * in.size());
  run("bf16_functions", threads_for(in.size()), size_of(in), upload(in), out);
  check_functions(out.to_vector(),
                  {{"hexp", [](Real x) { return std::exp(x); }, 1},
                   {"hlog", [](Real x) { return std::log(x); }, 1},
                   {"hsin", [](Real x) { return std::sin(x); }, 1},
                   {"hcos", [](Real x) { return std::cos(x); }, 1},
                   {"hsqrt", [](Real x) { return std::sqrt(x); }, 1},
                   {"hrsqrt", [](Real x) { return 1 / std::sqrt(x); }, 1},
                   {"hrcp", [](Real x) { return 1 / x; }, 1},
                   {"hfloor", [](Real x) { return std::floor(x); }, 0},
                   {"hceil", [](Real x) { return std::ceil(x); }, 0},
                   {"hrint", [](Real x) { return std::nearbyint(x); }, 0},
                   {"htrunc", [](Real x) { return std::trunc(x); }, 0}},
                  kBfloat, in);
}

TEST_CASE("probe: conversions to bfloat16 and back") {
  const auto from = sources(3000);
  const std::size_t count = from.floats.size();
  const auto out = unwritten<Bits>(6 * count);
  const auto back = unwritten<int>(count);
  run("bf16_conversions", threads_for(count), static_cast<unsigned>(count), upload(from.floats), upload(from.integers),
      upload(from.longs), out, back);
  const auto results = out.to_vector();
  check_conversions("float", results, 0, widened(from.floats), kBfloat);
  check_conversions("int", results, 2, cast_to<int>(from.integers), kBfloat);
  check_conversions("unsigned", results, 3, cast_to<unsigned>(from.integers), kBfloat);
  check_conversions("long long", results, 4, cast_to<long long>(from.longs), kBfloat);
  check_conversions("unsigned long long", results, 5, cast_to<unsigned long long>(from.longs), kBfloat);
  std::vector<Bits> truncated, expected;
  const auto backs = back.to_vector();
  std::vector<int> integers, rounded;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = from.floats[i];
    if (!std::isnan(x)) {
      std::uint32_t bits;
      std::memcpy(&bits, &x, sizeof bits);
      truncated.push_back(results[count + i]);
      expected.push_back(static_cast<Bits>(bits >> 16));
    }
    const Real value = std::trunc(bfloat16_value(bfloat16_bits(x)));
    if (!(std::fabs(value) < 0x1p31L)) continue;
    integers.push_back(backs[i]);
    rounded.push_back(static_cast<int>(value));
  }
  check_equal("toward zero", truncated, expected);
  check_equal("back to int", integers, rounded);
}
