// FP8 and BF8 in gfx942's encodings and in OCP's encodings of gfx12, compared with tables of all codes.
#include <array>

#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

/// An encoding according to the definition of its format.
struct Format {
  std::string processor, name;
  int mantissa, bias;          ///< `mantissa`: the number of stored bits
  int largest, overflow, nan;  ///< codes of the largest finite number, and of what overflow and a NaN are converted to
  bool fnuz;                   ///< no infinities and no -0; the only NaN is 0x80

  /// The magnitude of a code without its sign. Codes beyond the largest one are included.
  double size(int code) const {
    const int exponent = code >> mantissa, fraction = code & ((1 << mantissa) - 1);
    const int whole = exponent == 0 ? fraction : fraction + (1 << mantissa);
    return std::ldexp(whole, std::max(exponent, 1) - bias - mantissa);
  }
  std::uint32_t decoded(int code) const {
    if (fnuz && code == 0x80) return kInvalid32;
    const std::uint32_t sign = code >> 7 == 0 ? 0 : 0x80000000;
    const int magnitude = code & 0x7f;
    if (magnitude > largest) return sign | (!fnuz && mantissa == 2 && magnitude == 0x7c ? 0x7f800000 : kInvalid32);
    return sign | bits(static_cast<float>(size(magnitude)));
  }
  /// `finite`: the number that is converted is finite. An infinity is not saturated.
  int with_sign(int code, bool negative, bool saturate, bool finite) const {
    if (code > largest) code = saturate && finite ? largest : overflow;
    if (fnuz && code == 0) return 0;
    return code | (negative ? 0x80 : 0);
  }
  int encoded(float x, bool saturate) const {
    if (std::isnan(x)) return nan;
    const double wanted = std::fabs(x);
    int code = 0;
    while (code <= largest && size(code + 1) <= wanted) ++code;
    if (code <= largest) {
      const double low = wanted - size(code), high = size(code + 1) - wanted;
      if (high < low || (high == low && code % 2 != 0)) ++code;
    }
    return with_sign(code, std::signbit(x), saturate, std::isfinite(x));
  }
};

const std::vector<Format> kFormats = {{"gfx942", "fp8", 3, 8, 0x7f, 0x80, 0x80, true},
                                      {"gfx942", "bf8", 2, 16, 0x7f, 0x80, 0x80, true},
                                      {"gfx1201", "fp8", 3, 7, 0x7e, 0x7f, 0xff, false},
                                      {"gfx1201", "bf8", 2, 15, 0x7b, 0x7c, 0xfe, false}};

Words many() {
  Words values = edges32();
  const auto random = random_columns<std::uint32_t>(1, 1024);
  values.insert(values.end(), random[0].begin(), random[0].end());
  std::mt19937 engine(9);
  for (int n = 0; n < 4096; ++n) {
    // Exponents from 100 to 146, that is, 2^-27 to 2^19, include the range of each format.
    const auto bits = static_cast<std::uint32_t>(engine());
    values.push_back((bits & 0x807fffff) | (100 + bits % 47) << 23);
  }
  // Ties between neighbouring codes of each format, and the neighbours of the ties.
  for (const auto& format : kFormats)
    for (int code = 0; code <= format.largest; ++code) {
      const auto tie = static_cast<float>((format.size(code) + format.size(code + 1)) / 2);
      for (const float x : {tie, std::nextafter(tie, 0.0f), std::nextafter(tie, INFINITY), -tie})
        values.push_back(bits(x));
    }
  return values;
}

}  // namespace

TEST_CASE("conversion: every FP8 and BF8 code is converted to f32", "[conversion]") {
  std::vector<Words> columns(1);
  for (std::uint32_t code = 0; code < 256; ++code)
    columns[0].push_back(code | (code ^ 0xff) << 8 | code << 16 | code << 24);
  for (const auto& format : kFormats) {
    const std::string name = "v_cvt_f32_" + format.name;
    check_bits(name, columns, results<std::uint32_t>(format.processor, name + " v0, v1", columns),
               [&](std::uint32_t x) { return format.decoded(x & 0xff); });
    check_bits(
        "pairs", columns,
        results<std::uint64_t>(format.processor, "v_cvt_pk_f32_" + format.name + " v[0:1], v1", columns),
        [&](std::uint32_t x) { return format.decoded(x & 0xff) | std::uint64_t{format.decoded(x >> 8 & 0xff)} << 32; });
  }
  // From the lowest byte on, these codes are 4, 3, 2 and 1 in OCP's FP8, and half of that in gfx942's.
  const std::vector<Words> one = {{0x38404448}};
  const Words values = {bits(1.0f), bits(2.0f), bits(3.0f), bits(4.0f)};
  CHECK(results<std::uint32_t>("gfx942", "v_cvt_f32_fp8_sdwa v0, v1 src0_sel:BYTE_3", one) == Words{bits(0.5f)});
  CHECK(results<std::uint64_t>("gfx942", "v_cvt_pk_f32_fp8_sdwa v[0:1], v1 src0_sel:WORD_1", one) ==
        Longs{std::uint64_t{bits(0.5f)} << 32 | bits(1.0f)});
  CHECK(results<std::uint64_t>("gfx1201", "v_cvt_pk_f32_fp8 v[0:1], v1 op_sel:[1,0]", one) ==
        Longs{std::uint64_t{values[0]} << 32 | values[1]});
}

TEST_CASE("conversion: f32 is rounded to the nearest FP8 and BF8", "[conversion]") {
  std::vector<Words> columns = {many(), many()};
  std::reverse(columns[1].begin(), columns[1].end());
  for (const auto& format : kFormats)
    for (const bool saturate : {false, true}) {
      const std::string name = "v_cvt_pk_" + format.name + "_f32";
      // The rounding mode must have no effect. Bit 23 of MODE makes an overflow saturate.
      const auto mode = rounding(1) | (saturate ? 1u << 23 : 0);
      const auto pair = [&](std::uint32_t a, std::uint32_t b) {
        return static_cast<std::uint32_t>(format.encoded(f32(a), saturate) | format.encoded(f32(b), saturate) << 8);
      };
      check_bits(format.processor + " " + name, columns,
                 results<std::uint32_t>(format.processor, name + " v0, v1, v2", columns, mode),
                 [&](std::uint32_t a, std::uint32_t b) { return (kOld & 0xffff0000) | pair(a, b); });
      check_bits(format.processor + " " + name + " op_sel", columns,
                 results<std::uint32_t>(format.processor, name + " v0, -v1, |v2| op_sel:[0,0,1]", columns, mode),
                 [&](std::uint32_t a, std::uint32_t b) {
                   return (kOld & 0xffff) | pair(a ^ 0x80000000, b & 0x7fffffff) << 16;
                 });
    }
}

TEST_CASE("conversion: f32 is rounded stochastically to FP8 and BF8", "[conversion]") {
  std::vector<Words> columns = {many(), {}};
  for (std::uint32_t n = 0; n < columns[0].size(); ++n)
    columns[1].push_back(n % 3 == 0 ? 0 : n % 3 == 1 ? 0xffffffff : n * 0x9e3779b9);
  for (const auto& format : kFormats) {
    const std::string name = "v_cvt_sr_" + format.name + "_f32";
    const auto found = results<std::uint32_t>(format.processor, name + " v0, v1, v2", columns);
    check_each(format.processor + " " + name, columns, found, [&](std::size_t row) {
      const float x = f32(columns[0][row]);
      const auto code = static_cast<int>(found[row] & 0xff);
      if ((found[row] ^ kOld) >> 8 != 0) return false;
      if (std::isnan(x)) return code == format.nan;
      int below = 0;
      while (below <= format.largest && format.size(below + 1) <= std::fabs(x)) ++below;
      const auto is = [&](int magnitude) {
        return code == format.with_sign(magnitude, std::signbit(x), false, std::isfinite(x));
      };
      // With random bits of 0, nothing is added; with all ones, almost one unit is added, which rounds all but the
      // smallest fractions up. Exact codes are unchanged. The instruction uses only the upper bits of the random
      // number, at least 20, so this is checked with a tolerance of 2^-19.
      const double part = (std::fabs(x) - format.size(below)) / (format.size(below + 1) - format.size(below));
      if (below > format.largest || part == 0 || columns[1][row] == 0) return is(below);
      if (columns[1][row] == 0xffffffff) return part > 0x1p-19 ? is(below + 1) : is(below) || is(below + 1);
      // In other cases, the value is rounded up if the random bits, as a fraction, fill the rest of the unit.
      const double filled = part + columns[1][row] * 0x1p-32;
      return filled > 1 + 0x1p-19 ? is(below + 1) : filled < 1 - 0x1p-19 ? is(below) : is(below) || is(below + 1);
    });
  }
  // The other bytes of kOld are unchanged. On gfx942, the upper bits of op_sel select the byte. 1.0 is 0x40 in both
  // formats.
  const std::vector<Words> one = {{bits(1.0f)}, {0}};
  CHECK(results<std::uint32_t>("gfx942", "v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,0]", one) == Words{0xabcd4076});
  CHECK(results<std::uint32_t>("gfx942", "v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,0,1]", one) == Words{0xab409876});
  CHECK(results<std::uint32_t>("gfx942", "v_cvt_sr_bf8_f32 v0, v1, v2 op_sel:[0,0,1,1]", one) == Words{0x40cd9876});
}

TEST_CASE("conversion: byte_sel of gfx12 selects the byte", "[conversion]") {
  // 0x40 is 2.0 in FP8, and 0x38 is 0.5 in BF8. 1.0 is 0x38 in FP8 and 0x3c in BF8.
  const std::vector<Words> one = {{0x38404448}, {0}}, number = {{bits(1.0f)}, {0}};
  CHECK(results<std::uint32_t>("gfx1201", "v_cvt_f32_fp8 v0, v1 byte_sel:2", one) == Words{bits(2.0f)});
  CHECK(results<std::uint32_t>("gfx1201", "v_cvt_f32_bf8 v0, v1 byte_sel:3", one) == Words{bits(0.5f)});
  CHECK(results<std::uint32_t>("gfx1201", "v_cvt_sr_fp8_f32 v0, v1, v2 byte_sel:1", number) == Words{0xabcd3876});
  CHECK(results<std::uint32_t>("gfx1201", "v_cvt_sr_bf8_f32 v0, v1, v2 byte_sel:3", number) == Words{0x3ccd9876});
}

}  // namespace rocm_bindgen::emulator
