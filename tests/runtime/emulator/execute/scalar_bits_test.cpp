#include "runtime/emulator/execute/scalar_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::uint32_t;
using std::uint64_t;

Result nonzero(uint64_t value) {
  return {value, value != 0};
}

/// Builds a value of `size` bits from its bits.
template <class Function>
uint64_t built(unsigned size, Function function) {
  uint64_t result = 0;
  for (unsigned n = 0; n < size; ++n) result |= uint64_t{function(n)} << n;
  return result;
}

/// Checks `name_b32 s4, s0, s2` and `name_b64 s[4:5], s[0:1], s[2:3]`.
void check_logic(const std::string& name, bool (*function)(bool, bool)) {
  for (const unsigned size : {32u, 64u}) {
    const bool wide = size == 64;
    check_scalar(name + (wide ? "_b64 s[4:5], s[0:1], s[2:3]" : "_b32 s4, s0, s2"), wide ? kWideWords : words(),
                 wide ? kWideWords : words(), wide, [&](uint64_t a, uint64_t b, bool) {
                   return nonzero(built(size, [&](unsigned n) { return function(bit(a, n), bit(b, n)); }));
                 });
  }
}

TEST_CASE("scalar bits: logic operations set SCC", "[scalar]") {
  check_logic("s_and", [](bool a, bool b) { return a && b; });
  check_logic("s_or", [](bool a, bool b) { return a || b; });
  check_logic("s_xor", [](bool a, bool b) { return a != b; });
  check_logic("s_andn2", [](bool a, bool b) { return a && !b; });
  check_logic("s_orn2", [](bool a, bool b) { return a || !b; });
  check_logic("s_nand", [](bool a, bool b) { return !a || !b; });
  check_logic("s_nor", [](bool a, bool b) { return !a && !b; });
  check_logic("s_xnor", [](bool a, bool b) { return a == b; });
}

TEST_CASE("scalar bits: shifts use the lower bits of their count", "[scalar]") {
  for (const unsigned size : {32u, 64u}) {
    const bool wide = size == 64;
    const std::string operands = wide ? " s[4:5], s[0:1], s2" : " s4, s0, s2", bits = wide ? "64" : "32";
    const auto check = [&](const std::string& name, auto shifted) {
      check_scalar(
          name + bits + operands, wide ? kWideWords : words(), words(), wide, [&](uint64_t a, uint64_t b, bool) {
            return nonzero(built(size, [&](unsigned n) { return shifted(a, n, static_cast<unsigned>(b % size)); }));
          });
    };
    check("s_lshl_b", [](uint64_t a, unsigned n, unsigned count) { return n >= count && bit(a, n - count); });
    check("s_lshr_b", [=](uint64_t a, unsigned n, unsigned count) { return n + count < size && bit(a, n + count); });
    check("s_ashr_i", [=](uint64_t a, unsigned n, unsigned count) { return bit(a, std::min(n + count, size - 1)); });
  }
}

TEST_CASE("scalar bits: fields are extracted", "[scalar]") {
  std::vector<uint64_t> fields;
  for (const uint64_t width : {0, 1, 7, 31, 32, 33, 63, 64, 127})
    for (const uint64_t offset : {0, 1, 16, 31, 33, 63}) fields.push_back(width << 16 | offset);
  for (const unsigned size : {32u, 64u})
    for (const bool is_signed : {false, true}) {
      const bool wide = size == 64;
      const auto name = std::string("s_bfe_") + (is_signed ? "i" : "u") + std::to_string(size);
      check_scalar(name + (wide ? " s[4:5], s[0:1], s2" : " s4, s0, s2"), wide ? kWideWords : words(), fields, wide,
                   [&](uint64_t a, uint64_t where, bool) {
                     const auto width = std::min(static_cast<unsigned>(where >> 16), size);
                     const auto field = bits_of(a, size, where % size, width, is_signed);
                     return nonzero(wide ? field : field & 0xffffffff);
                   });
      if (is_signed) continue;
      check_scalar(wide ? "s_bfm_b64 s[4:5], s0, s2" : "s_bfm_b32 s4, s0, s2", words(), words(), wide,
                   [&](uint64_t width, uint64_t offset, bool scc) {
                     const auto mask = built(
                         size, [&](unsigned n) { return n >= offset % size && n - offset % size < width % size; });
                     return Result{mask, scc};
                   });
    }
}

TEST_CASE("scalar bits: halves are packed", "[scalar]") {
  const auto half = [](uint32_t word, char which) { return which == 'l' ? word % 65536 : word / 65536; };
  for (const std::string halves : {"ll", "lh", "hh"})
    check_words("s_pack_" + halves + "_b32_b16", [&](uint32_t a, uint32_t b, bool scc) {
      return Result{half(a, halves[0]) + half(b, halves[1]) * 65536u, scc};
    });
  // gfx90a does not have S_PACK_HL, so it is tested on gfx1100 alone.
  Snippet snippet("gfx1100", "s_pack_hl_b32_b16 s4, s0, s2");
  REQUIRE(snippet.set_scalar(0, 0x12345678).set_scalar(2, 0x9abcdef0).run().scalar(4) == 0xdef01234);
}

/// Checks `name_32 s4, s0` and `name_64 s4, s[0:1]`, which count bits.
void check_count(const std::string& name_32, const std::string& name_64, bool sets_scc,
                 const std::function<uint32_t(uint64_t, unsigned)>& count) {
  check_one(name_32 + " s4, s0",
            [&](uint32_t a, bool scc) { return Result{count(a, 32), sets_scc ? count(a, 32) != 0 : scc}; });
  check_scalar(name_64 + " s4, s[0:1]", kWideWords, {0}, false, [&](uint64_t a, uint64_t, bool scc) {
    return Result{count(a, 64), sets_scc ? count(a, 64) != 0 : scc};
  });
}

/// Returns the first position for which `holds` is true, or -1.
template <class Function>
auto first(Function holds) {
  return [holds](uint64_t a, unsigned size) {
    for (unsigned n = 0; n < size; ++n)
      if (holds(a, size, n)) return n;
    return ~0u;
  };
}

TEST_CASE("scalar bits: bits and zeros are counted", "[scalar]") {
  const auto ones = [](uint64_t a, unsigned size) {
    uint32_t count = 0;
    for (unsigned n = 0; n < size; ++n) count += bit(a, n);
    return count;
  };
  check_count("s_bcnt1_i32_b32", "s_bcnt1_i32_b64", true, ones);
  check_count("s_bcnt0_i32_b32", "s_bcnt0_i32_b64", true,
              [&](uint64_t a, unsigned size) { return size - ones(a, size); });
  check_count("s_ff1_i32_b32", "s_ff1_i32_b64", false,
              first([](uint64_t a, unsigned, unsigned n) { return bit(a, n); }));
  check_count("s_flbit_i32_b32", "s_flbit_i32_b64", false,
              first([](uint64_t a, unsigned size, unsigned n) { return bit(a, size - 1 - n); }));
  check_count("s_flbit_i32", "s_flbit_i32_i64", false,
              first([](uint64_t a, unsigned size, unsigned n) { return bit(a, size - 1 - n) != bit(a, size - 1); }));
  // gfx11 does not have S_FF0, so it is tested on gfx1030.
  Snippet snippet("gfx1030", "s_ff0_i32_b32 s4, s0\ns_ff0_i32_b64 s5, s[0:1]\ns_ff0_i32_b64 s6, -1");
  snippet.set_scalar64(0, 0xffffffe7ffffffff).run();  // bits 35 and 36 are zeros
  REQUIRE(snippet.scalar(4) == 0xffffffff);
  REQUIRE(snippet.scalar(5) == 35);
  REQUIRE(snippet.scalar(6) == 0xffffffff);
}

TEST_CASE("scalar bits: bits are inverted, reversed, replicated and extended", "[scalar]") {
  check_one("s_not_b32 s4, s0", [](uint32_t a, bool) { return nonzero(0xffffffffu - a); });
  check_scalar("s_not_b64 s[4:5], s[0:1]", kWideWords, {0}, true,
               [](uint64_t a, uint64_t, bool) { return nonzero(~uint64_t{0} - a); });
  check_one("s_brev_b32 s4, s0",
            [](uint32_t a, bool scc) { return Result{built(32, [&](unsigned n) { return bit(a, 31 - n); }), scc}; });
  check_scalar("s_brev_b64 s[4:5], s[0:1]", kWideWords, {0}, true, [](uint64_t a, uint64_t, bool scc) {
    return Result{built(64, [&](unsigned n) { return bit(a, 63 - n); }), scc};
  });
  check_scalar("s_bitreplicate_b64_b32 s[4:5], s0", words(), {0}, true, [](uint64_t a, uint64_t, bool scc) {
    return Result{built(64, [&](unsigned n) { return bit(a, n / 2); }), scc};
  });
  check_one("s_sext_i32_i8 s4, s0",
            [](uint32_t a, bool scc) { return Result{bits_of(a, 8, 0, 8, true) & 0xffffffff, scc}; });
  check_one("s_sext_i32_i16 s4, s0",
            [](uint32_t a, bool scc) { return Result{bits_of(a, 16, 0, 16, true) & 0xffffffff, scc}; });
}

TEST_CASE("scalar bits: single bits are set and cleared", "[scalar]") {
  for (const bool set : {false, true}) {
    const auto name = std::string("s_bitset") + (set ? "1" : "0");
    const auto changed = [set](uint64_t value, unsigned size, uint64_t which) {
      return built(size, [&](unsigned n) { return n == which % size ? set : bit(value, n); });
    };
    check_scalar("s_mov_b32 s4, s2\n" + name + "_b32 s4, s0", words(), words(), false,
                 [&](uint64_t which, uint64_t old, bool scc) { return Result{changed(old, 32, which), scc}; });
    check_scalar("s_mov_b64 s[4:5], s[2:3]\n" + name + "_b64 s[4:5], s0", words(), kWideWords, true,
                 [&](uint64_t which, uint64_t old, bool scc) { return Result{changed(old, 64, which), scc}; });
  }
}

TEST_CASE("scalar bits: s_quadmask and s_wqm test groups of four bits", "[scalar]") {
  const auto any = [](uint64_t a, unsigned quad) {
    return bit(a, 4 * quad) || bit(a, 4 * quad + 1) || bit(a, 4 * quad + 2) || bit(a, 4 * quad + 3);
  };
  const auto quads = [&](uint64_t a, unsigned size) { return built(size / 4, [&](unsigned n) { return any(a, n); }); };
  const auto whole_quads = [&](uint64_t a, unsigned size) {
    return built(size, [&](unsigned n) { return any(a, n / 4); });
  };
  check_one("s_quadmask_b32 s4, s0", [&](uint32_t a, bool) { return nonzero(quads(a, 32)); });
  check_one("s_wqm_b32 s4, s0", [&](uint32_t a, bool) { return nonzero(whole_quads(a, 32)); });
  check_scalar("s_quadmask_b64 s[4:5], s[0:1]", kWideWords, {0}, true,
               [&](uint64_t a, uint64_t, bool) { return nonzero(quads(a, 64)); });
  check_scalar("s_wqm_b64 s[4:5], s[0:1]", kWideWords, {0}, true,
               [&](uint64_t a, uint64_t, bool) { return nonzero(whole_quads(a, 64)); });
}

TEST_CASE("scalar bits: literals of signed 64-bit operands are sign-extended", "[scalar]") {
  Snippet snippet("gfx1100",
                  "s_ashr_i64 s[4:5], 0xfffffff0, 2\ns_lshr_b64 s[6:7], 0xfffffff0, 2\ns_ashr_i64 s[8:9], -16, 2");
  snippet.run();
  REQUIRE(snippet.scalar64(4) == 0xfffffffffffffffc);
  REQUIRE(snippet.scalar64(6) == 0x3ffffffc);
  REQUIRE(snippet.scalar64(8) == 0xfffffffffffffffc);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
