#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

uint32_t low(int64_t value) {
  return static_cast<uint32_t>(static_cast<uint64_t>(value));
}
int64_t s32(uint32_t value) {
  return extended(value, 32);
}
int64_t s24(uint32_t value) {
  return extended(value, 24);
}
int64_t s16(uint32_t value) {
  return extended(value, 16);
}
int64_t u16(uint32_t value) {
  return value % 65536;
}
int64_t u24(uint32_t value) {
  return value % (1 << 24);
}
/// Returns bits 63:32, rounded down like a shift.
uint32_t high(int64_t value) {
  return low((value - (value % (int64_t{1} << 32) + (int64_t{1} << 32)) % (int64_t{1} << 32)) / (int64_t{1} << 32));
}

constexpr int64_t kInt32Min = -2147483648, kInt32Max = 2147483647, kUint32Max = 4294967295;

TEST_CASE("vector integers: sums, differences and products wrap", "[integer]") {
  const std::vector<Operation3> binary = {
      {"v_add_u32", "v_add_nc_u32", [](auto a, auto b, auto) { return low(int64_t{a} + b); }},
      {"v_add_i32", "v_add_nc_i32", [](auto a, auto b, auto) { return low(s32(a) + s32(b)); }},
      {"v_sub_u32", "v_sub_nc_u32", [](auto a, auto b, auto) { return low(int64_t{a} - b); }},
      {"v_sub_i32", "v_sub_nc_i32", [](auto a, auto b, auto) { return low(s32(a) - s32(b)); }},
      {"v_subrev_u32", "v_subrev_nc_u32", [](auto a, auto b, auto) { return low(int64_t{b} - a); }},
      {"v_mul_lo_u32", "v_mul_lo_u32", [](auto a, auto b, auto) { return static_cast<uint32_t>(uint64_t{a} * b); }},
      {"v_mul_hi_u32", "v_mul_hi_u32",
       [](auto a, auto b, auto) { return static_cast<uint32_t>(uint64_t{a} * b / 4294967296); }},
      {"v_mul_hi_i32", "v_mul_hi_i32", [](auto a, auto b, auto) { return high(s32(a) * s32(b)); }},
      {"v_mul_u32_u24", "v_mul_u32_u24", [](auto a, auto b, auto) { return low(u24(a) * u24(b)); }},
      {"v_mul_i32_i24", "v_mul_i32_i24", [](auto a, auto b, auto) { return low(s24(a) * s24(b)); }},
      {"v_mul_hi_u32_u24", "v_mul_hi_u32_u24", [](auto a, auto b, auto) { return high(u24(a) * u24(b)); }},
      {"v_mul_hi_i32_i24", "v_mul_hi_i32_i24", [](auto a, auto b, auto) { return high(s24(a) * s24(b)); }},
  };
  for (const auto& operation : binary) check_operation(operation, "v0, v1");
}

TEST_CASE("vector integers: operations with three operands are correct", "[integer]") {
  const std::vector<Operation3> ternary = {
      {"v_add3_u32", "v_add3_u32", [](auto a, auto b, auto c) { return low(int64_t{a} + b + c); }},
      {"v_xad_u32", "v_xad_u32", [](auto a, auto b, auto c) { return low(int64_t{a ^ b} + c); }},
      {"v_lshl_add_u32", "v_lshl_add_u32",
       [](auto a, auto b, auto c) { return static_cast<uint32_t>((uint64_t{a} << (b % 32)) + c); }},
      {"v_add_lshl_u32", "v_add_lshl_u32",
       [](auto a, auto b, auto c) { return static_cast<uint32_t>((uint64_t{a} + b) << (c % 32)); }},
      {"v_mad_u32_u24", "v_mad_u32_u24", [](auto a, auto b, auto c) { return low(u24(a) * u24(b) + c); }},
      {"v_mad_i32_i24", "v_mad_i32_i24", [](auto a, auto b, auto c) { return low(s24(a) * s24(b) + s32(c)); }},
      {"v_mad_u32_u16", "v_mad_u32_u16", [](auto a, auto b, auto c) { return low(u16(a) * u16(b) + c); }},
      {"v_mad_i32_i16", "v_mad_i32_i16", [](auto a, auto b, auto c) { return low(s16(a) * s16(b) + s32(c)); }},
  };
  for (const auto& operation : ternary) check_operation(operation, "v0, v1, v2");
}

TEST_CASE("vector integers: clamp saturates", "[integer]") {
  const auto u32 = [](int64_t value) { return low(static_cast<int64_t>(saturated(value, 0, kUint32Max))); };
  const auto i32 = [](int64_t value) { return low(static_cast<int64_t>(saturated(value, kInt32Min, kInt32Max))); };
  const std::vector<Operation3> binary = {
      {"v_add_u32", "v_add_nc_u32", [&](auto a, auto b, auto) { return u32(int64_t{a} + b); }},
      {"v_sub_u32", "v_sub_nc_u32", [&](auto a, auto b, auto) { return u32(int64_t{a} - b); }},
      {"v_subrev_u32", "v_subrev_nc_u32", [&](auto a, auto b, auto) { return u32(int64_t{b} - a); }},
      {"v_add_i32", "v_add_nc_i32", [&](auto a, auto b, auto) { return i32(s32(a) + s32(b)); }},
      {"v_sub_i32", "v_sub_nc_i32", [&](auto a, auto b, auto) { return i32(s32(a) - s32(b)); }},
  };
  const auto with_clamp = [](Operation3 operation, const std::string& operands) {
    // The e32 encoding has no field for the modifier. Only the unsigned operations with two operands have this
    // encoding.
    if (operation.gfx9.find("_i32") == std::string::npos && operands.find("v2") == std::string::npos) {
      operation.gfx9 += "_e64";
      operation.gfx11 += operation.gfx11.empty() ? "" : "_e64";
    }
    check_operation(operation, operands + " clamp");
  };
  for (const auto& operation : binary) with_clamp(operation, "v0, v1");
  const std::vector<Operation3> ternary = {
      {"v_mad_u32_u24", "v_mad_u32_u24", [&](auto a, auto b, auto c) { return u32(u24(a) * u24(b) + c); }},
      {"v_mad_i32_i24", "v_mad_i32_i24", [&](auto a, auto b, auto c) { return i32(s24(a) * s24(b) + s32(c)); }},
      {"v_mad_u32_u16", "v_mad_u32_u16", [&](auto a, auto b, auto c) { return u32(u16(a) * u16(b) + c); }},
      {"v_sad_u32", "v_sad_u32",
       [&](auto a, auto b, auto c) { return u32(std::max(int64_t{a} - b, int64_t{b} - a) + c); }},
  };
  for (const auto& operation : ternary) with_clamp(operation, "v0, v1, v2");
}

/// Checks 16-bit results, and that gfx9 clears the other half of the register and gfx11 keeps it.
TEST_CASE("vector integers: 16-bit operations are correct", "[integer]") {
  struct Operation {
    std::string gfx9, gfx11, operands;
    std::function<int64_t(uint32_t, uint32_t, uint32_t)> expected;
  };
  const auto u = [](int64_t value) { return static_cast<int64_t>(saturated(value, 0, 65535)); };
  const auto i = [](int64_t value) { return static_cast<int64_t>(saturated(value, -32768, 32767)); };
  const std::vector<Operation> operations = {
      {"v_add_u16", "v_add_nc_u16", "v0, v1", [](auto a, auto b, auto) { return u16(a) + u16(b); }},
      {"v_sub_u16", "v_sub_nc_u16", "v0, v1", [](auto a, auto b, auto) { return u16(a) - u16(b); }},
      {"v_subrev_u16", "", "v0, v1", [](auto a, auto b, auto) { return u16(b) - u16(a); }},
      {"v_mul_lo_u16", "v_mul_lo_u16", "v0, v1", [](auto a, auto b, auto) { return u16(a) * u16(b); }},
      {"v_add_u16_e64", "v_add_nc_u16", "v0, v1 clamp", [&](auto a, auto b, auto) { return u(u16(a) + u16(b)); }},
      {"v_sub_u16_e64", "v_sub_nc_u16", "v0, v1 clamp", [&](auto a, auto b, auto) { return u(u16(a) - u16(b)); }},
      {"v_add_i16", "v_add_nc_i16", "v0, v1 clamp", [&](auto a, auto b, auto) { return i(s16(a) + s16(b)); }},
      {"v_sub_i16", "v_sub_nc_i16", "v0, v1 clamp", [&](auto a, auto b, auto) { return i(s16(a) - s16(b)); }},
      {"v_mad_legacy_u16", "", "v0, v1, v2", [](auto a, auto b, auto c) { return u16(a) * u16(b) + u16(c); }},
      {"v_mad_legacy_i16", "", "v0, v1, v2", [](auto a, auto b, auto c) { return s16(a) * s16(b) + s16(c); }},
      {"", "v_mad_u16", "v0, v1, v2", [](auto a, auto b, auto c) { return u16(a) * u16(b) + u16(c); }},
      {"", "v_mad_i16", "v0, v1, v2", [](auto a, auto b, auto c) { return s16(a) * s16(b) + s16(c); }},
      {"", "v_mad_i16", "v0, v1, v2 clamp", [&](auto a, auto b, auto c) { return i(s16(a) * s16(b) + s16(c)); }},
      {"v_min_u16", "v_min_u16", "v0, v1", [](auto a, auto b, auto) { return std::min(u16(a), u16(b)); }},
      {"v_min_i16", "v_min_i16", "v0, v1", [](auto a, auto b, auto) { return std::min(s16(a), s16(b)); }},
      {"v_max_u16", "v_max_u16", "v0, v1", [](auto a, auto b, auto) { return std::max(u16(a), u16(b)); }},
      {"v_max_i16", "v_max_i16", "v0, v1", [](auto a, auto b, auto) { return std::max(s16(a), s16(b)); }},
      {"v_lshlrev_b16", "v_lshlrev_b16", "v0, v1", [](auto a, auto b, auto) { return u16(b) << (a % 16); }},
      {"v_lshrrev_b16", "v_lshrrev_b16", "v0, v1", [](auto a, auto b, auto) { return u16(b) >> (a % 16); }},
      {"v_ashrrev_i16", "v_ashrrev_i16", "v0, v1",
       [](auto a, auto b, auto) { return static_cast<int64_t>(bits_of(b, 16, a % 16, 16, true)); }},
      {"", "v_and_b16", "v0, v1", [](auto a, auto b, auto) { return u16(a & b); }},
      {"", "v_or_b16", "v0, v1", [](auto a, auto b, auto) { return u16(a | b); }},
      {"", "v_xor_b16", "v0, v1", [](auto a, auto b, auto) { return u16(a ^ b); }},
      {"", "v_not_b16", "v0", [](auto a, auto, auto) { return u16(~a); }},
  };
  constexpr uint32_t kBefore = 0xabcd1234;
  for (const auto& operation : operations)
    for (const auto& [processor, name] : {std::pair{"gfx90a", operation.gfx9}, std::pair{"gfx1100", operation.gfx11}}) {
      if (name.empty()) continue;
      const bool keeps = std::string_view(processor) == "gfx1100";
      const auto assembly = "v_mov_b32 v8, 0xabcd1234\n" + name + " v8, " + operation.operands;
      each_row(processor, assembly, [&](Snippet& snippet, unsigned lane, const Row& values) {
        const auto expected = low(u16(low(operation.expected(values.a, values.b, values.c))));
        REQUIRE(snippet.get(8, lane) == ((keeps ? kBefore & 0xffff0000 : 0) | expected));
      });
    }
}

TEST_CASE("vector integers: op_sel reads and writes upper halves", "[integer]") {
  for (const auto* processor : {"gfx90a", "gfx1100"})
    each_row(processor, "v_mov_b32 v8, 0xabcd1234\nv_mad_u16 v8, v0, v1, v2 op_sel:[1,0,1,1]",
             [](Snippet& snippet, unsigned lane, const Row& values) {
               const auto expected = low(u16(low(u16(values.a >> 16) * u16(values.b) + u16(values.c >> 16))));
               REQUIRE(snippet.get(8, lane) == (expected << 16 | 0x1234));
             });
  each_row("gfx1100", "v_mov_b32 v8, 0xabcd1234\nv_add_nc_u16 v8, v0, v1 op_sel:[1,1,0]",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             const auto expected = low(u16(low(u16(values.a >> 16) + u16(values.b >> 16))));
             REQUIRE(snippet.get(8, lane) == (0xabcd0000 | expected));
           });
}

TEST_CASE("vector integers: SDWA selects bytes and words", "[integer]") {
  each_row("gfx90a",
           "v_add_u32_sdwa v8, sext(v0), v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             REQUIRE(snippet.get(8, lane) == low(extended(values.a >> 8, 8) + (values.b >> 16)));
           });
  each_row("gfx90a", "v_max_u16_sdwa v8, v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_3",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             REQUIRE(snippet.get(8, lane) == std::max(values.a & 0xff, values.b >> 24));
           });
  each_row("gfx90a",
           "v_mov_b32 v8, 0xabcd1234\n"
           "v_or_b32_sdwa v8, v0, v1 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             REQUIRE(snippet.get(8, lane) == (0xab001234 | ((values.a | values.b) & 0xff) << 16));
           });
}

TEST_CASE("vector integers: 64-bit sums are correct", "[integer]") {
  each_row("gfx942", "v_lshl_add_u64 v[8:9], v[0:1], v2, v[2:3]",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             const auto a = values.a | uint64_t{values.b} << 32, c = values.c | uint64_t{values.d} << 32;
             REQUIRE(snippet.get64(8, lane) == (a << (values.c % 8)) + c);  // the shift count has three bits
           });
}

TEST_CASE("vector integers: constants and scalars are read and inactive lanes are unchanged", "[integer]") {
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    Snippet snippet(processor, "v_add3_u32 v8, s0, -5, v0\nv_mul_lo_u32 v9, v0, s1");
    snippet.set(0, kWords).set(8, {77}).set(9, {78}).set_scalar(0, 0xfffffff0).set_scalar(1, 3);
    snippet.wave().set_exec(0xa5a5a5a5);
    snippet.run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      const bool active = bit(0xa5a5a5a5, lane);
      const auto word = kWords[lane % kWords.size()];
      INFO(processor << " lane " << lane);
      REQUIRE(snippet.get(8, lane) == (active ? word + (0xfffffff0u - 5) : 77));
      REQUIRE(snippet.get(9, lane) == (active ? word * 3 : 78));
    }
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
