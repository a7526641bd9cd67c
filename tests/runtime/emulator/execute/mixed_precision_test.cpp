// V_FMA_MIX*: sources that are f16 or f32, signs, single rounding, and the half that is written.
#include <bit>
#include <cmath>
#include <string>

#include "runtime/emulator/execute/narrow_floats.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using expected::pair;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"};

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
float single(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

TEST_CASE("v_fma_mix_f32 reads singles and both halves", "[emulator][mix]") {
  const auto processor = GENERATE(from_range(kProcessors));
  // op_sel_hi marks the sources that are halves, and op_sel those of which the high half is read. As halves, the
  // operands are 1.5 and 3, 2.5 and -7, 0.25 and 11.
  const std::uint32_t a = pair(0x3e00, 0x4200), b = pair(0x4100, 0xc700), c = pair(0x3400, 0x4980);
  for (unsigned formats = 0; formats < 8; ++formats)
    for (unsigned selected = 0; selected < 8; ++selected) {
      const auto list = [](unsigned flags) {
        return "[" + std::to_string(flags & 1) + "," + std::to_string(flags >> 1 & 1) + "," +
               std::to_string(flags >> 2) + "]";
      };
      const auto text = "v_fma_mix_f32 v0, v1, v2, v3 op_sel:" + list(selected) + " op_sel_hi:" + list(formats);
      CAPTURE(processor, text);
      Snippet snippet(processor, text);
      snippet.set(1, {a}).set(2, {b}).set(3, {c}).run();
      const auto source = [&](std::uint32_t dword, unsigned n) -> float {
        if ((formats >> n & 1) == 0) return single(dword);
        const auto half = (selected >> n & 1) != 0 ? dword >> 16 : dword & 0xffff;
        return static_cast<float>(expected::value_of_half(half));
      };
      const auto exact = expected::Wide{source(a, 0)} * source(b, 1) + source(c, 2);
      CHECK(snippet.get(0) == bits(static_cast<float>(exact)));
    }
}

TEST_CASE("mixed precision applies negation and absolute value", "[emulator][mix]") {
  const auto processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_fma_mix_f32 v0, -v1, |v2|, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]\n"
                  "v_fma_mix_f32 v4, v1, v2, -|v3| op_sel_hi:[1,0,0]\n"
                  "v_fma_mix_f32 v5, |v1|, -v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]");
  // The operands are 2 and -3, -5, and -7.
  snippet.set(1, {pair(0x4000, 0xc200)}).set(2, {bits(-5)}).set(3, {bits(-7)}).run();
  CHECK(snippet.get(0) == bits(3 * 5 - 7));
  CHECK(snippet.get(4) == bits(2 * -5 - 7));
  CHECK(snippet.get(5) == bits(3 * 5 - 7));
}

TEST_CASE("v_fma_mixlo_f16 and v_fma_mixhi_f16 write one half", "[emulator][mix]") {
  const auto processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_fma_mixlo_f16 v0, v1, v2, v3\n"
                  "v_fma_mixhi_f16 v4, v1, v2, v3\n"
                  "v_fma_mixlo_f16 v5, v1, v2, v3 clamp");
  snippet.set(0, {0x12345678}).set(4, {0x12345678}).set(5, {0x12345678});
  snippet.set(1, {bits(3)}).set(2, {bits(5)}).set(3, {bits(0.5f)}).run();
  CHECK(snippet.get(0) == pair(expected::half(15.5), 0x1234));
  CHECK(snippet.get(4) == pair(0x5678, expected::half(15.5)));
  CHECK(snippet.get(5) == pair(0x3c00, 0x1234));  // clamped to 1
}

TEST_CASE("mixed precision rounds once", "[emulator][mix]") {
  const auto processor = GENERATE(from_range(kProcessors));
  struct Sum {
    float a, b, c;
  };
  // These sums are so close to the middle of two halves that after rounding to f32 or f64 they are exactly in the
  // middle.
  const Sum sum = GENERATE(Sum{0x1p-30f, 0x1p-30f, 1 + 0x1p-11f}, Sum{-0x1p-30f, 0x1p-30f, 1 + 3 * 0x1p-11f},
                           Sum{0x1p-13f, 0x1p-13f, 1 + 0x1p-11f}, Sum{0x1.001p0f, 0x1.001p0f, -1.0f},
                           Sum{3, 0x1p-20f, 65519}, Sum{-0x1p-30f, 0x1p-30f, 65520}, Sum{0x1p-40f, 0x1p-40f, 0x1p-25f},
                           Sum{-0x1p-40f, 0x1p-40f, 3 * 0x1p-25f});
  CAPTURE(processor, sum.a, sum.b, sum.c);
  Snippet snippet(processor, "v_fma_mixlo_f16 v0, v1, v2, v3\nv_fma_mix_f32 v4, v1, v2, v3");
  snippet.set(1, {bits(sum.a)}).set(2, {bits(sum.b)}).set(3, {bits(sum.c)}).run();
  const auto exact = expected::Wide{sum.a} * sum.b + sum.c;
  CHECK(snippet.get(0) == expected::half(exact));
  CHECK(snippet.get(4) == expected::rounded_bits(exact, 23, 8));
}

TEST_CASE("mixed precision handles NaNs, infinities and subnormal numbers", "[emulator][mix]") {
  const auto processor = GENERATE("gfx90a", "gfx1100");
  CAPTURE(processor);
  const auto results = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t mode = 0x3f0) {
    Snippet snippet(processor,
                    "v_fma_mix_f32 v0, v1, v2, v3 op_sel_hi:[1,0,0]\nv_fma_mixlo_f16 v4, v1, v2, v3 op_sel_hi:[1,0,0]");
    snippet.wave().mode = decode_mode(mode);
    snippet.set(4, {0}).set(1, {a}).set(2, {b}).set(3, {c}).run();
    return std::pair(snippet.get(0), snippet.get(4));
  };
  // A signalling f16 NaN with a payload; an f32 NaN; infinity times 0 plus a NaN, and plus 1; an overflow of only the
  // half.
  CHECK(results(0x7d23, bits(1), bits(1)) == std::pair(0x7fe46000u, 0x7f23u));
  CHECK(results(0x3c00, 0xff812000, bits(1)) == std::pair(0xffc12000u, 0xfe09u));
  CHECK(results(0x7c00, 0, 0x7f812000) == std::pair(0x7fc00000u, 0x7e00u));
  CHECK(results(0x7c00, 0, bits(1)) == std::pair(0x7fc00000u, 0x7e00u));
  CHECK(results(0x7bff, bits(2), 0) == std::pair(bits(131008), 0x7c00u));
  // The mode of each precision controls only its own subnormal numbers.
  const std::uint32_t flush_single = 0x3c0, flush_half = 0x330;
  CHECK(results(0x0001, bits(0x1p24f), 0x00000001, flush_single).first == bits(1));
  CHECK(results(0x0001, bits(0x1p24f), 0x00000001, flush_half).first == 0x00000001);
  CHECK(results(0x0001, bits(1), 0).second == 0x0001);
  CHECK(results(0x3c00, bits(0x1p-24f), 0, flush_half).second == 0x0000);
}

TEST_CASE("mixed precision reads inline constants in both formats", "[emulator][mix]") {
  const auto processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_fma_mix_f32 v0, v1, 0.5, v3\n"
                  "v_fma_mix_f32 v4, v1, 0.5, v3 op_sel_hi:[0,1,0]\n"
                  "v_fma_mix_f32 v5, v1, -4.0, v3");
  snippet.set(1, {bits(3)}).set(3, {bits(10)}).run();
  CHECK(snippet.get(0) == bits(11.5f));  // 3 * 0.5 + 10
  CHECK(snippet.get(4) == bits(11.5f));
  CHECK(snippet.get(5) == bits(-2));  // 3 * -4 + 10
}

TEST_CASE("mixed precision does not change inactive lanes", "[emulator][mix]") {
  const auto processor = GENERATE("gfx90a", "gfx1100");
  Snippet snippet(processor, "v_fma_mixhi_f16 v0, v1, v1, v1");
  snippet.set(0, {0xdeadbeef}).set(1, {bits(1)});
  snippet.wave().set_exec(2);
  snippet.run();
  CHECK(snippet.get(0, 0) == 0xdeadbeef);
  CHECK(snippet.get(0, 1) == 0x4000beef);  // 1 * 1 + 1 in the high half
}

}  // namespace
}  // namespace rocm_bindgen::emulator
