#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

/// Computes each bit of the result from the bits of the operands.
template <class Function>
auto bitwise(Function function) {
  return [function](uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result = 0;
    for (unsigned n = 0; n < 32; ++n) result |= uint32_t{function(bit(a, n), bit(b, n), bit(c, n))} << n;
    return result;
  };
}

uint32_t shifted_left(uint32_t value, unsigned count) {
  uint32_t result = 0;
  for (unsigned n = count; n < 32; ++n) result |= uint32_t{bit(value, n - count)} << n;
  return result;
}

uint32_t field(uint64_t value, unsigned size, unsigned offset, unsigned width, bool is_signed) {
  return static_cast<uint32_t>(bits_of(value, size, offset, width, is_signed));
}

TEST_CASE("vector bits: logic operations are correct", "[integer]") {
  const std::vector<Operation3> binary = {
      {"v_and_b32", "v_and_b32", bitwise([](bool a, bool b, bool) { return a && b; })},
      {"v_or_b32", "v_or_b32", bitwise([](bool a, bool b, bool) { return a || b; })},
      {"v_xor_b32", "v_xor_b32", bitwise([](bool a, bool b, bool) { return a != b; })},
      {"v_xnor_b32", "v_xnor_b32", bitwise([](bool a, bool b, bool) { return a == b; })},
  };
  for (const auto& operation : binary) check_operation(operation, "v0, v1");
  const std::vector<Operation3> ternary = {
      {"v_bfi_b32", "v_bfi_b32", bitwise([](bool a, bool b, bool c) { return a ? b : c; })},
      {"v_and_or_b32", "v_and_or_b32", bitwise([](bool a, bool b, bool c) { return (a && b) || c; })},
      {"v_or3_b32", "v_or3_b32", bitwise([](bool a, bool b, bool c) { return a || b || c; })},
      {"", "v_xor3_b32", bitwise([](bool a, bool b, bool c) { return (a != b) != c; })},
  };
  for (const auto& operation : ternary) check_operation(operation, "v0, v1, v2");
}

TEST_CASE("vector bits: shifts use the lower bits of their count", "[integer]") {
  const std::vector<Operation3> shifts = {
      {"v_lshlrev_b32", "v_lshlrev_b32", [](auto a, auto b, auto) { return shifted_left(b, a % 32); }},
      {"v_lshrrev_b32", "v_lshrrev_b32", [](auto a, auto b, auto) { return field(b, 32, a % 32, 32, false); }},
      {"v_ashrrev_i32", "v_ashrrev_i32", [](auto a, auto b, auto) { return field(b, 32, a % 32, 32, true); }},
  };
  for (const auto& operation : shifts) check_operation(operation, "v0, v1");
  check_operation(
      {"v_lshl_or_b32", "v_lshl_or_b32", [](auto a, auto b, auto c) { return shifted_left(a, b % 32) | c; }},
      "v0, v1, v2");
  check_operation({"v_alignbit_b32", "v_alignbit_b32",
                   [](auto a, auto b, auto c) { return field(uint64_t{a} << 32 | b, 64, c % 32, 32, false); }},
                  "v0, v1, v2");
  check_operation({"v_alignbyte_b32", "v_alignbyte_b32",
                   [](auto a, auto b, auto c) { return field(uint64_t{a} << 32 | b, 64, c % 4 * 8, 32, false); }},
                  "v0, v1, v2");
}

TEST_CASE("vector bits: shifts of 64 bits are correct", "[integer]") {
  const auto check = [](const std::string& name, const std::function<uint64_t(uint64_t, unsigned)>& expected) {
    for (const auto* processor : {"gfx90a", "gfx1100", "gfx1201"})
      each_row(processor, name + " v[8:9], v0, v[2:3]", [&](Snippet& snippet, unsigned lane, const Row& values) {
        REQUIRE(snippet.get64(8, lane) == expected(values.c | uint64_t{values.d} << 32, values.a % 64));
      });
  };
  check("v_lshlrev_b64", [](uint64_t value, unsigned count) {
    for (unsigned n = 0; n < count; ++n) value += value;
    return value;
  });
  check("v_lshrrev_b64", [](uint64_t value, unsigned count) { return bits_of(value, 64, count, 64, false); });
  check("v_ashrrev_i64", [](uint64_t value, unsigned count) { return bits_of(value, 64, count, 64, true); });
}

TEST_CASE("vector bits: fields are extracted and inserted", "[integer]") {
  check_operation(
      {"v_bfe_u32", "v_bfe_u32", [](auto a, auto b, auto c) { return field(a, 32, b % 32, c % 32, false); }},
      "v0, v1, v2");
  check_operation({"v_bfe_i32", "v_bfe_i32", [](auto a, auto b, auto c) { return field(a, 32, b % 32, c % 32, true); }},
                  "v0, v1, v2");
  check_operation({"v_bfm_b32", "v_bfm_b32",
                   [](auto a, auto b, auto) { return shifted_left(field(~0u, 32, 0, a % 32, false), b % 32); }},
                  "v0, v1");
  check_operation({"v_bfrev_b32", "v_bfrev_b32",
                   [](auto a, auto, auto) {
                     uint32_t result = 0;
                     for (unsigned n = 0; n < 32; ++n) result |= uint32_t{bit(a, n)} << (31 - n);
                     return result;
                   }},
                  "v0");
}

TEST_CASE("vector bits: bits and zeros are counted", "[integer]") {
  const auto first = [](auto holds) {
    return [holds](uint32_t a, uint32_t, uint32_t) {
      for (unsigned n = 0; n < 32; ++n)
        if (holds(a, n)) return n;
      return ~0u;
    };
  };
  check_operation({"v_ffbh_u32", "v_clz_i32_u32", first([](uint32_t a, unsigned n) { return bit(a, 31 - n); })}, "v0");
  check_operation({"v_ffbl_b32", "v_ctz_i32_b32", first([](uint32_t a, unsigned n) { return bit(a, n); })}, "v0");
  check_operation(
      {"v_ffbh_i32", "v_cls_i32", first([](uint32_t a, unsigned n) { return bit(a, 31 - n) != bit(a, 31); })}, "v0");
  check_operation({"v_bcnt_u32_b32", "v_bcnt_u32_b32",
                   [](auto a, auto b, auto) {
                     for (unsigned n = 0; n < 32; ++n) b += bit(a, n);
                     return b;
                   }},
                  "v0, v1");
  check_operation({"v_not_b32", "v_not_b32", [](auto a, auto, auto) { return 0xffffffffu - a; }}, "v0");
}

TEST_CASE("vector bits: v_perm_b32 selects bytes", "[integer]") {
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    // The second source is bytes 3 to 0, and the first source is bytes 7 to 4. Selectors 8 to 11 give the signs of
    // bytes 1, 3, 5 and 7; 12 gives 0, and larger ones give 0xff.
    Snippet snippet(processor, "v_perm_b32 v8, v0, v1, v2");
    snippet.set(0, {0x8f6e5d4c})
        .set(1, {0x3b2aa908})
        .set(2, {0x07060504, 0x03020100, 0x0b0a0908, 0x0cff0d0e, 0x00070304});
    snippet.run();
    INFO(processor);
    REQUIRE(snippet.get(8, 0) == 0x8f6e5d4c);
    REQUIRE(snippet.get(8, 1) == 0x3b2aa908);
    // Bytes 7, 5, 3 and 1 are 8f, 5d, 3b and a9; the first and the last are negative.
    REQUIRE(snippet.get(8, 2) == 0xff0000ff);
    REQUIRE(snippet.get(8, 3) == 0x00ffffff);
    REQUIRE(snippet.get(8, 4) == 0x088f3b4c);
  }
}

TEST_CASE("vector bits: v_sat_pk_u8_i16 saturates", "[integer]") {
  each_row("gfx90a", "v_sat_pk_u8_i16 v8, v0", [](Snippet& snippet, unsigned lane, const Row& values) {
    const auto low = saturated(extended(values.a, 16), 0, 255), high = saturated(extended(values.a >> 16, 16), 0, 255);
    REQUIRE(snippet.get(8, lane) == (low | high << 8));
  });
}

}  // namespace
}  // namespace rocm_bindgen::emulator
