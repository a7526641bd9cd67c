// SALU: bit fields, counts of bits, and changes of single bits.
#include <array>

#include "native/lowering.hpp"
#include "native/scalar_access.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace scalar_access;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

Value* number(Value* like, std::uint64_t value) {
  return llvm::ConstantInt::get(like->getType(), value);
}
/// The low bits of a dword that a shift of `bits` bits uses, in an integer of this size.
template <unsigned bits>
Value* shift_count(Builder& ir, Value* dword) {
  return ir.CreateZExt(ir.CreateAnd(dword, bits - 1), ir.getIntNTy(bits));
}

template <unsigned bits, bool expected>
bool compare_bit(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* value = read<bits>(block, instruction.src[0]);
  auto* bit =
      ir.CreateTrunc(ir.CreateLShr(value, shift_count<bits>(ir, block.read32(instruction.src[1]))), ir.getInt1Ty());
  block.set_scc(expected ? bit : ir.CreateNot(bit));
  return true;
}

/// Changes one bit of the destination and keeps the others.
template <unsigned bits, bool set>
bool set_bit(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* old = read<bits>(block, instruction.dst);
  auto* bit = ir.CreateShl(number(old, 1), shift_count<bits>(ir, block.read32(instruction.src[0])));
  write<bits>(block, instruction.dst, set ? ir.CreateOr(old, bit) : ir.CreateAnd(old, ir.CreateNot(bit)));
  return true;
}

/// The second operand has the offset in its low bits and the width in bits 22:16. A field that reaches beyond the top
/// is filled with the sign or with zeros, which is what the shifts do.
template <unsigned bits, bool is_signed>
bool field(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* value = read<bits, is_signed>(block, instruction.src[0]);
  auto* where = block.read32(instruction.src[1]);
  const auto shifted_right = [&](Value* from, Value* count) {
    return is_signed ? ir.CreateAShr(from, count) : ir.CreateLShr(from, count);
  };
  auto* shifted = shifted_right(value, shift_count<bits>(ir, where));
  auto* width = ir.CreateAnd(ir.CreateLShr(where, 16), 0x7f);
  auto* unused = shift_count<bits>(ir, ir.CreateSub(ir.getInt32(bits), width));
  auto* cut = shifted_right(ir.CreateShl(shifted, unused), unused);
  auto* whole = ir.CreateICmpUGE(width, ir.getInt32(bits));
  auto* result = ir.CreateSelect(whole, shifted, ir.CreateSelect(ir.CreateIsNull(width), number(value, 0), cut));
  write<bits>(block, instruction.dst, result);
  set_nonzero(block, result);
  return true;
}
/// The first operand is the width, the second the offset.
template <unsigned bits>
bool field_mask(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* width = shift_count<bits>(ir, block.read32(instruction.src[0]));
  auto* offset = shift_count<bits>(ir, block.read32(instruction.src[1]));
  auto* ones = ir.CreateSub(ir.CreateShl(number(width, 1), width), number(width, 1));
  write<bits>(block, instruction.dst, ir.CreateShl(ones, offset));
  return true;
}

/// Counts ones, or zeros.
template <unsigned bits, bool ones>
bool population(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* value = read<bits>(block, instruction.src[0]);
  auto* counted = ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, ones ? value : ir.CreateNot(value));
  auto* result = ir.CreateTrunc(counted, ir.getInt32Ty());
  block.write32(instruction.dst, result);
  set_nonzero(block, result);
  return true;
}

/// The number of zeros before the first one that the intrinsic finds, or -1 if there is none.
template <llvm::Intrinsic::ID intrinsic>
Value* zeros(Builder& ir, Value* value) {
  auto* count = ir.CreateTrunc(ir.CreateBinaryIntrinsic(intrinsic, value, ir.getFalse()), ir.getInt32Ty());
  return ir.CreateSelect(ir.CreateIsNull(value), ir.getInt32(~0u), count);
}
template <unsigned bits, auto prepare, llvm::Intrinsic::ID intrinsic, bool is_signed = false>
bool find_bit(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* value = prepare(ir, read<bits, is_signed>(block, instruction.src[0]));
  block.write32(instruction.dst, zeros<intrinsic>(ir, value));
  return true;
}
// Which bits are searched: ones, zeros, or those that differ from the sign.
constexpr auto kOnes = [](Builder&, Value* value) { return value; };
constexpr auto kZeros = [](Builder& ir, Value* value) { return ir.CreateNot(value); };
constexpr auto kSigns = [](Builder& ir, Value* value) {
  return ir.CreateXor(value, ir.CreateAShr(value, value->getType()->getIntegerBitWidth() - 1));
};

template <unsigned bits>
bool reverse(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto* value = read<bits>(block, instruction.src[0]);
  write<bits>(block, instruction.dst, block.ir().CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, value));
  return true;
}
template <unsigned width>
bool extend(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* narrow = ir.CreateTrunc(block.read32(instruction.src[0]), ir.getIntNTy(width));
  block.write32(instruction.dst, ir.CreateSExt(narrow, ir.getInt32Ty()));
  return true;
}
template <bool first_high, bool second_high>
bool pack(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto *a = block.read32(instruction.src[0]), *b = block.read32(instruction.src[1]);
  auto* low = first_high ? ir.CreateLShr(a, 16) : ir.CreateAnd(a, 0xffff);
  auto* high = second_high ? ir.CreateAnd(b, 0xffff0000) : ir.CreateShl(b, 16);
  block.write32(instruction.dst, ir.CreateOr(low, high));
  return true;
}

constexpr auto kFromTop = llvm::Intrinsic::ctlz, kFromBottom = llvm::Intrinsic::cttz;

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"S_BFE_U32", field<32, false>},
    {"S_BFE_I32", field<32, true>},
    {"S_BFE_U64", field<64, false>},
    {"S_BFE_I64", field<64, true>},
    {"S_BFM_B32", field_mask<32>},
    {"S_BFM_B64", field_mask<64>},
    {"S_BCNT0_I32_B32", population<32, false>},
    {"S_BCNT0_I32_B64", population<64, false>},
    {"S_BCNT1_I32_B32", population<32, true>},
    {"S_BCNT1_I32_B64", population<64, true>},
    {"S_FF0_I32_B32", find_bit<32, kZeros, kFromBottom>},
    {"S_FF0_I32_B64", find_bit<64, kZeros, kFromBottom>},
    {"S_FF1_I32_B32", find_bit<32, kOnes, kFromBottom>},
    {"S_FF1_I32_B64", find_bit<64, kOnes, kFromBottom>},
    {"S_FLBIT_I32_B32", find_bit<32, kOnes, kFromTop>},
    {"S_FLBIT_I32_B64", find_bit<64, kOnes, kFromTop>},
    {"S_FLBIT_I32", find_bit<32, kSigns, kFromTop>},
    {"S_FLBIT_I32_I64", find_bit<64, kSigns, kFromTop, true>},
    {"S_BREV_B32", reverse<32>},
    {"S_BREV_B64", reverse<64>},
    {"S_SEXT_I32_I8", extend<8>},
    {"S_SEXT_I32_I16", extend<16>},
    {"S_PACK_LL_B32_B16", pack<false, false>},
    {"S_PACK_LH_B32_B16", pack<false, true>},
    {"S_PACK_HL_B32_B16", pack<true, false>},
    {"S_PACK_HH_B32_B16", pack<true, true>},
    {"S_BITCMP0_B32", compare_bit<32, false>},
    {"S_BITCMP1_B32", compare_bit<32, true>},
    {"S_BITCMP0_B64", compare_bit<64, false>},
    {"S_BITCMP1_B64", compare_bit<64, true>},
    {"S_BITSET0_B32", set_bit<32, false>},
    {"S_BITSET0_B64", set_bit<64, false>},
    {"S_BITSET1_B32", set_bit<32, true>},
    {"S_BITSET1_B64", set_bit<64, true>},
});

}  // namespace

LoweredOperations lowered_scalar_bits() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
