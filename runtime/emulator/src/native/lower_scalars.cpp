// SALU: arithmetic, logic, comparisons, moves and EXEC masks; and scalar loads.
#include <array>

#include "native/lowering.hpp"
#include "native/memory_access.hpp"
#include "native/scalar_access.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace scalar_access;
using llvm::CmpInst;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// SCC is set if the result is not 0.
template <unsigned bits, auto function>
bool logic(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = read<bits>(block, instruction.src[0]), *b = read<bits>(block, instruction.src[1]);
  auto* result = function(block.ir(), a, b);
  write<bits>(block, instruction.dst, result);
  set_nonzero(block, result);
  return true;
}
template <unsigned bits, auto function, bool is_signed = false>
bool shift(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* a = read<bits, is_signed>(block, instruction.src[0]);
  auto* count = ir.CreateAnd(block.read32(instruction.src[1]), bits - 1);
  auto* result = function(ir, a, ir.CreateZExt(count, a->getType()));
  write<bits>(block, instruction.dst, result);
  set_nonzero(block, result);
  return true;
}
template <unsigned bits, auto function>
bool plain_two(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = read<bits>(block, instruction.src[0]), *b = read<bits>(block, instruction.src[1]);
  write<bits>(block, instruction.dst, function(block.ir(), a, b));
  return true;
}
template <unsigned bits>
bool bitwise_not(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto* result = block.ir().CreateNot(read<bits>(block, instruction.src[0]));
  write<bits>(block, instruction.dst, result);
  set_nonzero(block, result);
  return true;
}
template <unsigned bits>
bool move(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  write<bits>(block, instruction.dst, read<bits>(block, instruction.src[0]));
  return true;
}
bool move_immediate(BlockBuilder& block, const Instruction& instruction) {
  block.write32(instruction.dst, extended_immediate(block, instruction));
  return true;
}
/// Moves that happen only if SCC is set.
template <unsigned bits>
bool move_if(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *moved = read<bits>(block, instruction.src[0]), *kept = read<bits>(block, instruction.dst);
  write<bits>(block, instruction.dst, block.ir().CreateSelect(block.scc(), moved, kept));
  return true;
}
bool move_immediate_if(BlockBuilder& block, const Instruction& instruction) {
  auto *moved = extended_immediate(block, instruction), *kept = block.read32(instruction.dst);
  block.write32(instruction.dst, block.ir().CreateSelect(block.scc(), moved, kept));
  return true;
}
template <unsigned bits>
bool select(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = read<bits>(block, instruction.src[0]), *b = read<bits>(block, instruction.src[1]);
  write<bits>(block, instruction.dst, block.ir().CreateSelect(block.scc(), a, b));
  return true;
}

/// SCC becomes the signed overflow.
template <llvm::Intrinsic::ID intrinsic>
bool with_overflow(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto *a = block.read32(instruction.src[0]), *b = block.read32(instruction.src[1]);
  auto* both = ir.CreateBinaryIntrinsic(intrinsic, a, b);
  block.write32(instruction.dst, ir.CreateExtractValue(both, 0));
  block.set_scc(ir.CreateExtractValue(both, 1));
  return true;
}
bool add_immediate(BlockBuilder& block, const Instruction& instruction) {
  auto& ir = block.ir();
  auto* both = ir.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow, block.read32(instruction.dst),
                                        extended_immediate(block, instruction));
  block.write32(instruction.dst, ir.CreateExtractValue(both, 0));
  block.set_scc(ir.CreateExtractValue(both, 1));
  return true;
}
bool multiply_immediate(BlockBuilder& block, const Instruction& instruction) {
  block.write32(instruction.dst,
                block.ir().CreateMul(block.read32(instruction.dst), extended_immediate(block, instruction)));
  return true;
}
/// The exact result is computed in 64 bits; SCC is whether it does not fit into 32 bits.
template <unsigned shift, bool subtracts, bool takes_carry>
bool wide_sum(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* type = ir.getInt64Ty();
  auto* a = ir.CreateShl(ir.CreateZExt(block.read32(instruction.src[0]), type), shift);
  auto* b = ir.CreateZExt(block.read32(instruction.src[1]), type);
  auto* sum = subtracts ? ir.CreateSub(a, b) : ir.CreateAdd(a, b);
  if (takes_carry) {
    auto* carry = ir.CreateZExt(block.scc(), type);
    sum = subtracts ? ir.CreateSub(sum, carry) : ir.CreateAdd(sum, carry);
  }
  block.write32(instruction.dst, ir.CreateTrunc(sum, ir.getInt32Ty()));
  block.set_scc(ir.CreateIsNotNull(ir.CreateLShr(sum, 32)));
  return true;
}
template <CmpInst::Predicate predicate>
bool extreme(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto *a = block.read32(instruction.src[0]), *b = block.read32(instruction.src[1]);
  auto* first = ir.CreateICmp(predicate, a, b);
  block.write32(instruction.dst, ir.CreateSelect(first, a, b));
  block.set_scc(first);
  return true;
}
/// The magnitude of the operand, or of the difference of two. That of the lowest number is the number itself.
template <bool subtracts>
bool magnitude(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* value = block.read32(instruction.src[0]);
  if (subtracts) value = ir.CreateSub(value, block.read32(instruction.src[1]));
  auto* result = ir.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, ir.getFalse());
  block.write32(instruction.dst, result);
  set_nonzero(block, result);
  return true;
}
template <bool is_signed>
bool multiply_high(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  const auto wide = [&](unsigned n) {
    auto* value = block.read32(instruction.src[n]);
    return is_signed ? ir.CreateSExt(value, ir.getInt64Ty()) : ir.CreateZExt(value, ir.getInt64Ty());
  };
  auto *a = wide(0), *b = wide(1);
  block.write32(instruction.dst, ir.CreateTrunc(ir.CreateLShr(ir.CreateMul(a, b), 32), ir.getInt32Ty()));
  return true;
}

template <unsigned bits, CmpInst::Predicate predicate>
bool compare(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = read<bits>(block, instruction.src[0]), *b = read<bits>(block, instruction.src[1]);
  block.set_scc(block.ir().CreateICmp(predicate, a, b));
  return true;
}
template <bool is_signed, CmpInst::Predicate predicate>
bool compare_immediate(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto* immediate = is_signed ? extended_immediate(block, instruction)
                              : block.ir().getInt32(static_cast<std::uint16_t>(instruction.immediate));
  block.set_scc(block.ir().CreateICmp(predicate, block.read32(instruction.src[0]), immediate));
  return true;
}
bool program_counter(BlockBuilder& block, const Instruction& instruction) {
  block.write64(instruction.dst, block.function().code_address(instruction.address + instruction.bytes));
  return true;
}
bool nothing(BlockBuilder&, const Instruction&) {
  return true;
}

/// The destination gets the previous EXEC if `saves`, and the new one if not.
template <unsigned bits, bool saves, auto function>
bool combine(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  const Operand exec = {RegisterFile::scalar, bits / 32, kExec};
  auto* before = read<bits>(block, exec);
  auto* after = function(block.ir(), read<bits>(block, instruction.src[0]), before);
  write<bits>(block, exec, after);
  write<bits>(block, instruction.dst, saves ? before : after);
  set_nonzero(block, after);
  return true;
}

/// Loads of up to 16 dwords. Each part of the address is aligned to a dword.
bool load(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.dst.file != RegisterFile::scalar || instruction.dst.index == kNull) return false;
  if (instruction.address_operand().file != RegisterFile::scalar) return false;
  const auto& offset = instruction.offset_register();
  if (offset && !block.can_read_scalar(offset)) return false;
  auto& ir = block.ir();
  constexpr std::uint64_t kAligned = ~std::uint64_t{3};
  auto* address = ir.CreateAnd(block.read64(instruction.address_operand()), kAligned);
  address = ir.CreateAdd(address, ir.getInt64(static_cast<std::uint64_t>(instruction.memory.offset) & kAligned));
  if (offset) {
    auto* added = ir.CreateAnd(ir.CreateZExt(block.read32(offset), ir.getInt64Ty()), kAligned);
    address = ir.CreateAdd(address, added);
  }
  auto* pointer = require_range(block, address, instruction.dst.dwords * 4u);
  for (unsigned dword = 0; dword < instruction.dst.dwords; ++dword) {
    auto* from = block.function().member_of(pointer, 4 * dword);
    block.set_scalar(instruction.dst.index + dword, ir.CreateAlignedLoad(ir.getInt32Ty(), from, llvm::Align(4)));
  }
  return true;
}

/// Loads of 8 or 16 bits. Only the sum of the address's parts is aligned.
template <unsigned width, bool is_signed>
bool load_small(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.dst.file != RegisterFile::scalar || instruction.dst.index == kNull) return false;
  if (instruction.address_operand().file != RegisterFile::scalar) return false;
  const auto& offset = instruction.offset_register();
  if (offset && !block.can_read_scalar(offset)) return false;
  auto& ir = block.ir();
  auto* address = ir.CreateAdd(block.read64(instruction.address_operand()),
                               ir.getInt64(static_cast<std::uint64_t>(instruction.memory.offset)));
  if (offset) address = ir.CreateAdd(address, ir.CreateZExt(block.read32(offset), ir.getInt64Ty()));
  constexpr unsigned kBytes = width / 8;
  address = ir.CreateAnd(address, ~std::uint64_t{kBytes - 1});
  auto* pointer = require_range(block, address, kBytes);
  auto* loaded = ir.CreateAlignedLoad(ir.getIntNTy(width), pointer, llvm::Align(kBytes));
  auto* type = ir.getInt32Ty();
  block.write32(instruction.dst, is_signed ? ir.CreateSExt(loaded, type) : ir.CreateZExt(loaded, type));
  return true;
}

constexpr auto kAnd = [](Builder& ir, Value* a, Value* b) { return ir.CreateAnd(a, b); };
constexpr auto kOr = [](Builder& ir, Value* a, Value* b) { return ir.CreateOr(a, b); };
constexpr auto kXor = [](Builder& ir, Value* a, Value* b) { return ir.CreateXor(a, b); };
constexpr auto kNand = [](Builder& ir, Value* a, Value* b) { return ir.CreateNot(ir.CreateAnd(a, b)); };
constexpr auto kNor = [](Builder& ir, Value* a, Value* b) { return ir.CreateNot(ir.CreateOr(a, b)); };
constexpr auto kXnor = [](Builder& ir, Value* a, Value* b) { return ir.CreateNot(ir.CreateXor(a, b)); };
constexpr auto kAndN1 = [](Builder& ir, Value* a, Value* b) { return ir.CreateAnd(ir.CreateNot(a), b); };
constexpr auto kAndN2 = [](Builder& ir, Value* a, Value* b) { return ir.CreateAnd(a, ir.CreateNot(b)); };
constexpr auto kOrN1 = [](Builder& ir, Value* a, Value* b) { return ir.CreateOr(ir.CreateNot(a), b); };
constexpr auto kOrN2 = [](Builder& ir, Value* a, Value* b) { return ir.CreateOr(a, ir.CreateNot(b)); };
constexpr auto kLeft = [](Builder& ir, Value* a, Value* b) { return ir.CreateShl(a, b); };
constexpr auto kRight = [](Builder& ir, Value* a, Value* b) { return ir.CreateLShr(a, b); };
constexpr auto kRightSigned = [](Builder& ir, Value* a, Value* b) { return ir.CreateAShr(a, b); };
constexpr auto kAdd = [](Builder& ir, Value* a, Value* b) { return ir.CreateAdd(a, b); };
constexpr auto kSubtract = [](Builder& ir, Value* a, Value* b) { return ir.CreateSub(a, b); };
constexpr auto kMultiply = [](Builder& ir, Value* a, Value* b) { return ir.CreateMul(a, b); };

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"S_AND_B32", logic<32, kAnd>},
    {"S_AND_B64", logic<64, kAnd>},
    {"S_OR_B32", logic<32, kOr>},
    {"S_OR_B64", logic<64, kOr>},
    {"S_XOR_B32", logic<32, kXor>},
    {"S_XOR_B64", logic<64, kXor>},
    {"S_ANDN2_B32", logic<32, kAndN2>},
    {"S_ANDN2_B64", logic<64, kAndN2>},
    {"S_ORN2_B32", logic<32, kOrN2>},
    {"S_ORN2_B64", logic<64, kOrN2>},
    {"S_NAND_B32", logic<32, kNand>},
    {"S_NAND_B64", logic<64, kNand>},
    {"S_NOR_B32", logic<32, kNor>},
    {"S_NOR_B64", logic<64, kNor>},
    {"S_XNOR_B32", logic<32, kXnor>},
    {"S_XNOR_B64", logic<64, kXnor>},
    {"S_NOT_B32", bitwise_not<32>},
    {"S_NOT_B64", bitwise_not<64>},
    {"S_LSHL_B32", shift<32, kLeft>},
    {"S_LSHL_B64", shift<64, kLeft>},
    {"S_LSHR_B32", shift<32, kRight>},
    {"S_LSHR_B64", shift<64, kRight>},
    {"S_ASHR_I32", shift<32, kRightSigned>},
    {"S_ASHR_I64", shift<64, kRightSigned, true>},
    {"S_MOV_B32", move<32>},
    {"S_MOV_B64", move<64>},
    {"S_MOVK_I32", move_immediate},
    {"S_CMOV_B32", move_if<32>},
    {"S_CMOV_B64", move_if<64>},
    {"S_CMOVK_I32", move_immediate_if},
    {"S_CSELECT_B32", select<32>},
    {"S_CSELECT_B64", select<64>},
    {"S_ADD_U32", wide_sum<0, false, false>},
    {"S_ADDC_U32", wide_sum<0, false, true>},
    {"S_SUB_U32", wide_sum<0, true, false>},
    {"S_SUBB_U32", wide_sum<0, true, true>},
    {"S_LSHL1_ADD_U32", wide_sum<1, false, false>},
    {"S_LSHL2_ADD_U32", wide_sum<2, false, false>},
    {"S_LSHL3_ADD_U32", wide_sum<3, false, false>},
    {"S_LSHL4_ADD_U32", wide_sum<4, false, false>},
    {"S_ADD_I32", with_overflow<llvm::Intrinsic::sadd_with_overflow>},
    {"S_SUB_I32", with_overflow<llvm::Intrinsic::ssub_with_overflow>},
    {"S_ADDK_I32", add_immediate},
    {"S_MULK_I32", multiply_immediate},
    {"S_MIN_I32", extreme<CmpInst::ICMP_SLT>},
    {"S_MIN_U32", extreme<CmpInst::ICMP_ULT>},
    {"S_MAX_I32", extreme<CmpInst::ICMP_SGT>},
    {"S_MAX_U32", extreme<CmpInst::ICMP_UGT>},
    {"S_ABS_I32", magnitude<false>},
    {"S_ABSDIFF_I32", magnitude<true>},
    {"S_MUL_I32", plain_two<32, kMultiply>},
    {"S_MUL_HI_U32", multiply_high<false>},
    {"S_MUL_HI_I32", multiply_high<true>},
    {"S_ADD_U64", plain_two<64, kAdd>},
    {"S_SUB_U64", plain_two<64, kSubtract>},
    {"S_MUL_U64", plain_two<64, kMultiply>},
    {"S_CMP_EQ_I32", compare<32, CmpInst::ICMP_EQ>},
    {"S_CMP_LG_I32", compare<32, CmpInst::ICMP_NE>},
    {"S_CMP_GT_I32", compare<32, CmpInst::ICMP_SGT>},
    {"S_CMP_GE_I32", compare<32, CmpInst::ICMP_SGE>},
    {"S_CMP_LT_I32", compare<32, CmpInst::ICMP_SLT>},
    {"S_CMP_LE_I32", compare<32, CmpInst::ICMP_SLE>},
    {"S_CMP_EQ_U32", compare<32, CmpInst::ICMP_EQ>},
    {"S_CMP_LG_U32", compare<32, CmpInst::ICMP_NE>},
    {"S_CMP_GT_U32", compare<32, CmpInst::ICMP_UGT>},
    {"S_CMP_GE_U32", compare<32, CmpInst::ICMP_UGE>},
    {"S_CMP_LT_U32", compare<32, CmpInst::ICMP_ULT>},
    {"S_CMP_LE_U32", compare<32, CmpInst::ICMP_ULE>},
    {"S_CMP_EQ_U64", compare<64, CmpInst::ICMP_EQ>},
    {"S_CMP_LG_U64", compare<64, CmpInst::ICMP_NE>},
    {"S_CMPK_EQ_I32", compare_immediate<true, CmpInst::ICMP_EQ>},
    {"S_CMPK_LG_I32", compare_immediate<true, CmpInst::ICMP_NE>},
    {"S_CMPK_GT_I32", compare_immediate<true, CmpInst::ICMP_SGT>},
    {"S_CMPK_GE_I32", compare_immediate<true, CmpInst::ICMP_SGE>},
    {"S_CMPK_LT_I32", compare_immediate<true, CmpInst::ICMP_SLT>},
    {"S_CMPK_LE_I32", compare_immediate<true, CmpInst::ICMP_SLE>},
    {"S_CMPK_EQ_U32", compare_immediate<false, CmpInst::ICMP_EQ>},
    {"S_CMPK_LG_U32", compare_immediate<false, CmpInst::ICMP_NE>},
    {"S_CMPK_GT_U32", compare_immediate<false, CmpInst::ICMP_UGT>},
    {"S_CMPK_GE_U32", compare_immediate<false, CmpInst::ICMP_UGE>},
    {"S_CMPK_LT_U32", compare_immediate<false, CmpInst::ICMP_ULT>},
    {"S_CMPK_LE_U32", compare_immediate<false, CmpInst::ICMP_ULE>},
    {"S_GETPC_B64", program_counter},
    {"S_AND_SAVEEXEC_B32", combine<32, true, kAnd>},
    {"S_AND_SAVEEXEC_B64", combine<64, true, kAnd>},
    {"S_OR_SAVEEXEC_B32", combine<32, true, kOr>},
    {"S_OR_SAVEEXEC_B64", combine<64, true, kOr>},
    {"S_XOR_SAVEEXEC_B32", combine<32, true, kXor>},
    {"S_XOR_SAVEEXEC_B64", combine<64, true, kXor>},
    {"S_NAND_SAVEEXEC_B32", combine<32, true, kNand>},
    {"S_NAND_SAVEEXEC_B64", combine<64, true, kNand>},
    {"S_NOR_SAVEEXEC_B32", combine<32, true, kNor>},
    {"S_NOR_SAVEEXEC_B64", combine<64, true, kNor>},
    {"S_XNOR_SAVEEXEC_B32", combine<32, true, kXnor>},
    {"S_XNOR_SAVEEXEC_B64", combine<64, true, kXnor>},
    {"S_ANDN1_SAVEEXEC_B32", combine<32, true, kAndN1>},
    {"S_ANDN1_SAVEEXEC_B64", combine<64, true, kAndN1>},
    {"S_ANDN2_SAVEEXEC_B32", combine<32, true, kAndN2>},
    {"S_ANDN2_SAVEEXEC_B64", combine<64, true, kAndN2>},
    {"S_ORN1_SAVEEXEC_B32", combine<32, true, kOrN1>},
    {"S_ORN1_SAVEEXEC_B64", combine<64, true, kOrN1>},
    {"S_ORN2_SAVEEXEC_B32", combine<32, true, kOrN2>},
    {"S_ORN2_SAVEEXEC_B64", combine<64, true, kOrN2>},
    {"S_ANDN1_WREXEC_B32", combine<32, false, kAndN1>},
    {"S_ANDN1_WREXEC_B64", combine<64, false, kAndN1>},
    {"S_ANDN2_WREXEC_B32", combine<32, false, kAndN2>},
    {"S_ANDN2_WREXEC_B64", combine<64, false, kAndN2>},
    {"S_LOAD_DWORD", load},
    {"S_LOAD_DWORDX2", load},
    {"S_LOAD_DWORDX4", load},
    {"S_LOAD_DWORDX8", load},
    {"S_LOAD_DWORDX16", load},
    {"S_LOAD_B32", load},
    {"S_LOAD_B64", load},
    {"S_LOAD_B96", load},
    {"S_LOAD_B128", load},
    {"S_LOAD_B256", load},
    {"S_LOAD_B512", load},
    {"S_LOAD_I8", load_small<8, true>},
    {"S_LOAD_U8", load_small<8, false>},
    {"S_LOAD_I16", load_small<16, true>},
    {"S_LOAD_U16", load_small<16, false>},
    {"S_WAITCNT", nothing},
    {"S_WAITCNT_DEPCTR", nothing},
    {"S_WAITCNT_EXPCNT", nothing},
    {"S_WAITCNT_LGKMCNT", nothing},
    {"S_WAITCNT_VMCNT", nothing},
    {"S_WAITCNT_VSCNT", nothing},
    {"S_WAIT_ALU", nothing},
    {"S_WAIT_BVHCNT", nothing},
    {"S_WAIT_DSCNT", nothing},
    {"S_WAIT_EXPCNT", nothing},
    {"S_WAIT_IDLE", nothing},
    {"S_WAIT_KMCNT", nothing},
    {"S_WAIT_LOADCNT", nothing},
    {"S_WAIT_LOADCNT_DSCNT", nothing},
    {"S_WAIT_SAMPLECNT", nothing},
    {"S_WAIT_STORECNT", nothing},
    {"S_WAIT_STORECNT_DSCNT", nothing},
    {"S_NOP", nothing},
    {"S_SLEEP", nothing},
    {"S_CLAUSE", nothing},
    {"S_DELAY_ALU", nothing},
    {"S_SINGLEUSE_VDST", nothing},
    {"S_INST_PREFETCH", nothing},
    {"S_ICACHE_INV", nothing},
    {"S_DCACHE_INV", nothing},
    {"S_DCACHE_WB", nothing},
    {"S_GL1_INV", nothing},
    {"S_PREFETCH_INST", nothing},
    {"S_PREFETCH_INST_PC_REL", nothing},
    {"S_PREFETCH_DATA", nothing},
    {"S_PREFETCH_DATA_PC_REL", nothing},
    {"S_SETPRIO", nothing},
});

}  // namespace

LoweredOperations lowered_scalars() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
