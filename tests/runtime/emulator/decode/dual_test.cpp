#include "decode/dual.hpp"

#include "decode/decoder.hpp"
#include "runtime/emulator/assembler.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {

TEST_CASE("dual: the opcode name gives both operations", "[decode]") {
  CHECK(is_dual("V_DUAL_FMAC_F32_e32_X_ADD_U32_e32_gfx11"));
  CHECK_FALSE(is_dual("V_FMAC_F32_e32_gfx11"));
  using Pair = std::pair<std::string, std::string>;
  CHECK(dual_operations("V_DUAL_FMAC_F32_e32_X_ADD_U32_e32_gfx11") == Pair{"V_FMAC_F32", "V_ADD_U32"});
  CHECK(dual_operations("V_DUAL_MUL_F32_e32_X_FMAAK_F32_gfx11") == Pair{"V_MUL_F32", "V_FMAAK_F32"});
}

TEST_CASE("dual: each operation has its own operands", "[decode]") {
  const Decoder decoder(find_target("gfx1100").value(), 32);
  const auto bytes =
      assemble("gfx1100", "v_dual_fmac_f32 v14, v16, v36 :: v_dual_fmaak_f32 v33, v39, v35, 0x3d2aabf7", 32);
  const auto x = decoder.decode(bytes, 0);
  REQUIRE(x->second != nullptr);
  const auto& y = *x->second;
  CHECK(x->dst.index == 14);
  REQUIRE(x->sources == 3);
  CHECK(x->src[0].index == 16);
  CHECK(x->src[1].index == 36);
  CHECK(x->src[2].index == 14);
  CHECK(y.dst.index == 33);
  REQUIRE(y.sources == 3);
  CHECK(y.src[0].index == 39);
  CHECK(y.src[1].index == 35);
  CHECK(y.src[2].value == 0x3d2aabf7);
  CHECK(x->vector_limit == 40);  // v39 is the highest register
}

TEST_CASE("dual: the destination of FMAC is its third source in the first and in the second operation", "[decode]") {
  const Decoder decoder(find_target("gfx1100").value(), 32);
  const auto bytes = assemble("gfx1100", "v_dual_fmac_f32 v20, v1, v2 :: v_dual_fmac_f32 v31, 0x32a5705f, v5", 32);
  const auto x = decoder.decode(bytes, 0);
  CHECK(x->src[2].index == 20);
  CHECK(x->second->src[2].index == 31);
}

}  // namespace rocm_bindgen::emulator
