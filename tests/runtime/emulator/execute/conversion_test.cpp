// Conversions between floats of all widths and integers, single and packed.
#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1100"};

bool is_gfx9(const std::string& processor) {
  return processor == "gfx90a";
}

/// Each half is in the low part of a register, whose upper half must be ignored.
std::vector<Words> all_halves() {
  std::vector<Words> columns(1);
  for (std::uint32_t half = 0; half < 0x10000; ++half) columns[0].push_back(half | 0x12340000);
  return columns;
}
std::vector<Words> many32() {
  std::vector<Words> columns = {edges32()};
  append(columns, random_columns<std::uint32_t>(1, 8192));
  // Values around the ends of the ranges of small integers; around 65520, which is the first number that is infinite as
  // f16; and around numbers halfway between two integers.
  for (const float end :
       {127.0f, 128.0f, 255.0f, 256.0f, 32767.0f, 32768.0f, 65535.0f, 65536.0f, 65519.0f, 65520.0f, 0.5f, 1.5f, 2.5f})
    for (const float x : {end - 0.75f, end - 0.5f, end - 0.25f, end, end + 0.25f, end + 0.5f, end + 1}) {
      columns[0].push_back(bits(x));
      columns[0].push_back(bits(-x));
    }
  return columns;
}
std::vector<Longs> many64() {
  std::vector<Longs> columns = {edges64()};
  append(columns, random_columns<std::uint64_t>(1, 4096));
  const auto singles = many32();
  // Doubles that are slightly larger than a float, so that the conversion to float has to round.
  for (const auto x : singles[0]) columns[0].push_back(bits(double{f32(x)} * (1 + 0x1p-40)));
  return columns;
}
std::vector<Words> integers() {
  std::vector<Words> columns = {{0,          1,          2,          0x7f,       0x80,       0xff,       0x100,
                                 0x7fff,     0x8000,     0xffff,     0x10000,    0xffffff,   0x1000000,  0x1000001,
                                 0x1000003,  0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x7fffffc0,
                                 0x7fffffbf, 0xffffff7f, 0xffffff80, 0x12345678, 0x89abcdef}};
  append(columns, random_columns<std::uint32_t>(1, 2048));
  return columns;
}

/// Truncates the fraction, saturates values out of range, and converts NaN to zero.
std::int64_t clamped(long double x, std::int64_t low, std::int64_t high) {
  if (std::isnan(x)) return 0;
  if (x <= static_cast<long double>(low)) return low;
  if (x >= static_cast<long double>(high)) return high;
  return static_cast<std::int64_t>(x);
}
constexpr std::int64_t kInt32 = INT32_MAX, kUint32 = UINT32_MAX;

Words lows(Words results) {
  for (auto& result : results) result &= 0xffff;
  return results;
}

}  // namespace

TEST_CASE("conversion: floats are converted to other widths", "[conversion]") {
  const auto halves = all_halves();
  const auto singles = many32();
  const auto doubles = many64();
  for (const auto& processor : kProcessors) {
    check_bits("f32 of f16", halves, results<std::uint32_t>(processor, "v_cvt_f32_f16 v0, v1", halves),
               [](std::uint32_t x) {
                 // A NaN is made quiet, and keeps its sign and the upper bits of its payload.
                 if (is_nan16(x)) return (x & 0x8000) << 16 | 0x7fc00000 | (x & 0x3ff) << 13;
                 return bits(static_cast<float>(f16(x)));
               });
    for (unsigned mode = 0; mode < 4; ++mode) {
      // f16 uses the rounding mode of f64; f32 uses its own.
      const auto half_mode = kComputeMode | mode << 2, single_mode = kComputeMode | mode;
      check_bits("f16 of f32", singles,
                 lows(results<std::uint32_t>(processor, "v_cvt_f16_f32 v0, v1", singles, half_mode)),
                 [&](std::uint32_t x) -> std::uint32_t {
                   if (std::isnan(f32(x))) return x >> 31 << 15 | 0x7e00 | (x >> 13 & 0x3ff);
                   return rounded_half(f32(x), mode);
                 });
      check_bits(
          "f32 of f64", doubles, results<std::uint32_t>(processor, "v_cvt_f32_f64 v0, v[2:3]", doubles, single_mode),
          [&](std::uint64_t x) -> std::uint32_t {
            if (std::isnan(f64(x)))
              return static_cast<std::uint32_t>(x >> 63 << 31 | 0x7fc00000 | (x >> 29 & 0x7fffff));
            // The expected value is the host's float, moved to its neighbour if it is on the wrong side.
            const auto nearest = static_cast<float>(f64(x));
            const bool up = mode == 1 || (mode == 3 && f64(x) < 0), down = mode == 2 || (mode == 3 && f64(x) > 0);
            if (up && nearest < f64(x)) return bits(std::nextafter(nearest, INFINITY));
            if (down && nearest > f64(x)) return bits(std::nextafter(nearest, -INFINITY));
            return bits(nearest);
          });
    }
    check_bits("f64 of f32", singles, results<std::uint64_t>(processor, "v_cvt_f64_f32 v[0:1], v1", singles),
               [](std::uint32_t x) {
                 if (std::isnan(f32(x)))
                   return std::uint64_t{x >> 31} << 63 | 0x7ff8000000000000 | std::uint64_t{x & 0x7fffff} << 29;
                 return bits(double{f32(x)});
               });
  }
  CHECK(lows(results<std::uint32_t>("gfx1100", "v_cvt_f16_f32 v0, v1",
                                    std::vector<Words>{{bits(1e5f), bits(-INFINITY)}}, kSaturateHalves)) ==
        Words{0x7bff, 0xfc00});
  // MODE's bits for halves determine whether subnormal halves are flushed, and those for singles determine it for
  // subnormal singles. 0x330 flushes halves only.
  const std::vector<Words> tiny = {{bits(0x1p-20f), 0x00000001}};  // 2^-20 is 16 units of the smallest half, 2^-24
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_cvt_f16_f32 v0, v1", tiny)) == Words{0x0010, 0x0000});
  CHECK(lows(results<std::uint32_t>("gfx90a", "v_cvt_f16_f32 v0, v1", tiny, 0x330)) == Words{0x0000, 0x0000});
  CHECK(results<std::uint32_t>("gfx90a", "v_cvt_f32_f16 v0, v1", std::vector<Words>{{0x0010}}, 0x330) == Words{0});
}

TEST_CASE("conversion: floats are converted to integers", "[conversion]") {
  const auto halves = all_halves();
  const auto singles = many32();
  const auto doubles = many64();
  for (const auto& processor : kProcessors)
    for (const auto mode : {kComputeMode, rounding(1)}) {
      const auto run = [&](const std::string& text, const auto& columns) {
        return results<std::uint32_t>(processor, text, columns, mode);
      };
      check_bits("i32 of f32", singles, run("v_cvt_i32_f32 v0, v1", singles),
                 [](std::uint32_t x) { return clamped(f32(x), -kInt32 - 1, kInt32); });
      check_bits("u32 of f32", singles, run("v_cvt_u32_f32 v0, v1", singles),
                 [](std::uint32_t x) { return clamped(f32(x), 0, kUint32); });
      check_bits("i32 of f64", doubles, run("v_cvt_i32_f64 v0, v[2:3]", doubles),
                 [](std::uint64_t x) { return clamped(f64(x), -kInt32 - 1, kInt32); });
      check_bits("u32 of f64", doubles, run("v_cvt_u32_f64 v0, v[2:3]", doubles),
                 [](std::uint64_t x) { return clamped(f64(x), 0, kUint32); });
      check_bits("i16 of f16", halves, lows(run("v_cvt_i16_f16 v0, v1", halves)),
                 [](std::uint32_t x) { return clamped(f16(x), -32768, 32767) & 0xffff; });
      check_bits("u16 of f16", halves, lows(run("v_cvt_u16_f16 v0, v1", halves)),
                 [](std::uint32_t x) { return clamped(f16(x), 0, 65535); });
      check_bits(
          "floor", singles,
          run(is_gfx9(processor) ? "v_cvt_flr_i32_f32 v0, v1" : "v_cvt_floor_i32_f32 v0, v1", singles),
          [](std::uint32_t x) { return clamped(std::floor(static_cast<long double>(f32(x))), -kInt32 - 1, kInt32); });
      // Ties round up.
      check_bits("nearest", singles,
                 run(is_gfx9(processor) ? "v_cvt_rpi_i32_f32 v0, v1" : "v_cvt_nearest_i32_f32 v0, v1", singles),
                 [](std::uint32_t x) {
                   const auto wide = static_cast<long double>(f32(x));
                   const auto down = std::floor(wide);
                   return clamped(wide - down >= 0.5L ? down + 1 : down, -kInt32 - 1, kInt32);
                 });
    }
}

TEST_CASE("conversion: integers are converted to floats", "[conversion]") {
  const auto columns = integers();
  const auto as_signed = [](std::uint32_t x) { return static_cast<std::int32_t>(x); };
  for (const auto& processor : kProcessors) {
    const auto run = [&](const std::string& name) {
      return results<std::uint32_t>(processor, name + " v0, v1", columns);
    };
    check_bits("f32 of i32", columns, run("v_cvt_f32_i32"),
               [&](std::uint32_t x) { return bits(static_cast<float>(as_signed(x))); });
    check_bits("f32 of u32", columns, run("v_cvt_f32_u32"),
               [](std::uint32_t x) { return bits(static_cast<float>(x)); });
    check_bits("f64 of i32", columns, results<std::uint64_t>(processor, "v_cvt_f64_i32 v[0:1], v1", columns),
               [&](std::uint32_t x) { return bits(static_cast<double>(as_signed(x))); });
    check_bits("f64 of u32", columns, results<std::uint64_t>(processor, "v_cvt_f64_u32 v[0:1], v1", columns),
               [](std::uint32_t x) { return bits(static_cast<double>(x)); });
    for (unsigned byte = 0; byte < 4; ++byte)
      check_bits("f32 of a byte", columns, run("v_cvt_f32_ubyte" + std::to_string(byte)),
                 [&](std::uint32_t x) { return bits(static_cast<float>(x >> (8 * byte) & 0xff)); });
    check_bits("f32 of a nibble", columns, run("v_cvt_off_f32_i4"), [](std::uint32_t x) {
      const int nibble = static_cast<int>(x << 28) >> 28;
      return bits(static_cast<float>(nibble) * 0.0625f);
    });
    for (unsigned mode = 0; mode < 4; ++mode) {
      const auto halves = [&](const std::string& name) {
        return lows(results<std::uint32_t>(processor, name + " v0, v1", columns, kComputeMode | mode << 2));
      };
      check_bits("f16 of i16", columns, halves("v_cvt_f16_i16"),
                 [&](std::uint32_t x) { return rounded_half(static_cast<std::int16_t>(x), mode); });
      check_bits("f16 of u16", columns, halves("v_cvt_f16_u16"),
                 [&](std::uint32_t x) { return rounded_half(static_cast<std::uint16_t>(x), mode); });
    }
    // 2^24 + 1 and its negative are each between two floats.
    const std::vector<Words> odd = {{0x01000001, 0xfeffffff}};
    CHECK(results<std::uint32_t>(processor, "v_cvt_f32_i32 v0, v1", odd, kComputeMode | 1) ==
          Words{bits(16777218.0f), bits(-16777216.0f)});
    CHECK(results<std::uint32_t>(processor, "v_cvt_f32_i32 v0, v1", odd, kComputeMode | 2) ==
          Words{bits(16777216.0f), bits(-16777218.0f)});
  }
  CHECK(results<std::uint32_t>("gfx1100", "v_cvt_i32_i16 v0, v1", std::vector<Words>{{0x00018000, 0x7fff}}) ==
        Words{0xffff8000, 0x7fff});
  CHECK(results<std::uint32_t>("gfx1100", "v_cvt_u32_u16 v0, v1", std::vector<Words>{{0x00018000, 0x7fff}}) ==
        Words{0x8000, 0x7fff});
  CHECK(results<std::uint32_t>("gfx90a",
                               "v_cvt_f32_ubyte0_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1",
                               std::vector<Words>{{0x12345678}}) == Words{bits(52.0f)});  // 0x34
  CHECK(results<std::uint32_t>("gfx90a",
                               "v_cvt_f32_i32_sdwa v0, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0",
                               std::vector<Words>{{0x1234fffe}}) == Words{bits(-2.0f)});
}

TEST_CASE("conversion: floats are converted to pairs of normalised integers", "[conversion]") {
  auto singles = many32();
  for (int n = -70000; n < 70000; n += 37) singles[0].push_back(bits(static_cast<float>(n) / 65535));
  singles.push_back(singles[0]);
  std::reverse(singles[1].begin(), singles[1].end());
  const auto one = all_halves();
  auto halves = one;
  halves.push_back(one[0]);
  std::reverse(halves[1].begin(), halves[1].end());

  // Rounds to nearest, ties to even, independently of the host's rounding mode.
  const auto nearest = [](long double x) {
    const auto down = std::floor(x), rest = x - down;
    return rest > 0.5L || (rest == 0.5L && std::fmod(down, 2.0L) != 0) ? down + 1 : down;
  };
  const auto signed_norm = [=](long double x) {
    return static_cast<std::uint32_t>(clamped(nearest(x * 32767), -32767, 32767)) & 0xffff;
  };
  const auto unsigned_norm = [=](long double x) {
    return static_cast<std::uint32_t>(clamped(nearest(x * 65535), 0, 65535));
  };
  for (const auto& processor : kProcessors) {
    const std::string pack = is_gfx9(processor) ? "v_cvt_pknorm_" : "v_cvt_pk_norm_";
    // These conversions round to nearest in every mode, so the mode is one that would round up.
    const auto mode = rounding(1);
    check_bits("i16 of f32", singles, results<std::uint32_t>(processor, pack + "i16_f32 v0, v1, v2", singles, mode),
               [&](std::uint32_t a, std::uint32_t b) { return signed_norm(f32(a)) | signed_norm(f32(b)) << 16; });
    check_bits("u16 of f32", singles, results<std::uint32_t>(processor, pack + "u16_f32 v0, v1, v2", singles, mode),
               [&](std::uint32_t a, std::uint32_t b) { return unsigned_norm(f32(a)) | unsigned_norm(f32(b)) << 16; });
    check_bits("i16 of f16", halves, results<std::uint32_t>(processor, pack + "i16_f16 v0, v1, v2", halves, mode),
               [&](std::uint32_t a, std::uint32_t b) { return signed_norm(f16(a)) | signed_norm(f16(b)) << 16; });
    check_bits("u16 of f16", halves, results<std::uint32_t>(processor, pack + "u16_f16 v0, v1, v2", halves, mode),
               [&](std::uint32_t a, std::uint32_t b) { return unsigned_norm(f16(a)) | unsigned_norm(f16(b)) << 16; });
    check_bits("i16 of a half", one, lows(results<std::uint32_t>(processor, "v_cvt_norm_i16_f16 v0, v1", one, mode)),
               [&](std::uint32_t a) { return signed_norm(f16(a)); });
    check_bits("u16 of a half", one, lows(results<std::uint32_t>(processor, "v_cvt_norm_u16_f16 v0, v1", one, mode)),
               [&](std::uint32_t a) { return unsigned_norm(f16(a)); });
  }
}

TEST_CASE("conversion: values are converted to pairs of 16-bit values and to bytes", "[conversion]") {
  auto singles = many32();
  singles.push_back(singles[0]);
  std::reverse(singles[1].begin(), singles[1].end());
  auto whole = integers();
  whole.push_back(whole[0]);
  std::reverse(whole[1].begin(), whole[1].end());
  const auto truncated = [](std::uint32_t x) -> std::uint32_t {
    if (std::isnan(f32(x))) return x >> 31 << 15 | 0x7e00 | (x >> 13 & 0x3ff);
    return rounded_half(f32(x), 3);
  };
  for (const auto& processor : kProcessors) {
    // V_CVT_PKRTZ rounds towards zero in every mode.
    for (const auto mode : {kComputeMode, rounding(1)})
      check_bits(
          "pkrtz", singles,
          results<std::uint32_t>(
              processor, is_gfx9(processor) ? "v_cvt_pkrtz_f16_f32 v0, v1, v2" : "v_cvt_pk_rtz_f16_f32 v0, v1, v2",
              singles, mode),
          [&](std::uint32_t a, std::uint32_t b) { return truncated(a) | truncated(b) << 16; });
    check_bits("pk_u16_u32", whole, results<std::uint32_t>(processor, "v_cvt_pk_u16_u32 v0, v1, v2", whole),
               [](std::uint32_t a, std::uint32_t b) { return std::min(a, 0xffffu) | std::min(b, 0xffffu) << 16; });
    check_bits("pk_i16_i32", whole, results<std::uint32_t>(processor, "v_cvt_pk_i16_i32 v0, v1, v2", whole),
               [](std::uint32_t a, std::uint32_t b) {
                 const auto clamp = [](std::uint32_t x) {
                   return static_cast<std::uint32_t>(clamped(static_cast<std::int32_t>(x), -32768, 32767)) & 0xffff;
                 };
                 return clamp(a) | clamp(b) << 16;
               });
    std::vector<Words> bytes = {many32()[0], {}, {}};
    for (std::uint32_t n = 0; n < bytes[0].size(); ++n) {
      bytes[1].push_back(n % 5);
      bytes[2].push_back(0x01234567 * (n | 1));
    }
    check_bits("pk_u8_f32", bytes, results<std::uint32_t>(processor, "v_cvt_pk_u8_f32 v0, v1, v2, v3", bytes),
               [](std::uint32_t x, std::uint32_t index, std::uint32_t rest) {
                 const auto wide = static_cast<long double>(f32(x));
                 const auto down = std::floor(wide), part = wide - down;
                 const auto nearest = part > 0.5L || (part == 0.5L && std::fmod(down, 2.0L) != 0) ? down + 1 : down;
                 const unsigned shift = 8 * (index % 4);
                 const auto byte = static_cast<std::uint32_t>(clamped(nearest, 0, 255));
                 return (rest & ~(0xffu << shift)) | byte << shift;
               });
  }
  // 3 is written to byte 1, and 300, which saturates to 255, to byte 3.
  const std::vector<Words> accumulated = {{bits(3.0f), bits(300.0f)}, {1, 3}};
  CHECK(results<std::uint32_t>("gfx90a", "v_cvt_pkaccum_u8_f32 v0, v1, v2", accumulated) ==
        Words{(kOld & 0xffff00ff) | 0x300, (kOld & 0x00ffffff) | 0xff000000});
  check_bits("pk_i16_f32", singles, results<std::uint32_t>("gfx1100", "v_cvt_pk_i16_f32 v0, v1, v2", singles),
             [](std::uint32_t a, std::uint32_t b) {
               const auto low = static_cast<std::uint32_t>(clamped(f32(a), -32768, 32767)) & 0xffff;
               return low | static_cast<std::uint32_t>(clamped(f32(b), -32768, 32767)) << 16;
             });
  check_bits("pk_u16_f32", singles, results<std::uint32_t>("gfx1100", "v_cvt_pk_u16_f32 v0, v1, v2", singles),
             [](std::uint32_t a, std::uint32_t b) {
               return static_cast<std::uint32_t>(clamped(f32(a), 0, 65535) | clamped(f32(b), 0, 65535) << 16);
             });
}

}  // namespace rocm_bindgen::emulator
