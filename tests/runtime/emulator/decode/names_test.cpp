#include "decode/operation_name.hpp"
#include "decode/registers.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {

TEST_CASE("operation name: encoding and generation are removed", "[decode]") {
  CHECK(operation_name("V_ADD_F32_e64_dpp_gfx11").operation == "V_ADD_F32");
  CHECK(operation_name("V_ADD_F32_e64_dpp_gfx11").dpp);
  CHECK(operation_name("V_CMP_EQ_F16_t16_e32_gfx11").operation == "V_CMP_EQ_F16");
  CHECK(operation_name("V_ADD_F16_fake16_e32_gfx11").operation == "V_ADD_F16");
  CHECK(operation_name("V_MAD_U64_U32_gfx11_e64_gfx11").operation == "V_MAD_U64_U32");
  CHECK(operation_name("V_AND_B32_sdwa_gfx9").sdwa);
  CHECK(operation_name("V_MOV_B32_dpp8_gfx10").dpp8);
  CHECK(operation_name("GLOBAL_ATOMIC_ADD_SADDR_RTN_gfx11").operation == "GLOBAL_ATOMIC_ADD");
  CHECK(operation_name("GLOBAL_ATOMIC_ADD_SADDR_RTN_gfx11").returns);
  CHECK(operation_name("DS_ADD_RTN_U32_gfx11").operation == "DS_ADD_RTN_U32");
  CHECK(operation_name("BUFFER_LOAD_DWORD_OFFEN_gfx10").operation == "BUFFER_LOAD_DWORD");
  CHECK(operation_name("BUFFER_LOAD_DWORD_OFFEN_gfx10").offset_enabled);
  CHECK(operation_name("BUFFER_LOAD_DWORD_VBUFFER_BOTHEN_gfx12").index_enabled);
  CHECK(operation_name("S_LOAD_DWORDX2_SGPR_IMM_gfx10").operation == "S_LOAD_DWORDX2");
  CHECK(operation_name("V_WMMA_F32_16X16X16_F16_twoaddr_w32_gfx11").operation == "V_WMMA_F32_16X16X16_F16");
}

TEST_CASE("registers: LLVM's names are converted", "[decode]") {
  const auto is = [](const char* name, RegisterFile file, unsigned index, unsigned dwords) {
    const auto operand = register_operand(name);
    INFO(name);
    CHECK(operand.file == file);
    CHECK(operand.index == index);
    CHECK(operand.dwords == dwords);
  };
  is("VGPR255", RegisterFile::vector, 255, 1);
  is("VGPR8_VGPR9_VGPR10_VGPR11", RegisterFile::vector, 8, 4);
  is("AGPR4_AGPR5", RegisterFile::accumulator, 4, 2);
  is("SGPR104_SGPR105", RegisterFile::scalar, 104, 2);
  is("TTMP9_gfx9plus", RegisterFile::scalar, kTtmp + 9, 1);
  is("VCC", RegisterFile::scalar, kVcc, 2);
  is("VCC_HI", RegisterFile::scalar, kVcc + 1, 1);
  is("EXEC_LO", RegisterFile::scalar, kExec, 1);
  is("M0_gfx11plus", RegisterFile::scalar, kM0, 1);
  is("SGPR_NULL_gfxpre11", RegisterFile::scalar, kNull, 1);
  is("FLAT_SCR_LO_vi", RegisterFile::scalar, kFlatScratch, 1);
  is("SRC_SHARED_BASE", RegisterFile::special, static_cast<unsigned>(Special::shared_base), 2);
  // The emulator does not know LDS_DIRECT. An unknown name gives no register.
  CHECK(register_operand("LDS_DIRECT").file == RegisterFile::none);
}

}  // namespace rocm_bindgen::emulator
