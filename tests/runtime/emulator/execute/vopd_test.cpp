// VOPD: two operations in one instruction. Both read their sources before either writes its result.
#include <bit>
#include <string>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

const std::vector<std::string> kProcessors = {"gfx1100", "gfx1201"};

TEST_CASE("both halves of VOPD read before either writes", "[emulator][vopd]") {
  const std::string processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0\n"
                  "v_dual_add_f32 v2, v3, v4 :: v_dual_mul_f32 v3, v2, v5\n"
                  "v_dual_fmac_f32 v6, v7, v8 :: v_dual_fmac_f32 v7, v6, v9");
  snippet.set(0, {10, 11, 12}).set(1, {20, 21});
  snippet.set(2, {bits(2)}).set(3, {bits(3)}).set(4, {bits(4)}).set(5, {bits(5)});
  snippet.set(6, {bits(6)}).set(7, {bits(7)}).set(8, {bits(8)}).set(9, {bits(9)}).run();
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK(snippet.get(0, lane) == 20 + lane % 2);
    CHECK(snippet.get(1, lane) == 10 + lane % 3);
  }
  CHECK(snippet.get(2) == bits(7));
  CHECK(snippet.get(3) == bits(10));
  CHECK(snippet.get(6) == bits(6 + 7 * 8));
  CHECK(snippet.get(7) == bits(7 + 6 * 9));
}

TEST_CASE("VOPD does not change inactive lanes", "[emulator][vopd]") {
  const std::string processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor, "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0");
  snippet.set(0, {10}).set(1, {20});
  snippet.wave().set_exec(0x5);
  snippet.run();
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool active = lane == 0 || lane == 2;
    CHECK(snippet.get(0, lane) == (active ? 20u : 10u));
    CHECK(snippet.get(1, lane) == (active ? 10u : 20u));
  }
}

/// Each operation is tested as the first and as the second one, combined with a move. The destination is 100 at first,
/// v2 is 6 and v3 is 2.5. VCC is set for lane 0 and not for lane 1.
TEST_CASE("VOPD executes each operation in both positions", "[emulator][vopd]") {
  const std::string processor = GENERATE(from_range(kProcessors));
  struct Operation {
    std::string text;           ///< the text after "v_dual_", with D for the destination
    std::uint32_t set, clear;   ///< the results with VCC set and clear
    bool second_alone = false;  ///< exists only as the second operation
  };
  // The constant 0x41200000 is 10.
  const std::vector<Operation> operations = {
      {"mov_b32 D, v2", bits(6), bits(6)},
      {"add_f32 D, v2, v3", bits(8.5f), bits(8.5f)},
      {"sub_f32 D, v2, v3", bits(3.5f), bits(3.5f)},
      {"subrev_f32 D, v2, v3", bits(-3.5f), bits(-3.5f)},
      {"mul_f32 D, v2, v3", bits(15), bits(15)},
      {"mul_dx9_zero_f32 D, v2, v3", bits(15), bits(15)},
      {processor == "gfx1201" ? "max_num_f32 D, v2, v3" : "max_f32 D, v2, v3", bits(6), bits(6)},
      {processor == "gfx1201" ? "min_num_f32 D, v2, v3" : "min_f32 D, v2, v3", bits(2.5f), bits(2.5f)},
      {"fmac_f32 D, v2, v3", bits(115), bits(115)},
      {"fmaak_f32 D, v2, v3, 0x41200000", bits(25), bits(25)},
      {"fmamk_f32 D, v2, 0x41200000, v3", bits(62.5f), bits(62.5f)},
      {"cndmask_b32 D, v2, v3", bits(2.5f), bits(6)},
      {"add_nc_u32 D, v2, v3", bits(6) + bits(2.5f), bits(6) + bits(2.5f), true},
      {"lshlrev_b32 D, 3, v3", bits(2.5f) << 3, bits(2.5f) << 3, true},
      {"and_b32 D, v2, v3", bits(6) & bits(2.5f), bits(6) & bits(2.5f), true},
  };
  for (const auto& operation : operations)
    for (const bool second : {false, true}) {
      if (operation.second_alone && !second) continue;
      auto text = operation.text;
      const auto mark = text.find('D');
      text.replace(mark, 1, second ? "v1" : "v0");
      text = second ? "v_dual_mov_b32 v0, v4 :: v_dual_" + text : "v_dual_" + text + " :: v_dual_mov_b32 v1, v5";
      CAPTURE(processor, text);
      Snippet snippet(processor, text);
      snippet.set(second ? 1 : 0, {bits(100)}).set(2, {bits(6)}).set(3, {bits(2.5f)}).set(4, {44}).set(5, {55});
      snippet.wave().set_vcc(1);
      snippet.run();
      CHECK(snippet.get(second ? 1 : 0, 0) == operation.set);
      CHECK(snippet.get(second ? 1 : 0, 1) == operation.clear);
      CHECK(snippet.get(second ? 0 : 1, 0) == (second ? 44 : 55));
    }
}

TEST_CASE("VOPD executes dot products", "[emulator][vopd]") {
  Snippet snippet("gfx1100",
                  "v_dual_dot2acc_f32_f16 v0, v2, v3 :: v_dual_mov_b32 v1, v0\n"
                  "v_dual_mov_b32 v4, v5 :: v_dual_dot2acc_f32_f16 v7, v2, v3");
  // 3 * 7 + 5 * 11 = 76 is added to 100 and to -76.
  snippet.set(0, {bits(100)}).set(2, {0x45004200}).set(3, {0x49804700}).set(5, {9}).set(7, {bits(-76)}).run();
  CHECK(snippet.get(0) == bits(176));
  CHECK(snippet.get(1) == bits(100));
  CHECK(snippet.get(4) == 9);
  CHECK(snippet.get(7) == bits(0));
}

TEST_CASE("VOPD reads scalars and constants", "[emulator][vopd]") {
  const std::string processor = GENERATE(from_range(kProcessors));
  CAPTURE(processor);
  Snippet snippet(processor,
                  "v_dual_mov_b32 v0, s4 :: v_dual_mov_b32 v1, 7\n"
                  "v_dual_add_f32 v2, 0x40490fdb, v4 :: v_dual_mul_f32 v3, 0x40490fdb, v5\n"
                  "v_dual_add_f32 v6, -1.0, v4 :: v_dual_add_nc_u32 v7, -1, v5");
  snippet.set_scalar(4, 1234).set(4, {bits(1)}).set(5, {bits(2)}).run();
  CHECK(snippet.get(0) == 1234);
  CHECK(snippet.get(1) == 7);
  CHECK(snippet.get(2) == bits(std::bit_cast<float>(0x40490fdbu) + 1));
  CHECK(snippet.get(3) == bits(std::bit_cast<float>(0x40490fdbu) * 2));
  CHECK(snippet.get(6) == bits(0));
  CHECK(snippet.get(7) == bits(2) - 1);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
