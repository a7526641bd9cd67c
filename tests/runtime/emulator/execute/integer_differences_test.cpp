#include <cmath>

#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::uint32_t;
using std::uint64_t;

/// Returns the sum of the absolute differences of the fields of `bits` bits, computed in double. `masked` omits fields
/// for which `b` is 0.
uint32_t distance(uint32_t a, uint32_t b, unsigned bits, bool masked = false) {
  double sum = 0;
  const double modulus = std::exp2(bits);
  for (unsigned n = 0; n < 32 / bits; ++n) {
    const double x = std::fmod(std::floor(a / std::exp2(bits * n)), modulus);
    const double y = std::fmod(std::floor(b / std::exp2(bits * n)), modulus);
    if (!masked || y != 0) sum += std::fabs(x - y);
  }
  return static_cast<uint32_t>(sum);
}

TEST_CASE("vector integers: sums of absolute differences are correct", "[integer]") {
  const std::vector<Operation3> operations = {
      {"v_sad_u8", "v_sad_u8", [](auto a, auto b, auto c) { return distance(a, b, 8) + c; }},
      {"v_sad_hi_u8", "v_sad_hi_u8", [](auto a, auto b, auto c) { return distance(a, b, 8) * 65536 + c; }},
      {"v_sad_u16", "v_sad_u16", [](auto a, auto b, auto c) { return distance(a, b, 16) + c; }},
      {"v_sad_u32", "v_sad_u32", [](auto a, auto b, auto c) { return distance(a, b, 32) + c; }},
      {"v_msad_u8", "v_msad_u8", [](auto a, auto b, auto c) { return distance(a, b, 8, true) + c; }},
      {"v_lerp_u8", "v_lerp_u8",
       [](auto a, auto b, auto c) {
         uint32_t result = 0;
         for (unsigned n = 0; n < 32; n += 8)
           result += ((a >> n) % 256 + (b >> n) % 256 + (c >> n) % 2) / 2 * (1u << n);
         return result;
       }},
  };
  for (const auto& operation : operations) check_operation(operation, "v0, v1, v2");
}

TEST_CASE("vector integers: four sums of absolute differences are correct", "[integer]") {
  /// 32 bits of the 64 bits b:a, from byte n on.
  const auto window = [](const Row& values, unsigned n) {
    return static_cast<uint32_t>((values.a | uint64_t{values.b} << 32) >> (8 * n));
  };
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    for (const bool masked : {false, true})
      for (const bool clamp : {false, true})
        each_row(processor,
                 std::string(masked ? "v_mqsad_pk_u16_u8" : "v_qsad_pk_u16_u8") + " v[8:9], v[0:1], v2, v[2:3]" +
                     (clamp ? " clamp" : ""),
                 [&](Snippet& snippet, unsigned lane, const Row& values) {
                   for (unsigned n = 0; n < 4; ++n) {
                     const auto start = (n < 2 ? values.c : values.d) >> (16 * (n % 2)) & 0xffff;
                     const auto sum = distance(window(values, n), values.c, 8, masked) + start;
                     const auto expected = clamp ? std::min(sum, 0xffffu) : sum % 65536;
                     REQUIRE((snippet.get64(8, lane) >> (16 * n) & 0xffff) == expected);
                   }
                 });
    // v[2:5] are c, d, d and c.
    each_row(processor, "v_mov_b32 v4, v3\nv_mov_b32 v5, v2\nv_mqsad_u32_u8 v[8:11], v[0:1], v2, v[2:5]",
             [&](Snippet& snippet, unsigned lane, const Row& values) {
               for (unsigned n = 0; n < 4; ++n) {
                 const auto start = n == 0 || n == 3 ? values.c : values.d;
                 REQUIRE(snippet.get(8 + n, lane) == distance(window(values, n), values.c, 8, true) + start);
               }
             });
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
