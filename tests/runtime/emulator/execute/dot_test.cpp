// V_DOT*: integers of 4, 8 and 16 bits, f16 and bf16, and FP8.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/emulator/execute/narrow_floats.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using expected::pair;

const std::vector<std::uint32_t> kA = {0,          0xffffffff, 0x80808080, 0x7f7f7f7f, 0x01020304,
                                       0x88888888, 0x77777777, 0x80007fff, 0x12345678, 0xfedcba98};
const std::vector<std::uint32_t> kB = {0xffffffff, 0xffffffff, 0x80808080, 0x80808080, 0x05060708,
                                       0x88888888, 0x88888888, 0x80008000, 0x9abcdef0, 0x13579bdf};
const std::vector<std::uint32_t> kC = {5, 0x7fffffff, 0x80000000, 0xffffffff, 0x7ffffff0, 0x80000010, 0};

std::int64_t element(std::uint32_t dword, unsigned bits, unsigned n, bool is_signed) {
  const auto field = static_cast<std::int64_t>(dword >> (bits * n)) & ((std::int64_t{1} << bits) - 1);
  return is_signed && field >= std::int64_t{1} << (bits - 1) ? field - (std::int64_t{1} << bits) : field;
}

/// An instruction, the number of bits of its elements, and which operands are signed. If `to_destination`, the sum is
/// added to the destination, and there is no third source.
struct IntegerCase {
  std::vector<std::string> processors;
  std::string mnemonic;
  unsigned bits;
  bool a_signed, b_signed, result_signed;
  std::string modifier = "";
  bool to_destination = false;
};

std::uint32_t integer_dot(const IntegerCase& one, std::uint32_t a, std::uint32_t b, std::uint32_t c, bool clamp) {
  std::int64_t sum = one.result_signed ? static_cast<std::int32_t>(c) : std::int64_t{c};
  for (unsigned n = 0; n < 32 / one.bits; ++n)
    sum += element(a, one.bits, n, one.a_signed) * element(b, one.bits, n, one.b_signed);
  if (clamp && one.result_signed) sum = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
  if (clamp && !one.result_signed) sum = std::clamp<std::int64_t>(sum, 0, UINT32_MAX);
  return static_cast<std::uint32_t>(sum);
}

const std::vector<std::string> kOlder = {"gfx90a", "gfx942", "gfx1030"}, kNewer = {"gfx1100", "gfx1201"};

const std::vector<IntegerCase> kIntegers = {
    {kOlder, "v_dot2_i32_i16", 16, true, true, true},
    {kOlder, "v_dot2_u32_u16", 16, false, false, false},
    {kOlder, "v_dot4_i32_i8", 8, true, true, true},
    {{"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"}, "v_dot4_u32_u8", 8, false, false, false},
    {kOlder, "v_dot8_i32_i4", 4, true, true, true},
    {{"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"}, "v_dot8_u32_u4", 4, false, false, false},
    {kNewer, "v_dot4_i32_iu8", 8, false, false, true},
    {kNewer, "v_dot4_i32_iu8", 8, true, false, true, " neg_lo:[1,0,0]"},
    {kNewer, "v_dot4_i32_iu8", 8, false, true, true, " neg_lo:[0,1,0]"},
    {kNewer, "v_dot4_i32_iu8", 8, true, true, true, " neg_lo:[1,1,0]"},
    {kNewer, "v_dot8_i32_iu4", 4, false, false, true},
    {kNewer, "v_dot8_i32_iu4", 4, true, false, true, " neg_lo:[1,0,0]"},
    {kNewer, "v_dot8_i32_iu4", 4, true, true, true, " neg_lo:[1,1,0]"},
    {{"gfx90a", "gfx942"}, "v_dot2c_i32_i16", 16, true, true, true, "", true},
    {kOlder, "v_dot4c_i32_i8", 8, true, true, true, "", true},
    {{"gfx90a", "gfx942"}, "v_dot8c_i32_i4", 4, true, true, true, "", true},
};

TEST_CASE("integer dot products are exact", "[emulator][dot]") {
  for (const auto& one : kIntegers)
    for (const auto& processor : one.processors)
      for (const bool clamp : {false, true}) {
        if (clamp && one.to_destination) continue;
        const auto text =
            one.mnemonic + " v0, v1, v2" + (one.to_destination ? "" : ", v3") + one.modifier + (clamp ? " clamp" : "");
        CAPTURE(processor, text);
        Snippet snippet(processor, text);
        // Each run combines the values of a and b with other values of c.
        for (std::size_t shift = 0; shift < kC.size(); ++shift) {
          auto c = kC;
          std::rotate(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(shift), c.end());
          snippet.set(0, c).set(1, kA).set(2, kB).set(3, c).run();
          for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane)
            CHECK(snippet.get(0, lane) ==
                  integer_dot(one, kA[lane % kA.size()], kB[lane % kB.size()], c[lane % c.size()], clamp));
        }
      }
}

TEST_CASE("dot products with DPP read the first source of other lanes", "[emulator][dot]") {
  Snippet dot4("gfx90a", "v_dot4c_i32_i8_dpp v0, v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf");
  dot4.set(0, {100}).set(1, {1, 2, 3, 4}).set(2, {10, 20, 30, 40}).run();
  CHECK(dot4.get(0, 0) == 100 + 2 * 10);
  CHECK(dot4.get(0, 1) == 100 + 1 * 20);
  CHECK(dot4.get(0, 6) == 100 + 4 * 30);  // v1 of lane 7 and v2 of lane 6, whose values repeat every four lanes
  Snippet dot2("gfx1100", "v_dot2_f32_f16_e64_dpp v0, v1, v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf");
  dot2.set(1, {pair(0x3c00, 0x4000), pair(0x4200, 0x4400)}).set(2, {pair(0x3c00, 0x3c00)});
  dot2.set(3, {std::bit_cast<std::uint32_t>(0.5f)}).run();
  // v1 is (1, 2) and (3, 4) in turn, and v2 is (1, 1): lane 0 computes 3 + 4 + 0.5, and lane 1 computes 1 + 2 + 0.5.
  CHECK(dot2.get(0, 0) == std::bit_cast<std::uint32_t>(7.5f));
  CHECK(dot2.get(0, 1) == std::bit_cast<std::uint32_t>(3.5f));
}

std::uint32_t bits(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

TEST_CASE("dot products of f16 have f32 sums", "[emulator][dot]") {
  const auto processor = GENERATE("gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201");
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_dot2_f32_f16 v0, v1, v2, v3\n"
                  "v_dot2_f32_f16 v4, v1, v2, v3 neg_lo:[1,0,1] neg_hi:[0,1,0]\n"
                  "v_dot2_f32_f16 v5, v1, v2, v3 clamp\n"
                  "v_dot2_f32_f16 v6, v1, v2, 1.0");
  // The operands are 3, 5 and 7, 11, plus 0.5; and 60000 twice.
  snippet.set(1, {pair(0x4200, 0x4500), pair(0x7b53, 0x7b53)}).set(2, {pair(0x4700, 0x4980), pair(0x7b53, 0x7b53)});
  snippet.set(3, {bits(0.5)}).run();
  CHECK(snippet.get(0, 0) == bits(3 * 7 + 5 * 11 + 0.5));
  CHECK(snippet.get(4, 0) == bits(-3 * 7 - 5 * 11 - 0.5));
  CHECK(snippet.get(5, 0) == bits(1));
  CHECK(snippet.get(6, 0) == bits(3 * 7 + 5 * 11 + 1));
  CHECK(snippet.get(0, 1) == bits(2.0 * 60000 * 60000));
}

TEST_CASE("dot products of f16 handle NaNs, infinities and subnormal numbers", "[emulator][dot]") {
  const auto processor = GENERATE("gfx90a", "gfx1030", "gfx1100", "gfx1201");
  CAPTURE(processor);
  const auto result = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    Snippet snippet(processor, "v_dot2_f32_f16 v0, v1, v2, v3");
    return snippet.set(1, {a}).set(2, {b}).set(3, {c}).run().get(0);
  };
  // In f16, 0x7c00 and 0xfc00 are infinities, 0x3c00 is 1, and 0x7d01 is a signalling NaN.
  CHECK(result(pair(0x7c00, 0x3c00), pair(0x3c00, 0x3c00), bits(1)) == 0x7f800000);
  CHECK(result(pair(0x7c00, 0xfc00), pair(0x3c00, 0x3c00), bits(1)) == 0x7fc00000);
  CHECK(result(pair(0x7c00, 0x3c00), pair(0x0000, 0x3c00), bits(1)) == 0x7fc00000);
  CHECK((result(pair(0x3c00, 0x7d01), pair(0x3c00, 0x3c00), bits(1)) & 0x7fc00000) == 0x7fc00000);
  // Subnormal f16 operands are used. Subnormal f32 operands and results are 0; 0x80800000 is the normal number closest
  // to 0, negative.
  CHECK(result(pair(0x0001, 0), pair(0x3c00, 0), 0) == bits(0x1p-24));
  CHECK(result(0, 0, 0x00000123) == 0);
  CHECK(result(0, 0, 0x80800000) == 0x80800000);
}

TEST_CASE("dot products of f16 can add to their destination", "[emulator][dot]") {
  const auto [processor, mnemonic] = GENERATE(table<std::string, std::string>({{"gfx90a", "v_dot2c_f32_f16"},
                                                                               {"gfx942", "v_dot2c_f32_f16"},
                                                                               {"gfx1030", "v_dot2c_f32_f16"},
                                                                               {"gfx1100", "v_dot2acc_f32_f16"}}));
  CAPTURE(processor);
  Snippet snippet(processor, mnemonic + " v0, v1, v2\n" + mnemonic + " v0, v1, v2");
  snippet.set(0, {bits(100)}).set(1, {pair(0x4200, 0x4500)}).set(2, {pair(0x4700, 0x4980)}).run();
  CHECK(snippet.get(0) == bits(100 + 2 * (3 * 7 + 5 * 11)));
}

TEST_CASE("dot products of bf16 have f32 sums", "[emulator][dot]") {
  const auto processor = GENERATE("gfx1100", "gfx1201");
  CAPTURE(processor);
  const auto brain = [](double value) { return expected::brain(value); };
  Snippet snippet(processor, "v_dot2_f32_bf16 v0, v1, v2, v3\nv_dot2_f32_bf16 v4, v1, v2, v3 neg_lo:[0,1,0]");
  snippet.set(1, {pair(brain(3), brain(-0.5)), pair(0x7f7f, 0)}).set(2, {pair(brain(100), brain(64)), pair(0x7f7f, 0)});
  snippet.set(3, {bits(0.25)}).run();
  CHECK(snippet.get(0, 0) == bits(300 - 32 + 0.25));
  CHECK(snippet.get(4, 0) == bits(-300 - 32 + 0.25));
  CHECK(snippet.get(0, 1) == 0x7f800000);  // the square of the largest number
}

TEST_CASE("dot products of halves can have a half as the sum", "[emulator][dot]") {
  const auto processor = GENERATE("gfx1100", "gfx1201");
  CAPTURE(processor);
  const auto brain = [](double value) { return expected::brain(value); };
  Snippet snippet(processor,
                  "v_dot2_f16_f16 v0, v1, v2, v3\n"
                  "v_dot2_f16_f16 v4, v1, v2, v3 op_sel:[0,0,1,1]\n"
                  "v_dot2_f16_f16 v5, v1, v2, -|v3| op_sel:[0,0,1,0]\n"
                  "v_dot2_bf16_bf16 v6, v7, v8, v9 op_sel:[0,0,0,1]\n"
                  "v_dot2_f16_f16 v10, -v1, v2, v3");
  for (const unsigned reg : {0u, 4u, 5u, 6u, 10u}) snippet.set(reg, {0x12345678});
  snippet.set(1, {pair(0x4200, 0x4500)}).set(2, {pair(0x4700, 0x4980)}).set(3, {pair(0x3800, 0xc000)});
  snippet.set(7, {pair(brain(3), brain(5))}).set(8, {pair(brain(7), brain(11))}).set(9, {pair(brain(2), 0)}).run();
  // 3 * 7 + 5 * 11 = 76, plus 0.5 or -2 of v3, or 2 of v9. The other half of the destination is unchanged.
  CHECK(snippet.get(0) == pair(expected::half(76.5), 0x1234));
  CHECK(snippet.get(4) == pair(0x5678, expected::half(74)));
  CHECK(snippet.get(5) == pair(expected::half(74), 0x1234));
  CHECK(snippet.get(6) == pair(0x5678, brain(78)));
  CHECK(snippet.get(10) == pair(expected::half(-75.5), 0x1234));
}

TEST_CASE("dot products of FP8 and BF8 have f32 sums", "[emulator][dot]") {
  const auto value = [](std::uint32_t code, bool bf8) {
    const double read = bf8 ? expected::value_of(code, 2, 5) : expected::value_of(code, 3, 4);
    // E4M3 has no infinities: all codes with the largest exponent are numbers, except the NaNs.
    const auto magnitude = code & 0x7f;
    if (!bf8 && magnitude >= 0x78 && magnitude != 0x7f)
      return ((code & 0x80) != 0 ? -256.0 : 256.0) * (1 + (magnitude & 7) / 8.0);
    return !bf8 && magnitude == 0x7f ? NAN : read;
  };
  const auto [name, a_is_bf8, b_is_bf8] = GENERATE(table<std::string, bool, bool>(
      {{"fp8_fp8", false, false}, {"fp8_bf8", false, true}, {"bf8_fp8", true, false}, {"bf8_bf8", true, true}}));
  CAPTURE(name);
  Snippet snippet("gfx1201", "v_dot4_f32_" + name + " v0, v1, v2, v3\nv_dot4_f32_" + name +
                                 " v4, v1, v2, v3 neg_lo:[0,0,1] neg_hi:[0,0,1]");
  // Usual numbers, the smallest number, FP8's largest number (a NaN in BF8), a NaN, -0, and BF8's infinity (384 in
  // FP8).
  const std::vector<std::uint32_t> a = {0x38b94042, 0x00000001, 0x7e000000, 0x00007f00, 0x00000080, 0x7c000000};
  const std::vector<std::uint32_t> b = {0x3a3b3cbd, 0x00000038, 0x38000000, 0x00003800, 0x00000001, 0x38000000};
  snippet.set(1, a).set(2, b).set(3, {bits(-2)}).run();
  for (unsigned lane = 0; lane < a.size(); ++lane) {
    double sum = 0;
    for (unsigned n = 0; n < 4; ++n)
      sum += value(a[lane] >> (8 * n) & 0xff, a_is_bf8) * value(b[lane] >> (8 * n) & 0xff, b_is_bf8);
    const auto single = [&](double exact) { return std::isnan(exact) ? 0x7fc00000 : bits(exact); };
    CAPTURE(lane);
    // The sign of a NaN is not checked.
    CHECK((snippet.get(0, lane) & 0x7fffffff) == (single(sum - 2) & 0x7fffffff));
    if (!std::isnan(sum)) CHECK(snippet.get(4, lane) == single(sum - 2));
    if (!std::isnan(sum)) CHECK(snippet.get(0, lane) == single(sum - 2));
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
