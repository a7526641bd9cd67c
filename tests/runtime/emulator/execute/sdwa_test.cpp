// SDWA: the selected parts of sources, their extension and signs, the part of the destination that is written, and the
// value of the rest.
#include <array>
#include <bit>
#include <string>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

const std::array<std::string, 7> kSelectors = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
const std::array<std::string, 3> kUnused = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};

struct Part {
  unsigned shift, bits;
};

Part part_of(std::size_t selector) {
  if (selector < 4) return {static_cast<unsigned>(8 * selector), 8};
  if (selector < 6) return {static_cast<unsigned>(16 * (selector - 4)), 16};
  return {0, 32};
}

/// The part of a dword that a selector selects, extended to 32 bits.
std::uint32_t selected_part(std::uint32_t dword, std::size_t selector, bool is_signed = false) {
  const auto [shift, bits] = part_of(selector);
  if (bits == 32) return dword;
  const auto value = dword >> shift & ((1u << bits) - 1);
  return is_signed && value >> (bits - 1) != 0 ? value - (1u << bits) : value;
}

/// A register that was `old`, after `value` was written to the part that a selector selects. `unused` is an index of
/// kUnused.
std::uint32_t after_write(std::uint32_t old, std::uint32_t value, std::size_t selector, std::size_t unused) {
  const auto [shift, bits] = part_of(selector);
  if (bits == 32) return value;
  const auto field = (1u << bits) - 1;
  value &= field;
  if (kUnused[unused] == "UNUSED_PRESERVE") return (old & ~(field << shift)) | value << shift;
  // The bits below the part are zeros. The bits above it are copies of its sign if this is requested, and zeros if not.
  const bool negative = value >> (bits - 1) != 0 && kUnused[unused] == "UNUSED_SEXT";
  return (negative ? value - (1u << bits) : value) << shift;
}

struct Machine {
  std::string processor;
  std::string add;  ///< the mnemonic of 32-bit addition
};

Machine any_machine() {
  return GENERATE(Machine{"gfx90a", "v_add_u32_sdwa"}, Machine{"gfx942", "v_add_u32_sdwa"},
                  Machine{"gfx1030", "v_add_nc_u32_sdwa"});
}

constexpr std::uint32_t kOld = 0x5a6b7c8d;
const std::vector<std::uint32_t> kA = {0x80f17f02, 0x12345678, 0xfedcba98, 0x00000000, 0xffffffff};
const std::vector<std::uint32_t> kB = {0x7f018fff, 0x9abcdef0, 0x00010203};

TEST_CASE("SDWA selects parts of sources", "[emulator][sdwa]") {
  const auto machine = any_machine();
  for (std::size_t a = 0; a < kSelectors.size(); ++a)
    for (std::size_t b = 0; b < kSelectors.size(); ++b)
      for (unsigned extended = 0; extended < 4; ++extended) {
        const auto source = [&](const char* name, bool is_signed) {
          return is_signed ? "sext(" + std::string(name) + ")" : std::string(name);
        };
        const auto text =
            machine.add + " v0, " + source("v1", (extended & 1) != 0) + ", " + source("v2", (extended & 2) != 0) +
            " dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:" + kSelectors[a] + " src1_sel:" + kSelectors[b];
        CAPTURE(machine.processor, text);
        Snippet snippet(machine.processor, text);
        snippet.set(1, kA).set(2, kB).run();
        // 15 lanes have all pairs of the 5 values of kA and the 3 values of kB.
        for (unsigned lane = 0; lane < 15; ++lane)
          CHECK(snippet.get(0, lane) == selected_part(kA[lane % kA.size()], a, (extended & 1) != 0) +
                                            selected_part(kB[lane % kB.size()], b, (extended & 2) != 0));
      }
}

TEST_CASE("SDWA writes a part of the destination", "[emulator][sdwa]") {
  const auto machine = any_machine();
  for (std::size_t selector = 0; selector < kSelectors.size(); ++selector)
    for (std::size_t unused = 0; unused < kUnused.size(); ++unused) {
      const auto text = machine.add + " v0, v1, v2 dst_sel:" + kSelectors[selector] + " dst_unused:" + kUnused[unused] +
                        " src0_sel:DWORD src1_sel:DWORD";
      CAPTURE(machine.processor, text);
      Snippet snippet(machine.processor, text);
      snippet.set(0, {kOld}).set(1, kA).set(2, kB);
      snippet.wave().set_exec(0x7ffd);  // lanes 1 and 15 are inactive
      snippet.run();
      for (unsigned lane = 0; lane < 16; ++lane) {
        const auto sum = kA[lane % kA.size()] + kB[lane % kB.size()];
        CHECK(snippet.get(0, lane) == (lane == 1 || lane == 15 ? kOld : after_write(kOld, sum, selector, unused)));
      }
    }
}

TEST_CASE("SDWA works for one source", "[emulator][sdwa]") {
  const auto machine = any_machine();
  for (std::size_t from = 0; from < kSelectors.size(); ++from)
    for (std::size_t to = 0; to < kSelectors.size(); ++to) {
      const auto text = "v_mov_b32_sdwa v0, v1 dst_sel:" + kSelectors[to] +
                        " dst_unused:UNUSED_PRESERVE src0_sel:" + kSelectors[from];
      CAPTURE(machine.processor, text);
      Snippet snippet(machine.processor, text);
      snippet.set(0, {kOld}).set(1, kA).run();
      for (unsigned lane = 0; lane < 5; ++lane)
        CHECK(snippet.get(0, lane) == after_write(kOld, selected_part(kA[lane], from), to, 2));  // 2: UNUSED_PRESERVE
    }
}

TEST_CASE("SDWA on halves applies signs and writes both halves", "[emulator][sdwa]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor);
  Snippet snippet(
      machine.processor,
      "v_add_f16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0\n"
      "v_add_f16_sdwa v3, -v1, |v2| dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 "
      "src1_sel:WORD_1\n"
      "v_mul_f16_sdwa v4, v1, -|v2| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_1\n"
      "v_add_f16_sdwa v5, v1, v2 clamp dst_sel:WORD_0 dst_unused:UNUSED_PAD src0_sel:WORD_1 "
      "src1_sel:WORD_0");
  // The operands are 1 and 3; 2 and -4. The results are 3 + 2 = 5, -1 + 4 = 3, 3 * -4 = -12, and 3 + 2 clamped to 1.
  snippet.set(1, {0x42003c00}).set(2, {0xc4004000}).set(0, {kOld}).set(3, {kOld}).set(4, {kOld}).set(5, {kOld}).run();
  CHECK(snippet.get(0) == 0x45007c8d);
  CHECK(snippet.get(3) == 0x5a6b4200);
  CHECK(snippet.get(4) == 0x0000ca00);
  CHECK(snippet.get(5) == 0x00003c00);
}

TEST_CASE("SDWA on singles applies modifiers", "[emulator][sdwa]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  Snippet snippet(machine.processor,
                  "v_cvt_f32_ubyte0_sdwa v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2\n"
                  "v_cvt_f32_i32_sdwa v3, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3\n"
                  "v_sub_f32_sdwa v4, -v2, |v2| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD");
  // Byte 2 is 0x7b = 123, byte 3 is 0xfe = -2, and 2.5 - 2.5 = 0.
  snippet.set(1, {0xfe7b0102}).set(2, {bits(-2.5f)}).run();
  CHECK(snippet.get(0) == bits(123));
  CHECK(snippet.get(3) == bits(-2));
  CHECK(snippet.get(4) == bits(0));
}

TEST_CASE("SDWA comparisons select parts of sources", "[emulator][sdwa]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor);
  const std::string vcc = machine.processor == "gfx1030" ? "vcc_lo" : "vcc";
  const std::string mask = machine.processor == "gfx1030" ? "s4" : "s[4:5]";
  Snippet snippet(machine.processor,
                  "v_cmp_eq_u32_sdwa " + vcc + ", v1, v2 src0_sel:BYTE_1 src1_sel:WORD_0\n" +  //
                      "v_cmp_lt_i32_sdwa " + mask + ", sext(v1), sext(v2) src0_sel:BYTE_1 src1_sel:WORD_0");
  const std::vector<std::uint32_t> a = {0x00001200, 0x0000ff00, 0x00008000, 0x00000100};
  const std::vector<std::uint32_t> b = {0xffff0012, 0x000000ff, 0x1234ff80, 0x0000ffff};
  snippet.set(1, a).set(2, b).run();
  // In kSelectors, BYTE_1 has index 1 and WORD_0 has index 4.
  std::uint64_t equal = 0, less = 0;
  for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
    const auto x = a[lane % 4], y = b[lane % 4];
    equal |= std::uint64_t{selected_part(x, 1) == selected_part(y, 4)} << lane;
    less |= std::uint64_t{static_cast<std::int32_t>(selected_part(x, 1, true)) <
                          static_cast<std::int32_t>(selected_part(y, 4, true))}
            << lane;
  }
  CHECK(snippet.wave().vcc() == equal);
  CHECK(snippet.wave().mask(4) == less);
}

TEST_CASE("SDWA works for scalars, carries and selections", "[emulator][sdwa]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor);
  const bool older = machine.processor != "gfx1030";
  const std::string vcc = older ? "vcc" : "vcc_lo";
  Snippet snippet(
      machine.processor,
      machine.add + " v0, s5, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:BYTE_0\n" +
          "v_cndmask_b32_sdwa v3, v1, v2, " + vcc +
          " dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:BYTE_1\n" +
          (older ? "v_addc_co_u32_sdwa v4, vcc, v1, v2, vcc" : "v_add_co_ci_u32_sdwa v4, vcc_lo, v1, v2, vcc_lo") +
          " dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1");
  snippet.set_scalar(5, 0x9a000000).set(1, {0xffff5678}).set(2, {0x00010203}).set(3, {kOld});
  snippet.wave().set_vcc(2);  // lane 1 selects v2 and has a carry
  snippet.run();
  // v4 is 0xffff5678 + 1, plus the carry of lane 1.
  CHECK(snippet.get(0) == 0x9a + 3);
  CHECK(snippet.get(3, 0) == 0x56787c8d);
  CHECK(snippet.get(3, 1) == 0x00027c8d);
  CHECK(snippet.get(4, 0) == 0xffff5679);
  CHECK(snippet.get(4, 1) == 0xffff567a);
  CHECK(snippet.wave().vcc() == 0);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
