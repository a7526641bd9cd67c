#include <cfenv>
#include <cmath>
#include <cstring>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;

/// Subnormal numbers are kept. Bits 3:0 are the rounding modes of both formats.
constexpr uint32_t kMode = 0x3f0;

/// Returns s4 after the instruction. The sources are in s0 and s1, and `before` is the previous value of s4.
uint32_t run(const std::string& text, uint32_t a, uint32_t b = 0, uint32_t mode = kMode, uint32_t before = 0) {
  Snippet snippet("gfx1201", text);
  snippet.set_scalar(0, a).set_scalar(1, b).set_scalar(4, before).wave().mode = decode_mode(mode);
  return snippet.run().scalar(4);
}

uint32_t bits(float value) {
  uint32_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

float single(uint32_t value) {
  float result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

const std::vector<uint32_t> kSingles = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800001, 0x40490fdb, 0x00000001, 0x807fffff, 0x00800000,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x4b000001, 0x3f000000, 0xbfc00000, 0x40200000,
};

/// Returns the float that is nearest to a double, ties to even. Doubles represent sums and products of floats with
/// enough digits for this.
uint32_t nearest(double value) {
  return std::isnan(value) ? 0x7fc00000 : bits(static_cast<float>(value));
}

TEST_CASE("scalar floats: arithmetic on singles is correctly rounded", "[scalar]") {
  for (const auto a : kSingles)
    for (const auto b : kSingles) {
      const double x = single(a), y = single(b);
      INFO(std::hex << a << " " << b);
      REQUIRE(run("s_add_f32 s4, s0, s1", a, b) == nearest(x + y));
      REQUIRE(run("s_sub_f32 s4, s0, s1", a, b) == nearest(x - y));
      REQUIRE(run("s_mul_f32 s4, s0, s1", a, b) == nearest(x * y));
    }
}

TEST_CASE("scalar floats: the result is the first NaN, quieted", "[scalar]") {
  REQUIRE(run("s_add_f32 s4, s0, s1", 0x3f800000, 0xff800123) == 0xffc00123);
  REQUIRE(run("s_mul_f32 s4, s0, s1", 0x7fc00001, 0xff800123) == 0x7fc00001);
  REQUIRE(run("s_add_f32 s4, s0, s1", 0x7f800000, 0xff800000) == 0x7fc00000);
  REQUIRE(run("s_add_f16 s4, s0, s1", 0x3c00, 0xfd01) == 0xff01);
  REQUIRE(run("s_sub_f16 s4, s0, s1", 0x7c00, 0x7c00) == 0x7e00);
}

TEST_CASE("scalar floats: fused operations round once", "[scalar]") {
  // (1 + 2^-23)^2 - (1 + 2^-22) is 2^-46 if it is rounded only once.
  const auto a = 0x3f800001u, c = bits(-(1 + 0x1p-22f));
  REQUIRE(run("s_fmac_f32 s4, s0, s1", a, a, kMode, c) == bits(0x1p-46f));
  REQUIRE(run("s_fmamk_f32 s4, s0, 0x40400000, s1", bits(2), bits(1)) == bits(7));  // 2 * 3 + 1
  REQUIRE(run("s_fmaak_f32 s4, s0, s1, 0x40400000", bits(2), bits(1)) == bits(5));  // 2 * 1 + 3
  // The same for halves: 0x1.004p0 squared, minus 0x1.008p0, is 2^-20.
  REQUIRE(run("s_fmac_f16 s4, s0, s1", 0x3c01, 0x3c01, kMode, 0xbc02) == 0x0010);
}

TEST_CASE("scalar floats: arithmetic on halves is correctly rounded", "[scalar]") {
  REQUIRE(run("s_add_f16 s4, s0, s1", 0x3c00, 0x1000) == 0x3c00);          // 1 + 2^-11, a tie
  REQUIRE(run("s_add_f16 s4, s0, s1", 0x3c01, 0x1000) == 0x3c02);          // a tie, upward
  REQUIRE(run("s_mul_f16 s4, s0, s1", 0x7bff, 0x4000) == 0x7c00);          // beyond the largest
  REQUIRE(run("s_mul_f16 s4, s0, s1", 0x0001, 0x3800) == 0x0000);          // half of the smallest, a tie
  REQUIRE(run("s_mul_f16 s4, s0, s1", 0x0003, 0xb800) == 0x8002);          // a tie
  REQUIRE(run("s_add_f16 s4, s0, s1", 0xffff3c00, 0xffff3c00) == 0x4000);  // upper halves are ignored
}

TEST_CASE("scalar floats: MODE controls rounding", "[scalar]") {
  // 1 + 2^-24 and its negative, rounded up, down and toward zero.
  struct Case {
    uint32_t mode, positive, negative;
  };
  for (const auto& [mode, positive, negative] :
       {Case{0x0, 0x3f800000, 0xbf800000}, Case{0x1, 0x3f800001, 0xbf800000}, Case{0x2, 0x3f800000, 0xbf800001},
        Case{0x3, 0x3f800000, 0xbf800000}}) {
    INFO("mode " << mode);
    REQUIRE(run("s_add_f32 s4, s0, s1", 0x3f800000, bits(0x1p-24f), kMode | mode) == positive);
    REQUIRE(run("s_add_f32 s4, s0, s1", 0xbf800000, bits(-0x1p-24f), kMode | mode) == negative);
    // The rounding mode of halves is in bits 3:2. In nearest mode, ties round to even.
    REQUIRE(run("s_add_f16 s4, s0, s1", 0x3c00, 0x0001, kMode | mode << 2) == (mode == 1 ? 0x3c01 : 0x3c00));
    REQUIRE(run("s_cvt_f16_f32 s4, s0", bits(-1 - 0x1p-12f), 0, kMode | mode << 2) == (mode == 2 ? 0xbc01 : 0xbc00));
    REQUIRE(run("s_cvt_f32_i32 s4, s0", 0x01000001, 0, kMode | mode) == (mode == 1 ? 0x4b800001 : 0x4b800000));
    // These instructions do not use the rounding mode.
    REQUIRE(run("s_rndne_f32 s4, s0", bits(2.5f), 0, kMode | mode) == bits(2));
    REQUIRE(run("s_cvt_pk_rtz_f16_f32 s4, s0, s1", bits(-1 - 0x1p-12f), bits(65535), kMode | mode << 2) == 0x7bffbc00);
  }
  REQUIRE(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("scalar floats: MODE controls the flushing of subnormal numbers", "[scalar]") {
  // Bits 4 and 5 control inputs and outputs of singles; bits 6 and 7 control those of halves.
  REQUIRE(run("s_add_f32 s4, s0, s1", 0x80000001, 0, 0x3e0) == 0);
  REQUIRE(run("s_mul_f32 s4, s0, s1", 0x80800000, 0x3f000000, 0x3d0) == 0x80000000);
  REQUIRE(run("s_mul_f32 s4, s0, s1", 0x80800000, 0x3f000000, 0x3f0) == 0x80400000);
  REQUIRE(run("s_mul_f16 s4, s0, s1", 0x8400, 0x3800, 0x370) == 0x8000);
  REQUIRE(run("s_mul_f16 s4, s0, s1", 0x8200, 0x4000, 0x3b0) == 0x8000);
  Snippet snippet("gfx1201", "s_cmp_eq_f32 s0, 0");
  snippet.set_scalar(0, 1).wave().mode = decode_mode(0x3e0);
  REQUIRE(snippet.run().wave().scc);
}

TEST_CASE("scalar floats: values are rounded to integers", "[scalar]") {
  const std::vector<float> values = {0.0f,        -0.0f, 0.5f,       -0.5f,  1.5f,     -1.5f,    2.5f,
                                     0.49999997f, -0.9f, 8388609.0f, -1e30f, INFINITY, -INFINITY};
  for (const auto value : values) {
    INFO(value);
    REQUIRE(run("s_ceil_f32 s4, s0", bits(value)) == bits(std::ceil(value)));
    REQUIRE(run("s_floor_f32 s4, s0", bits(value)) == bits(std::floor(value)));
    REQUIRE(run("s_trunc_f32 s4, s0", bits(value)) == bits(std::trunc(value)));
    REQUIRE(run("s_rndne_f32 s4, s0", bits(value)) == bits(std::nearbyint(value)));
  }
  REQUIRE(run("s_ceil_f16 s4, s0", 0xb800) == 0x8000);  // -0.5
  REQUIRE(run("s_floor_f16 s4, s0", 0xb800) == 0xbc00);
  REQUIRE(run("s_trunc_f16 s4, s0", 0x3fff) == 0x3c00);  // 1.999
  REQUIRE(run("s_rndne_f16 s4, s0", 0x4100) == 0x4000);  // 2.5
  REQUIRE(run("s_floor_f32 s4, s0", 0x7f800001) == 0x7fc00001);
}

TEST_CASE("scalar floats: minima and maxima handle NaNs and zeros", "[scalar]") {
  REQUIRE(run("s_min_num_f32 s4, s0, s1", 0x00000000, 0x80000000) == 0x80000000);
  REQUIRE(run("s_max_num_f32 s4, s0, s1", 0x80000000, 0x00000000) == 0x00000000);
  REQUIRE(run("s_min_num_f32 s4, s0, s1", 0x7f800001, 0x40000000) == 0x40000000);  // even a signalling NaN
  REQUIRE(run("s_max_num_f32 s4, s0, s1", 0x40000000, 0xffc00000) == 0x40000000);
  REQUIRE(run("s_max_num_f32 s4, s0, s1", 0x7f800001, 0xffc00000) == 0x7fc00001);
  REQUIRE(run("s_min_num_f16 s4, s0, s1", 0x7e00, 0xbc00) == 0xbc00);
  REQUIRE(run("s_max_num_f16 s4, s0, s1", 0x3c00, 0xbc00) == 0x3c00);
  REQUIRE(run("s_minimum_f32 s4, s0, s1", 0x7fc00001, 0x40000000) == 0x7fc00001);
  REQUIRE(run("s_minimum_f32 s4, s0, s1", 0x7fc00001, 0xff800002) == 0xffc00002);  // a signalling NaN has precedence
  REQUIRE(run("s_minimum_f32 s4, s0, s1", 0x00000000, 0x80000000) == 0x80000000);
  REQUIRE(run("s_maximum_f16 s4, s0, s1", 0x3c00, 0x7e01) == 0x7e01);
  REQUIRE(run("s_maximum_f16 s4, s0, s1", 0x3c00, 0x4000) == 0x4000);
}

TEST_CASE("scalar floats: conversions are correct", "[scalar]") {
  REQUIRE(run("s_cvt_f32_i32 s4, s0", 0x80000000) == bits(-0x1p31f));
  REQUIRE(run("s_cvt_f32_u32 s4, s0", 0xffffffff) == bits(0x1p32f));
  REQUIRE(run("s_cvt_i32_f32 s4, s0", bits(-1.99f)) == 0xffffffff);
  REQUIRE(run("s_cvt_i32_f32 s4, s0", bits(0x1p31f)) == 0x7fffffff);
  REQUIRE(run("s_cvt_i32_f32 s4, s0", bits(-INFINITY)) == 0x80000000);
  REQUIRE(run("s_cvt_i32_f32 s4, s0", 0x7fc00000) == 0);
  REQUIRE(run("s_cvt_u32_f32 s4, s0", bits(-0.5f)) == 0);
  REQUIRE(run("s_cvt_u32_f32 s4, s0", bits(-5)) == 0);
  REQUIRE(run("s_cvt_u32_f32 s4, s0", bits(4294967040.0f)) == 4294967040u);
  REQUIRE(run("s_cvt_u32_f32 s4, s0", bits(0x1p32f)) == 0xffffffff);
  REQUIRE(run("s_cvt_f32_f16 s4, s0", 0x7c003555) == bits(0x1.554p-2f));
  REQUIRE(run("s_cvt_hi_f32_f16 s4, s0", 0x00017c00) == bits(0x1p-24f));
  REQUIRE(run("s_cvt_f32_f16 s4, s0", 0x7d00) == 0x7fe00000);
  REQUIRE(run("s_cvt_f16_f32 s4, s0", bits(65520)) == 0x7c00);
  REQUIRE(run("s_cvt_f16_f32 s4, s0", bits(65519.99f)) == 0x7bff);
  REQUIRE(run("s_cvt_f16_f32 s4, s0", bits(0x1p-25f)) == 0);
  REQUIRE(run("s_cvt_f16_f32 s4, s0", bits(0x1.8p-25f)) == 1);
}

TEST_CASE("scalar floats: comparisons set SCC", "[scalar]") {
  struct Relation {
    const char* name;
    bool less, equal, greater, unordered;
  };
  const std::vector<Relation> relations = {
      {"lt", true, false, false, false}, {"eq", false, true, false, false}, {"le", true, true, false, false},
      {"gt", false, false, true, false}, {"lg", true, false, true, false},  {"ge", false, true, true, false},
      {"o", true, true, true, false},    {"u", false, false, false, true},  {"nge", true, false, false, true},
      {"nlg", false, true, false, true}, {"ngt", true, true, false, true},  {"nle", false, false, true, true},
      {"neq", true, false, true, true},  {"nlt", false, true, true, true},
  };
  const auto scc = [](const std::string& text, uint32_t a, uint32_t b) {
    Snippet snippet("gfx1201", text);
    return snippet.set_scalar(0, a).set_scalar(1, b).run().wave().scc;
  };
  for (const auto& relation : relations) {
    INFO(relation.name);
    const auto f32 = "s_cmp_" + std::string(relation.name) + "_f32 s0, s1";
    const auto f16 = "s_cmp_" + std::string(relation.name) + "_f16 s0, s1";
    REQUIRE(scc(f32, 0xff800000, 0x00000001) == relation.less);
    REQUIRE(scc(f32, 0x00000000, 0x80000000) == relation.equal);
    REQUIRE(scc(f32, 0x7f800000, 0x7f7fffff) == relation.greater);
    REQUIRE(scc(f32, 0x7fc00000, 0x7fc00000) == relation.unordered);
    REQUIRE(scc(f16, 0xbc01, 0xbc00) == relation.less);
    REQUIRE(scc(f16, 0xabcd3c00, 0x12343c00) == relation.equal);
    REQUIRE(scc(f16, 0x0001, 0x8001) == relation.greater);
    REQUIRE(scc(f16, 0x0001, 0x7c01) == relation.unordered);
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
