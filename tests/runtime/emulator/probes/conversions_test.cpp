// Conversions between floating-point numbers and integers of all widths.
#include <algorithm>
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
using Long = long long;

/// The rounding of each conversion: to nearest with ties to even, toward zero, down and up.
Long nearest(Real x) {
  return static_cast<Long>(std::nearbyint(x));
}
Long toward_zero(Real x) {
  return static_cast<Long>(x);
}
Long down(Real x) {
  return static_cast<Long>(std::floor(x));
}
Long up(Real x) {
  return static_cast<Long>(std::ceil(x));
}
Long unsigned_toward_zero(Real x) {
  return static_cast<Long>(static_cast<unsigned long long>(x));
}

struct Conversion {
  const char* name;
  Long (*convert)(Real);
  Real scale;     ///< the factor of the number before the conversion
  bool positive;  ///< the absolute value is converted
};

/// Compares columns of integers with conversions of the inputs.
template <class T>
void check_columns(const std::vector<Long>& results, const std::vector<T>& in,
                   const std::vector<Conversion>& conversions) {
  for (std::size_t f = 0; f < conversions.size(); ++f) {
    const auto& conversion = conversions[f];
    std::vector<Long> expected;
    for (const T value : in) {
      // The device's type is used here, in which scaling by a power of two is exact.
      const T scaled = static_cast<T>(value * static_cast<T>(conversion.scale));
      expected.push_back(conversion.convert(conversion.positive ? std::fabs(scaled) : scaled));
    }
    check_equal(conversion.name, column(results, f, in.size()), expected,
                [&](std::size_t i) { return text_of(in[i]); });
  }
}

}  // namespace

TEST_CASE("probe: conversions of float to integers") {
  Random random(1);
  std::vector<float> in{0,           -0.0f,      0.5f,     -0.5f,          1.5f,          2.5f,   -1.5f,   -2.5f,
                        0.49999997f, 8388607.5f, 16777216, -2147483648.0f, 2147483520.0f, 1e-40f, -1e-40f, 0.99999994f};
  in = filled(in, 2000, [&] { return random.any_size(1e-3, 2.1e9); });
  const auto out = unwritten<Long>(12 * in.size());
  run("float_to_integer", threads_for(in.size()), static_cast<unsigned>(in.size()), upload(in), out);
  check_columns(out.to_vector(), in,
                {{"int, nearest", nearest, 1, false},
                 {"int, toward zero", toward_zero, 1, false},
                 {"int, down", down, 1, false},
                 {"int, up", up, 1, false},
                 {"unsigned, nearest", nearest, 1, true},
                 {"unsigned, toward zero", toward_zero, 1, true},
                 {"long long, nearest", nearest, 4096, false},
                 {"long long, toward zero", toward_zero, 4096, false},
                 {"unsigned long long", unsigned_toward_zero, 4096, true},
                 {"short", toward_zero, 1.0L / 65536, false},
                 {"signed char", toward_zero, 1.0L / 16777216, false},
                 {"unsigned char", toward_zero, 1.0L / 16777216, true}});
}

TEST_CASE("probe: conversions of double to integers") {
  Random random(2);
  // The kernel multiplies by 2^30 before conversions to long long. The last number then is the largest one that has a
  // fraction, 2^52 - 0.5.
  std::vector<double> in{0,
                         -0.0,
                         0.5,
                         -0.5,
                         1.5,
                         2.5,
                         -1.5,
                         -2.5,
                         0.49999999999999994,
                         2147483647,
                         -2147483648.0,
                         1e-310,
                         -1e-310,
                         4503599627370495.5 / 0x1p30};
  in = filled(in, 2000, [&] { return random.any_size(1e-9, 2.1e9); });
  const auto out = unwritten<Long>(12 * in.size());
  run("double_to_integer", threads_for(in.size()), static_cast<unsigned>(in.size()), upload(in), out);
  const auto results = out.to_vector();
  check_columns(results, in,
                {{"int, nearest", nearest, 1, false},
                 {"int, toward zero", toward_zero, 1, false},
                 {"int, down", down, 1, false},
                 {"int, up", up, 1, false},
                 {"unsigned, nearest", nearest, 1, true},
                 {"unsigned, toward zero", toward_zero, 1, true},
                 {"long long, nearest", nearest, 1073741824, false},
                 {"long long, toward zero", toward_zero, 1073741824, false},
                 {"unsigned long long", unsigned_toward_zero, 1073741824, true}});
  std::vector<Long> high, low, bits;
  for (const double x : in) {
    Long all;
    std::memcpy(&all, &x, sizeof all);
    high.push_back(static_cast<int>(all >> 32));
    low.push_back(static_cast<int>(all));
    bits.push_back(all);
  }
  check_equal("high half", column(results, 9, in.size()), high);
  check_equal("low half", column(results, 10, in.size()), low);
  check_equal("bits", column(results, 11, in.size()), bits);
}

TEST_CASE("probe: conversions of integers to floats") {
  Random random(3);
  std::vector<Long> in{0,
                       1,
                       -1,
                       255,
                       256,
                       16777217,
                       16777219,
                       -16777217,
                       INT32_MAX,
                       INT32_MIN,
                       INT64_MAX,
                       INT64_MIN,
                       9007199254740993,
                       0x7fffff4000000000,
                       0x7fffff4000000001,
                       static_cast<Long>(0x8000008000000001)};
  in = filled(in, 1000, [&] { return static_cast<Long>(random.any_size(1, 9e18)); });
  in = filled(in, 2000, [&] { return static_cast<Long>(random.bits()); });
  const std::size_t count = in.size();
  const auto floats = unwritten<float>(10 * count);
  const auto doubles = unwritten<double>(7 * count);
  run("integer_to_float", threads_for(count), static_cast<unsigned>(count), upload(in), floats, doubles);
  const auto narrow = floats.to_vector();
  const auto wide = doubles.to_vector();
  const auto check = [&](const char* name, std::size_t index, auto convert, const auto& all) {
    std::remove_const_t<std::remove_reference_t<decltype(all)>> expected;
    for (const Long x : in) expected.push_back(convert(x));
    check_equal(name, column(all, index, count), expected, [&](std::size_t i) { return text_of(in[i]); });
  };
  check("int to float", 0, [](Long x) { return static_cast<float>(static_cast<int>(x)); }, narrow);
  check("unsigned to float", 1, [](Long x) { return static_cast<float>(static_cast<unsigned>(x)); }, narrow);
  check("long long to float", 2, [](Long x) { return static_cast<float>(x); }, narrow);
  check("ull to float", 3, [](Long x) { return static_cast<float>(static_cast<unsigned long long>(x)); }, narrow);
  check("short to float", 4, [](Long x) { return static_cast<float>(static_cast<short>(x)); }, narrow);
  check("char to float", 5, [](Long x) { return static_cast<float>(static_cast<signed char>(x)); }, narrow);
  check("byte 1 to float", 6, [](Long x) { return static_cast<float>(x >> 8 & 255); }, narrow);
  check("byte 0 to float", 7, [](Long x) { return static_cast<float>(x & 255); }, narrow);
  check("byte 3 to float", 8, [](Long x) { return static_cast<float>(x >> 24 & 255); }, narrow);
  check("unsigned short to float", 9, [](Long x) { return static_cast<float>(x & 65535); }, narrow);
  check("int to double", 0, [](Long x) { return static_cast<double>(static_cast<int>(x)); }, wide);
  check("unsigned to double", 1, [](Long x) { return static_cast<double>(static_cast<unsigned>(x)); }, wide);
  check("long long to double", 2, [](Long x) { return static_cast<double>(x); }, wide);
  check("ull to double", 3, [](Long x) { return static_cast<double>(static_cast<unsigned long long>(x)); }, wide);
  check("char to double", 4, [](Long x) { return static_cast<double>(static_cast<signed char>(x)); }, wide);
  const auto of_bits = [](unsigned long long bits) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  };
  check("bits", 5, [&](Long x) { return of_bits(static_cast<unsigned long long>(x)); }, wide);
  check(
      "halves, exchanged", 6,
      [&](Long x) {
        const auto bits = static_cast<unsigned long long>(x);
        return of_bits(bits << 32 | bits >> 32);
      },
      wide);
}

TEST_CASE("probe: conversions of double to float and back") {
  Random random(4);
  auto in = filled(special_values<double>(), 500, [&] { return random.any_size(1e-46, 1e39); });
  // Ties between two floats, including subnormal ones.
  in = filled(in, 1000, [&] { return (random.integer(1, 1 << 24) + 0.5) * std::exp2(random.integer(-149, 100)); });
  const auto out = unwritten<float>(in.size());
  const auto back = unwritten<double>(in.size());
  run("between_floats", threads_for(in.size()), static_cast<unsigned>(in.size()), upload(in), out, back);
  std::vector<float> expected;
  std::vector<double> expected_back;
  for (const double x : in) {
    expected.push_back(static_cast<float>(x));
    expected_back.push_back(static_cast<double>(expected.back()) + 1);
  }
  const auto describe = [&](std::size_t i) { return text_of(in[i]); };
  check_equal("double to float", out.to_vector(), expected, describe);
  check_equal("float to double", back.to_vector(), expected_back, describe);
}

TEST_CASE("probe: saturating conversions") {
  Random random(5);
  auto in = filled(special_values<float>(), 100, [&] { return random.any_size(1e3, 1e30); });
  in = filled(in, 1500, [&] { return random.uniform(-300, 300); });
  in = filled(in, 2500, [&] { return random.uniform(-70000, 70000); });
  const std::size_t count = in.size();
  const auto out = unwritten<int>(8 * count);
  run("saturating_conversions", threads_for(count), static_cast<unsigned>(count), upload(in), out);
  const auto results = out.to_vector();
  const auto check = [&](const char* name, std::size_t index, auto convert) {
    std::vector<int> expected;
    for (const float x : in) expected.push_back(convert(x));
    check_equal(name, column(results, index, count), expected, [&](std::size_t i) { return text_of(in[i]); });
  };
  const auto rounded = [](float x, float low, float high) {
    return static_cast<int>(std::nearbyint(std::isnan(x) ? low : std::clamp(x, low, high)));
  };
  const auto truncated = [](float x, int low, int high) {
    const float within = std::isnan(x) ? -2e9f : std::clamp(x, -2e9f, 2e9f);
    return std::clamp(static_cast<int>(within), low, high);
  };
  check("signed char", 0, [&](float x) { return rounded(x, -128, 127); });
  check("unsigned char", 1, [&](float x) { return rounded(x, 0, 255); });
  check("short", 2, [&](float x) { return rounded(x, -32768, 32767); });
  check("unsigned short", 3, [&](float x) { return rounded(x, 0, 65535); });
  check("0 to 1", 4, [&](float x) { return static_cast<int>((std::isnan(x) ? 0 : std::clamp(x, 0.0f, 1.0f)) * 255); });
  check("int to signed char", 5, [&](float x) { return truncated(x, -128, 127); });
  check("int to unsigned char", 6, [&](float x) { return truncated(x, 0, 255); });
  check("int to short", 7, [&](float x) { return truncated(x, -32768, 32767); });
}

TEST_CASE("probe: conversions between integer widths") {
  Random random(6);
  const auto in = filled(std::vector<Long>{0, -1, 127, 128, 255, 256, 32767, 32768, 65535, INT32_MIN, INT64_MIN}, 500,
                         [&] { return static_cast<Long>(random.bits()); });
  const std::size_t count = in.size();
  const auto out = unwritten<Long>(10 * count);
  run("integer_widths", threads_for(count), static_cast<unsigned>(count), upload(in), out);
  const auto results = out.to_vector();
  const auto check = [&](const char* name, std::size_t index, auto convert) {
    std::vector<Long> expected;
    for (const Long x : in) expected.push_back(static_cast<Long>(convert(x)));
    check_equal(name, column(results, index, count), expected, [&](std::size_t i) { return text_of(in[i]); });
  };
  check("signed char", 0, [](Long x) { return static_cast<signed char>(x); });
  check("unsigned char", 1, [](Long x) { return static_cast<unsigned char>(x); });
  check("short", 2, [](Long x) { return static_cast<short>(x); });
  check("unsigned short", 3, [](Long x) { return static_cast<unsigned short>(x); });
  check("int", 4, [](Long x) { return static_cast<int>(x); });
  check("unsigned", 5, [](Long x) { return static_cast<unsigned>(x); });
  check("bool", 6, [](Long x) { return x != 0; });
  check("second byte", 7, [](Long x) { return static_cast<signed char>(x >> 8); });
  check("second short", 8, [](Long x) { return static_cast<short>(x >> 16); });
  check("from the middle", 9, [](Long x) { return static_cast<unsigned short>(x >> 40); });
}
