// V_PK_* on 16-bit integers: every operation, the halves that are read, saturation, constants and inactive lanes.
#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

const std::vector<std::string> kProcessors = {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"};

const std::vector<std::uint32_t> kA = {0x00000000, 0x00010002, 0x7fff8000, 0x80007fff, 0xffff0001, 0xffffffff,
                                       0x12345678, 0x000f0010, 0x00110021, 0x80008000, 0x7fff7fff, 0x0003fffd};
const std::vector<std::uint32_t> kB = {0xffff0001, 0x7fff7fff, 0x00010001, 0x80018000, 0x1234ffff, 0x00020003,
                                       0x8000ffff, 0x80017ffe, 0xabcd1357, 0x80008000, 0x7fff0002, 0xfff00010};
const std::vector<std::uint32_t> kC = {0x00050006, 0x7fff8000, 0xffffffff, 0x00008000, 0x80000000};

int as_signed(std::uint32_t half) {
  return static_cast<std::int16_t>(half & 0xffff);
}
int as_unsigned(std::uint32_t half) {
  return static_cast<int>(half & 0xffff);
}
std::uint32_t cut(std::int64_t value) {
  return static_cast<std::uint32_t>(value) & 0xffff;
}
std::uint32_t saturated_signed(std::int64_t value) {
  return cut(std::clamp<std::int64_t>(value, -32768, 32767));
}
std::uint32_t saturated_unsigned(std::int64_t value) {
  return cut(std::clamp<std::int64_t>(value, 0, 65535));
}

struct Case {
  std::string mnemonic;
  unsigned sources;
  std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> half;  ///< the result for three halves
  std::string modifier = "";
};

using U = std::uint32_t;

const std::vector<Case> kCases = {
    {"v_pk_add_u16", 2, [](U a, U b, U) { return cut(as_unsigned(a) + as_unsigned(b)); }},
    {"v_pk_add_i16", 2, [](U a, U b, U) { return cut(as_signed(a) + as_signed(b)); }},
    {"v_pk_sub_u16", 2, [](U a, U b, U) { return cut(as_unsigned(a) - as_unsigned(b)); }},
    {"v_pk_sub_i16", 2, [](U a, U b, U) { return cut(as_signed(a) - as_signed(b)); }},
    {"v_pk_mul_lo_u16", 2, [](U a, U b, U) { return cut(std::int64_t{as_unsigned(a)} * as_unsigned(b)); }},
    {"v_pk_mad_u16", 3,
     [](U a, U b, U c) { return cut(std::int64_t{as_unsigned(a)} * as_unsigned(b) + as_unsigned(c)); }},
    {"v_pk_mad_i16", 3, [](U a, U b, U c) { return cut(std::int64_t{as_signed(a)} * as_signed(b) + as_signed(c)); }},
    {"v_pk_min_u16", 2, [](U a, U b, U) { return cut(std::min(as_unsigned(a), as_unsigned(b))); }},
    {"v_pk_min_i16", 2, [](U a, U b, U) { return cut(std::min(as_signed(a), as_signed(b))); }},
    {"v_pk_max_u16", 2, [](U a, U b, U) { return cut(std::max(as_unsigned(a), as_unsigned(b))); }},
    {"v_pk_max_i16", 2, [](U a, U b, U) { return cut(std::max(as_signed(a), as_signed(b))); }},
    {"v_pk_lshlrev_b16", 2, [](U a, U b, U) { return cut(std::int64_t{as_unsigned(b)} << (a % 16)); }},
    {"v_pk_lshrrev_b16", 2, [](U a, U b, U) { return cut(as_unsigned(b) >> (a % 16)); }},
    {"v_pk_ashrrev_i16", 2, [](U a, U b, U) { return cut(as_signed(b) >> (a % 16)); }},
    {"v_pk_add_u16", 2, [](U a, U b, U) { return saturated_unsigned(as_unsigned(a) + as_unsigned(b)); }, " clamp"},
    {"v_pk_add_i16", 2, [](U a, U b, U) { return saturated_signed(as_signed(a) + as_signed(b)); }, " clamp"},
    {"v_pk_sub_u16", 2, [](U a, U b, U) { return saturated_unsigned(as_unsigned(a) - as_unsigned(b)); }, " clamp"},
    {"v_pk_sub_i16", 2, [](U a, U b, U) { return saturated_signed(as_signed(a) - as_signed(b)); }, " clamp"},
    {"v_pk_mad_u16", 3,
     [](U a, U b, U c) { return saturated_unsigned(std::int64_t{as_unsigned(a)} * as_unsigned(b) + as_unsigned(c)); },
     " clamp"},
    {"v_pk_mad_i16", 3,
     [](U a, U b, U c) { return saturated_signed(std::int64_t{as_signed(a)} * as_signed(b) + as_signed(c)); },
     " clamp"},
};

TEST_CASE("packed 16-bit integer operations are correct", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  for (const auto& one : kCases) {
    const auto text = one.mnemonic + " v0, v1, v2" + (one.sources == 3 ? ", v3" : "") + one.modifier;
    CAPTURE(processor, text);
    Snippet snippet(processor, text);
    snippet.set(1, kA).set(2, kB).set(3, kC).run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      const auto a = kA[lane % kA.size()], b = kB[lane % kB.size()], c = kC[lane % kC.size()];
      CHECK(snippet.get(0, lane) == (one.half(a, b, c) | one.half(a >> 16, b >> 16, c >> 16) << 16));
    }
  }
}

TEST_CASE("op_sel and op_sel_hi select the halves of packed operations", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  const std::uint32_t a = 0x00100001, b = 0x02000030;
  const auto half = [](std::uint32_t dword, unsigned high) { return dword >> (16 * high) & 0xffff; };
  for (unsigned bits = 0; bits < 16; ++bits) {
    const unsigned low_a = bits & 1, low_b = bits >> 1 & 1, high_a = bits >> 2 & 1, high_b = bits >> 3;
    const auto list = [](unsigned first, unsigned second) {
      return "[" + std::to_string(first) + "," + std::to_string(second) + "]";
    };
    const auto text = "v_pk_sub_u16 v0, v1, v2 op_sel:" + list(low_a, low_b) + " op_sel_hi:" + list(high_a, high_b);
    CAPTURE(processor, text);
    Snippet snippet(processor, text);
    snippet.set(1, {a}).set(2, {b}).run();
    const auto low = cut(std::int64_t{half(a, low_a)} - half(b, low_b));
    const auto high = cut(std::int64_t{half(a, high_a)} - half(b, high_b));
    CHECK(snippet.get(0) == (low | high << 16));
  }
}

TEST_CASE("packed integer operations read scalars and constants", "[emulator][packed]") {
  const auto processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  const auto result = [&](const std::string& text) {
    Snippet snippet(processor, text);
    return snippet.set_scalar(5, 0x00040003).set(1, {0x00200010}).run().get(0);
  };
  CHECK(result("v_pk_add_u16 v0, v1, s5") == 0x00240013);
  CHECK(result("v_pk_add_u16 v0, v1, 3") == 0x00200013);
  CHECK(result("v_pk_add_u16 v0, v1, 3 op_sel_hi:[1,0]") == 0x00230013);
  CHECK(result("v_pk_add_u16 v0, v1, -1") == 0x001f000f);
  // A float in an integer instruction has 32 bits.
  CHECK(result("v_pk_add_u16 v0, v1, 1.0") == 0x3fa00010);
  CHECK(result("v_pk_lshlrev_b16 v0, 4, v1 op_sel_hi:[0,1]") == 0x02000100);
}

TEST_CASE("packed integer operations read literals", "[emulator][packed]") {
  const auto processor = GENERATE("gfx1030", "gfx1100", "gfx1201");
  Snippet snippet(processor, "v_pk_add_u16 v0, v1, 0x12345678");
  CHECK(snippet.set(1, {0x00200010}).run().get(0) == 0x12545688);
}

TEST_CASE("packed operations do not change inactive lanes", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx1100");
  Snippet snippet(processor, "v_pk_add_u16 v0, v1, v1");
  snippet.set(0, {0xdeadbeef}).set(1, {0x00010001});
  snippet.wave().set_exec(0x5);
  snippet.run();
  for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane)
    CHECK(snippet.get(0, lane) == (lane == 0 || lane == 2 ? 0x00020002 : 0xdeadbeef));
}

TEST_CASE("a packed result can overwrite its sources", "[emulator][packed]") {
  const auto processor = GENERATE("gfx90a", "gfx1100");
  Snippet snippet(processor, "v_pk_add_u16 v1, v1, v1 op_sel:[1,0] op_sel_hi:[0,1]");
  CHECK(snippet.set(1, {0x00100001}).run().get(1) == 0x00110011);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
