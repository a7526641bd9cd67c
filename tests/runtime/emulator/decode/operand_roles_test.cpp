// Compares the roles of operands with the disassembly. An instruction is assembled and decoded. The decoded operands
// and modifiers are then compared with those that LLVM's disassembler prints. A change of LLVM's operand order or of
// the constants in llvm_facts.hpp therefore makes these tests fail.
#include <array>
#include <cstdint>
#include <cstring>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "decode/decoder.hpp"
#include "runtime/emulator/assembler.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

std::string register_text(const Operand& operand) {
  const auto range = [&](char file) {
    const auto first = std::to_string(operand.index);
    if (operand.dwords == 1) return file + first;
    return std::string(1, file) + "[" + first + ":" + std::to_string(operand.index + operand.dwords - 1) + "]";
  };
  switch (operand.file) {
    case RegisterFile::vector:
      return range('v');
    case RegisterFile::accumulator:
      return range('a');
    case RegisterFile::constant:
      return "#";
    case RegisterFile::special:
      return "special";
    case RegisterFile::none:
      return "off";
    case RegisterFile::scalar:
      break;
  }
  if (operand.index == kNull) return "null";
  if (operand.index == kM0) return "m0";
  for (const auto& [first, name] : {std::pair<unsigned, std::string>{kVcc, "vcc"}, {kExec, "exec"}})
    if (operand.index == first) return name;
  if (operand.index >= kTtmp && operand.index < kTtmp + 16) return "ttmp" + std::to_string(operand.index - kTtmp);
  return range('s');
}

std::string source_text(const Operand& operand) {
  auto text = register_text(operand);
  if (operand.absolute) text = "|" + text + "|";
  if (operand.sign_extend) text = "sext(" + text + ")";
  return operand.negate ? "-" + text : text;
}

/// Returns the operands in the text: {"v1", "-|v2|", "#"} for "v_add_f32_e64 v1, -|v2|, 0x12 mul:2". All numbers become
/// "#".
std::vector<std::string> printed_operands(const std::string& text) {
  std::vector<std::string> operands;
  const auto space = text.find(' ');
  if (space == std::string::npos) return operands;
  // The operands end at quad_perm, whose list contains commas.
  std::stringstream list(text.substr(space + 1, text.find(" quad_perm") - space - 1));
  static const std::regex number("(-?)(\\|?)(0x[0-9a-f]+|[0-9]+(\\.[0-9]+)?)(\\|?)");
  for (std::string operand; std::getline(list, operand, ',');) {
    operand = operand.substr(operand.find_first_not_of(' '));
    operand = operand.substr(0, operand.find(' '));
    if (std::regex_match(operand, number)) operand = "#";
    // In waves of 32, the text is vcc_lo. register_text() returns "vcc" in both cases.
    if (operand == "vcc_lo") operand = "vcc";
    operands.push_back(operand);
  }
  return operands;
}

std::vector<std::string> operands_by_role(const Instruction& instruction, bool has_destination, unsigned sources) {
  std::vector<std::string> operands;
  if (has_destination) operands.push_back(register_text(instruction.dst));
  if (instruction.scalar_dst) operands.push_back(register_text(instruction.scalar_dst));
  for (unsigned n = 0; n < sources; ++n) operands.push_back(source_text(instruction.src[n]));
  return operands;
}

std::unique_ptr<const Instruction> decoded(const std::string& processor, const std::string& assembly, unsigned lanes,
                                           std::string& text) {
  const auto bytes = assemble(processor, assembly, lanes);
  const Decoder decoder(find_target(processor).value(), lanes);
  text = decoder.text(bytes, 0);
  return decoder.decode(bytes, 0);
}

struct Case {
  const char* processor;
  const char* assembly;
};

unsigned lanes_of(const Case& entry) {
  return std::string(entry.processor).compare(0, 4, "gfx9") == 0 ? 64 : 32;
}

}  // namespace

TEST_CASE("operand roles: arithmetic operands are in the order of the text", "[decode]") {
  const auto entry = GENERATE(values<Case>({
      {"gfx1100", "s_add_u32 s1, s2, 0x1234567"},
      {"gfx1100", "s_and_b64 s[2:3], vcc, exec"},
      {"gfx1100", "s_mov_b32 m0, s3"},
      {"gfx1100", "s_not_b32 s1, ttmp9"},
      {"gfx1100", "s_cselect_b32 s1, -1, 0"},
      {"gfx1100", "v_mov_b32_e32 v1, s2"},
      {"gfx1100", "v_add_f32_e32 v1, 1.0, v2"},
      {"gfx1100", "v_add_f32_e64 v1, -|v2|, s3 mul:2"},
      {"gfx1100", "v_fma_f64 v[2:3], -v[4:5], |s[6:7]|, v[8:9]"},
      {"gfx1100", "v_mad_u64_u32 v[2:3], null, v4, v5, v[6:7]"},
      {"gfx1100", "v_mad_u64_u32 v[2:3], s4, v4, s5, v[6:7]"},
      {"gfx1100", "v_cmp_lt_f32_e32 vcc_lo, v1, v2"},
      {"gfx1100", "v_cmp_lt_f32_e64 s4, |v1|, -v2"},
      {"gfx1100", "v_add_co_u32 v1, vcc_lo, v2, v3"},
      {"gfx1100", "v_add_co_ci_u32_e32 v1, vcc_lo, v2, v3, vcc_lo"},
      {"gfx1100", "v_add_co_ci_u32_e64 v1, s2, v2, v3, s4"},
      {"gfx1100", "v_cndmask_b32_e32 v1, v2, v3, vcc_lo"},
      {"gfx1100", "v_cndmask_b32_e64 v1, -v2, |v3|, s4"},
      {"gfx1100", "v_fmaak_f32 v1, s2, v3, 0x1234567"},
      {"gfx1100", "v_fmamk_f32 v1, v2, 0x1234567, v3"},
      {"gfx1100", "v_readlane_b32 s1, v2, s3"},
      {"gfx1100", "v_div_scale_f32 v1, vcc_lo, v2, v3, v4"},
      {"gfx1100", "v_perm_b32 v1, v2, v3, 0x1000706"},
      {"gfx90a", "v_add_co_u32_e32 v1, vcc, v2, v3"},
      {"gfx90a", "v_addc_co_u32_e64 v1, s[2:3], v2, v3, s[4:5]"},
      {"gfx90a", "v_cndmask_b32_e64 v1, v2, v3, s[4:5]"},
      {"gfx90a", "v_cmp_eq_u64_e64 s[2:3], v[4:5], s[6:7]"},
      {"gfx90a", "v_cmpx_eq_u32_e32 vcc, v1, v2"},
      {"gfx90a", "v_pk_fma_f32 v[2:3], v[4:5], s[6:7], v[8:9]"},
      {"gfx90a", "v_accvgpr_write_b32 a1, v2"},
      {"gfx90a", "v_mfma_f32_32x32x8f16 a[0:15], v[2:3], v[4:5], a[16:31]"},
      {"gfx90a", "v_and_b32_sdwa v1, v2, s3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD"},
      {"gfx90a", "v_cvt_f32_i32_sdwa v1, sext(v2) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0"},
      {"gfx90a", "v_add_f32_dpp v1, -v2, |v3| row_shr:1 row_mask:0xf bank_mask:0xf"},
      {"gfx1030", "v_add_nc_u32_dpp v1, v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"},
      {"gfx1100", "v_mov_b32_dpp v1, v2 row_xmask:1 row_mask:0xf bank_mask:0xf"},
  }));
  std::string text;
  const auto instruction = decoded(entry.processor, entry.assembly, lanes_of(entry), text);
  INFO(entry.processor << ": " << text);
  const auto printed = printed_operands(text);
  CHECK(operands_by_role(*instruction, static_cast<bool>(instruction->dst), instruction->sources) == printed);
}

TEST_CASE("operand roles: the destination of FMAC is also its third source", "[decode]") {
  for (const auto* assembly : {"v_fmac_f32_e32 v1, v2, v3", "v_fmac_f32_e64 v1, v2, v3"}) {
    std::string text;
    const auto instruction = decoded("gfx1100", assembly, 32, text);
    REQUIRE(instruction->sources == 3);
    CHECK(register_text(instruction->src[2]) == "v1");
  }
}

TEST_CASE("operand roles: the destination of V_CMPX is EXEC from gfx10 on", "[decode]") {
  std::string text;
  CHECK(register_text(decoded("gfx1100", "v_cmpx_lt_u32_e32 v1, v2", 32, text)->dst) == "exec");
  CHECK(register_text(decoded("gfx90a", "v_cmpx_lt_u32_e64 s[2:3], v1, v2", 64, text)->dst) == "s[2:3]");
}

TEST_CASE("operand roles: memory operands agree with the text", "[decode]") {
  struct Memory {
    const char* processor;
    const char* assembly;
    const char* dst;
    const char* address;
    const char* data;
    const char* data1;
    const char* base;
    const char* offset_register;
    std::int64_t offset;
  };
  const auto entry = GENERATE(values<Memory>({
      {"gfx1100", "global_load_b64 v[6:7], v[8:9], off offset:-16", "v[6:7]", "v[8:9]", "off", "off", "off", "off",
       -16},
      {"gfx1100", "global_load_b32 v2, v1, s[4:5] offset:62", "v2", "v1", "off", "off", "s[4:5]", "off", 62},
      {"gfx1100", "global_store_b128 v[2:3], v[4:7], off", "off", "v[2:3]", "v[4:7]", "off", "off", "off", 0},
      {"gfx1100", "global_store_b32 v2, v3, s[4:5] offset:8", "off", "v2", "v3", "off", "s[4:5]", "off", 8},
      {"gfx1100", "global_atomic_add_u32 v1, v2, v3, s[4:5] glc", "v1", "v2", "v3", "off", "s[4:5]", "off", 0},
      {"gfx1100", "global_atomic_cmpswap_b32 v[2:3], v[4:5], off", "off", "v[2:3]", "v[4:5]", "off", "off", "off", 0},
      {"gfx1100", "global_load_d16_hi_b16 v2, v[4:5], off", "v2", "v[4:5]", "off", "off", "off", "off", 0},
      {"gfx90a", "flat_load_dword v1, v[2:3] offset:4", "v1", "v[2:3]", "off", "off", "off", "off", 4},
      {"gfx90a", "global_load_dword a1, v[2:3], off", "a1", "v[2:3]", "off", "off", "off", "off", 0},
      {"gfx1100", "scratch_load_b32 v1, off, s2 offset:4", "v1", "off", "off", "off", "s2", "off", 4},
      {"gfx1100", "scratch_store_b32 off, v1, s2 offset:4", "off", "off", "v1", "off", "s2", "off", 4},
      {"gfx1100", "scratch_store_b32 v2, v1, off offset:4", "off", "v2", "v1", "off", "off", "off", 4},
      {"gfx1100", "scratch_load_b32 v1, v2, off", "v1", "v2", "off", "off", "off", "off", 0},
      {"gfx1030", "global_load_dword v1, v[2:3], off offset:-8", "v1", "v[2:3]", "off", "off", "off", "off", -8},
      {"gfx1201", "global_load_b32 v1, v[2:3], off offset:-70000", "v1", "v[2:3]", "off", "off", "off", "off", -70000},
      {"gfx90a", "s_load_dword s4, s[0:1], -0x8", "s4", "s[0:1]", "off", "off", "off", "off", -8},
      {"gfx1100", "s_load_b32 s4, s[0:1], -0x8", "s4", "s[0:1]", "off", "off", "off", "off", -8},
      {"gfx942", "scratch_load_dword v1, v2, s3 offset:-4", "v1", "v2", "off", "off", "s3", "off", -4},
      {"gfx942", "scratch_store_dwordx2 v4, v[2:3], s3", "off", "v4", "v[2:3]", "off", "s3", "off", 0},
      {"gfx1100", "ds_load_b64 v[0:1], v2 offset:8", "v[0:1]", "v2", "off", "off", "off", "off", 8},
      {"gfx1100", "ds_store_b32 v7, v1 offset:65535", "off", "v7", "v1", "off", "off", "off", 65535},
      {"gfx1100", "ds_store_2addr_b64 v7, v[2:3], v[4:5] offset0:2 offset1:1", "off", "v7", "v[2:3]", "v[4:5]", "off",
       "off", 2},
      {"gfx90a", "ds_add_rtn_u32 v1, v2, v3 offset:12", "v1", "v2", "v3", "off", "off", "off", 12},
      {"gfx90a", "ds_cmpst_rtn_b32 v1, v2, v3, v4", "v1", "v2", "v3", "v4", "off", "off", 0},
      {"gfx90a", "ds_bpermute_b32 v1, v2, v3 offset:4", "v1", "v2", "v3", "off", "off", "off", 4},
      // SWAP,1 exchanges neighbours: the lane number is kept by the and-mask 0x1f, and changed by the xor-mask 1 << 10.
      {"gfx90a", "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,1)", "v1", "v2", "off", "off", "off", "off", 0x041f},
      {"gfx1100", "s_load_b128 s[4:7], s[0:1], 0x20", "s[4:7]", "s[0:1]", "off", "off", "off", "off", 32},
      {"gfx1100", "s_load_b64 s[4:5], s[0:1], null", "s[4:5]", "s[0:1]", "off", "off", "off", "null", 0},
      {"gfx1100", "s_load_b64 s[4:5], s[0:1], s2 offset:0x10", "s[4:5]", "s[0:1]", "off", "off", "off", "s2", 16},
      {"gfx90a", "s_load_dword s4, s[0:1], 0x8", "s4", "s[0:1]", "off", "off", "off", "off", 8},
      {"gfx90a", "s_load_dword s4, s[0:1], s2", "s4", "s[0:1]", "off", "off", "off", "s2", 0},
      {"gfx1201", "s_load_b32 s4, s[0:1], s2 offset:0x8", "s4", "s[0:1]", "off", "off", "off", "s2", 8},
      {"gfx90a", "buffer_load_dword v1, off, s[0:3], 0 offset:16", "v1", "off", "off", "off", "s[0:3]", "#", 16},
      {"gfx90a", "buffer_load_dword v1, v2, s[0:3], s4 offen offset:16", "v1", "v2", "off", "off", "s[0:3]", "s4", 16},
      {"gfx90a", "buffer_store_dwordx2 v[4:5], v2, s[0:3], s32 offen", "off", "v2", "v[4:5]", "off", "s[0:3]", "s32",
       0},
      {"gfx1030", "buffer_store_dword v4, v[2:3], s[0:3], s32 idxen offen", "off", "v[2:3]", "v4", "off", "s[0:3]",
       "s32", 0},
      {"gfx90a", "buffer_atomic_add v1, v2, s[0:3], 0 offen glc", "v1", "v2", "v1", "off", "s[0:3]", "#", 0},
      {"gfx90a", "buffer_atomic_add v1, v2, s[0:3], 0 offen", "off", "v2", "v1", "off", "s[0:3]", "#", 0},
      {"gfx1201", "buffer_load_b32 v1, v2, s[0:3], null offen offset:16", "v1", "v2", "off", "off", "s[0:3]", "null",
       16},
  }));
  std::string text;
  const auto lanes = std::string(entry.processor).compare(0, 4, "gfx9") == 0 ? 64u : 32u;
  const auto instruction = decoded(entry.processor, entry.assembly, lanes, text);
  INFO(entry.processor << ": " << text << " as " << instruction->opcode_name);
  CHECK(register_text(instruction->dst) == entry.dst);
  CHECK(register_text(instruction->address_operand()) == entry.address);
  CHECK(register_text(instruction->data()) == entry.data);
  CHECK(register_text(instruction->data1()) == entry.data1);
  CHECK(register_text(instruction->base()) == entry.base);
  CHECK(register_text(instruction->offset_register()) == entry.offset_register);
  CHECK(instruction->memory.offset == entry.offset);
}

TEST_CASE("operand roles: output modifiers agree with the text", "[decode]") {
  std::string text;
  // omod is 2 for mul:4 and 3 for div:2.
  CHECK(decoded("gfx1100", "v_add_f32_e64 v1, v2, v3 clamp mul:4", 32, text)->modifiers.clamp);
  CHECK(decoded("gfx1100", "v_add_f32_e64 v1, v2, v3 clamp mul:4", 32, text)->modifiers.omod == 2);
  CHECK(decoded("gfx1100", "v_add_f32_e64 v1, v2, v3 div:2", 32, text)->modifiers.omod == 3);
  CHECK(decoded("gfx1100", "v_add_nc_i32 v1, v2, v3 clamp", 32, text)->modifiers.clamp);
  CHECK_FALSE(decoded("gfx1100", "v_add_nc_i32 v1, v2, v3", 32, text)->modifiers.clamp);
  CHECK(decoded("gfx1100", "v_dot4_i32_iu8 v1, v2, v3, v4 clamp", 32, text)->modifiers.clamp);
  const auto halves = decoded("gfx1100", "v_mad_u16 v1, v2, v3, v4 op_sel:[1,0,1,1]", 32, text);
  CHECK(halves->src[0].op_sel);
  CHECK_FALSE(halves->src[1].op_sel);
  CHECK(halves->src[2].op_sel);
  CHECK(halves->modifiers.op_sel_destination);
  const auto packed =
      decoded("gfx1100", "v_pk_fma_f16 v1, v2, v3, v4 op_sel:[0,1,0] op_sel_hi:[1,0,1] neg_lo:[1,0,0] neg_hi:[0,0,1]",
              32, text);
  CHECK(packed->src[1].op_sel);
  CHECK(packed->src[0].op_sel_high);
  CHECK_FALSE(packed->src[1].op_sel_high);
  CHECK(packed->src[0].negate);
  CHECK_FALSE(packed->src[0].negate_high);
  CHECK(packed->src[2].negate_high);
}

TEST_CASE("operand roles: modifiers of DPP and SDWA agree with the text", "[decode]") {
  std::string text;
  const auto dpp =
      decoded("gfx1100", "v_add_f32_dpp v1, v2, v3 row_shr:3 row_mask:0xa bank_mask:0x5 bound_ctrl:1 fi:1", 32, text)
          ->modifiers;
  CHECK(dpp.lanes == Modifiers::Lanes::dpp);
  CHECK(dpp.dpp_control == 0x113);  // row_shr is 0x110 plus the number of lanes
  CHECK(dpp.row_mask == 0xa);
  CHECK(dpp.bank_mask == 0x5);
  CHECK(dpp.bound_control);
  CHECK(dpp.fetch_inactive);
  const auto plain =
      decoded("gfx90a", "v_mov_b32_dpp v1, v2 wave_shr:1 row_mask:0xf bank_mask:0xf", 64, text)->modifiers;
  CHECK(plain.dpp_control == 0x138);  // wave_shr:1
  CHECK_FALSE(plain.bound_control);
  CHECK_FALSE(plain.fetch_inactive);
  const auto wide =
      decoded("gfx1100", "v_add_f32_e64_dpp v1, -v2, |v3| clamp mul:2 row_ror:2 row_mask:0x1 bank_mask:0x2", 32, text);
  CHECK(wide->modifiers.clamp);
  CHECK(wide->modifiers.omod == 1);             // mul:2
  CHECK(wide->modifiers.dpp_control == 0x122);  // row_ror is 0x120 plus the number of lanes
  CHECK(wide->modifiers.row_mask == 1);
  CHECK(wide->src[0].negate);
  CHECK(wide->src[1].absolute);
  const auto eight = decoded("gfx1100", "v_mov_b32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1", 32, text)->modifiers;
  CHECK(eight.lanes == Modifiers::Lanes::dpp8);
  CHECK(eight.dpp8 == 001234567);  // in octal, a digit per lane; lane 0's is the last one
  CHECK(eight.fetch_inactive);
  CHECK_FALSE(decoded("gfx1100", "v_mov_b32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0]", 32, text)->modifiers.fetch_inactive);

  const auto sdwa =
      decoded("gfx90a",
              "v_add_f16_sdwa v1, -v2, |v3| clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 "
              "src1_sel:WORD_1",
              64, text);
  CHECK(sdwa->modifiers.lanes == Modifiers::Lanes::sdwa);
  CHECK(sdwa->modifiers.clamp);
  CHECK(sdwa->modifiers.destination_select == SdwaSelect::word_1);
  CHECK(sdwa->modifiers.destination_unused == SdwaUnused::preserve);
  CHECK(sdwa->modifiers.source_select[0] == SdwaSelect::byte_2);
  CHECK(sdwa->modifiers.source_select[1] == SdwaSelect::word_1);
  CHECK(sdwa->sources == 2);
  const auto compare = decoded("gfx90a", "v_cmp_lt_u32_sdwa s[2:3], v2, v3 src0_sel:BYTE_1 src1_sel:WORD_0", 64, text);
  CHECK(register_text(compare->dst) == "s[2:3]");
  CHECK(compare->modifiers.source_select[0] == SdwaSelect::byte_1);
  CHECK(compare->modifiers.source_select[1] == SdwaSelect::word_0);
}

TEST_CASE("operand roles: constants have the bits of their operand's type", "[decode]") {
  std::string text;
  const auto constant = [&](const char* processor, const char* assembly) {
    return decoded(processor, assembly, std::string(processor) == "gfx90a" ? 64 : 32, text)->src[0].value;
  };
  CHECK(constant("gfx1100", "v_add_f32_e32 v1, 1.0, v2") == 0x3f800000);
  CHECK(constant("gfx1100", "v_add_f64 v[2:3], 1.0, v[4:5]") == 0x3ff0000000000000);
  // A literal of an f64 operand is its upper half.
  CHECK(constant("gfx1100", "v_add_f64 v[2:3], 0x40590000, v[4:5]") == 0x4059000000000000);
  CHECK(constant("gfx1100", "v_add_f16_e32 v1, 1.0, v2") == 0x3c00);
  CHECK(constant("gfx1100", "v_add_nc_u32_e32 v1, -1, v2") == ~std::uint64_t{0});
  CHECK(constant("gfx1100", "v_mul_f32_e32 v1, 0.15915494, v2") == 0x3e22f983);  // the inline constant 1 / (2 pi)
  // Literals of 64-bit integers are extended by their sign or by zeros.
  CHECK(constant("gfx1100", "v_cmp_lt_i64_e32 vcc_lo, 0xffffff00, v[2:3]") == 0xffffffffffffff00);
  CHECK(constant("gfx1100", "v_cmp_lt_u64_e32 vcc_lo, 0xffffff00, v[2:3]") == 0xffffff00);
}

TEST_CASE("operand roles: invalid and unknown instructions are reported with their bytes", "[decode]") {
  const Decoder decoder(find_target("gfx1100").value(), 32);
  const std::vector<std::uint8_t> nonsense(8, 0xff);
  CHECK_THROWS_WITH(decoder.decode(nonsense, 0),
                    Catch::Contains("not an instruction of gfx1100") && Catch::Contains("ffffffff"));
  const auto image = assemble("gfx1100", "image_load v[0:3], v[4:5], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D", 32);
  CHECK_THROWS_WITH(decoder.decode(image, 0), Catch::Contains("image_load") && Catch::Contains("is not emulated"));
}

TEST_CASE("operand roles: reserved selectors of SDWA are no instruction", "[decode]") {
  const auto target = find_target("gfx90a").value();
  const Decoder decoder(target, 64);
  const auto check = [&](std::uint32_t first, std::uint32_t second, bool is_instruction) {
    std::array<std::uint8_t, 8> bytes;
    std::memcpy(bytes.data(), &first, 4);
    std::memcpy(bytes.data() + 4, &second, 4);
    INFO(std::hex << first << " " << second);
    CHECK(decoder.text(bytes, 0).empty() != is_instruction);
    if (is_instruction)
      CHECK_NOTHROW(decoder.decode(bytes, 0));
    else
      CHECK_THROWS_WITH(decoder.decode(bytes, 0), Catch::StartsWith("these bytes are not an instruction of gfx90a"));
  };
  constexpr std::uint32_t kMove = 0x7e0202f9, kAdd = 0x020206f9,
                          kCompare = 0x7c8404f9;  // V_MOV, V_ADD_F32, V_CMP_EQ_F32
  for (const auto& [first, most] : {std::pair(kMove, 0x00061606u), {kAdd, 0x06061606u}, {kCompare, 0x06060001u}}) {
    check(first, most, true);
    check(first, most | 0x00010000, false);
  }
  check(kAdd, 0x07061606, false);
  check(kAdd, 0x06061706, false);
  check(kAdd, 0x06061e06, false);
  check(kMove, 0x00061706, false);
  check(kCompare, 0x07060001, false);
}

TEST_CASE("operand roles: a constant cannot be written", "[decode]") {
  const auto target = find_target("gfx90a").value();
  const Decoder decoder(target, 64);
  constexpr std::array<std::uint8_t, 8> kCompare{0x0a, 0x00, 0x77, 0xd0, 0xb5, 0x2c, 0x03, 0x00};  // V_CMPX_O_F64
  CHECK_NOTHROW(decoder.decode(kCompare, 0));
  auto with_constant = kCompare;
  with_constant[0] = 0xc4;  // the destination is the constant -4
  CHECK_THROWS_WITH(decoder.decode(with_constant, 0),
                    Catch::StartsWith("these bytes are not an instruction of gfx90a"));
}

}  // namespace rocm_bindgen::emulator
