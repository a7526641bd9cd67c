// Integer arithmetic, logic, shifts, bit fields, minima and maxima.
#include <array>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

Value* number(Value* like, std::uint64_t value) {
  return llvm::ConstantInt::get(like->getType(), value);
}

/// Returns whether the instruction has operands that lowerings implement, and no clamp: saturation is left to the
/// handlers.
bool is_unclamped(const BlockBuilder& block, const Instruction& instruction) {
  return has_simple_operands(block, instruction) && !instruction.modifiers.clamp;
}

template <auto function>
bool one(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  block.set32(function(block.ir(), block.bits(0)));
  return true;
}
template <auto function>
bool two(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto *a = block.bits(0), *b = block.bits(1);
  block.set32(function(block.ir(), a, b));
  return true;
}
template <auto function>
bool three(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto *a = block.bits(0), *b = block.bits(1), *c = block.bits(2);
  block.set32(function(block.ir(), a, b, c));
  return true;
}

/// Operands of 16 bits are extended to 32 bits, with their sign if `is_signed`.
template <bool is_signed>
Value* half(BlockBuilder& block, unsigned n) {
  auto* bits = block.bits16(n);
  if (!is_signed) return bits;
  auto& ir = block.ir();
  return ir.CreateAShr(ir.CreateShl(bits, 16), 16);
}
template <auto function>
bool one_16(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  block.set16(function(block.ir(), block.bits16(0)));
  return true;
}
template <auto function, bool is_signed>
bool two_16(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto *a = half<is_signed>(block, 0), *b = half<is_signed>(block, 1);
  block.set16(function(block.ir(), a, b));
  return true;
}
template <auto function, bool is_signed>
bool three_16(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto *a = half<is_signed>(block, 0), *b = half<is_signed>(block, 1), *c = half<is_signed>(block, 2);
  block.set16(function(block.ir(), a, b, c));
  return true;
}
/// Two factors of 16 bits and an addend of 32 bits.
template <bool is_signed>
bool multiply_add_16(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto *a = half<is_signed>(block, 0), *b = half<is_signed>(block, 1), *c = block.bits(2);
  block.set32(block.ir().CreateAdd(block.ir().CreateMul(a, b), c));
  return true;
}

/// The first operand is the count, the second is the value.
template <auto function>
bool shift_64(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto& ir = block.ir();
  auto* count = ir.CreateZExt(ir.CreateAnd(block.bits(0), number(block.bits(0), 63)), block.function().vector64());
  block.set64(function(ir, block.bits64(1), count));
  return true;
}
bool shift_add_64(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto& ir = block.ir();
  auto* count = ir.CreateZExt(ir.CreateAnd(block.bits(1), number(block.bits(1), 7)), block.function().vector64());
  block.set64(ir.CreateAdd(ir.CreateShl(block.bits64(0), count), block.bits64(2)));
  return true;
}

Value* masked_count(Builder& ir, Value* count) {
  return ir.CreateAnd(count, number(count, 31));
}
constexpr auto kAdd = [](Builder& ir, Value* a, Value* b) { return ir.CreateAdd(a, b); };
constexpr auto kSubtract = [](Builder& ir, Value* a, Value* b) { return ir.CreateSub(a, b); };
constexpr auto kSubtractReversed = [](Builder& ir, Value* a, Value* b) { return ir.CreateSub(b, a); };
constexpr auto kMultiply = [](Builder& ir, Value* a, Value* b) { return ir.CreateMul(a, b); };
constexpr auto kMultiplyAdd = [](Builder& ir, Value* a, Value* b, Value* c) {
  return ir.CreateAdd(ir.CreateMul(a, b), c);
};
constexpr auto kAnd = [](Builder& ir, Value* a, Value* b) { return ir.CreateAnd(a, b); };
constexpr auto kOr = [](Builder& ir, Value* a, Value* b) { return ir.CreateOr(a, b); };
constexpr auto kXor = [](Builder& ir, Value* a, Value* b) { return ir.CreateXor(a, b); };
constexpr auto kXnor = [](Builder& ir, Value* a, Value* b) { return ir.CreateNot(ir.CreateXor(a, b)); };
constexpr auto kNot = [](Builder& ir, Value* a) { return ir.CreateNot(a); };
constexpr auto kLeft = [](Builder& ir, Value* count, Value* a) { return ir.CreateShl(a, masked_count(ir, count)); };
constexpr auto kRight = [](Builder& ir, Value* count, Value* a) { return ir.CreateLShr(a, masked_count(ir, count)); };
constexpr auto kRightSigned = [](Builder& ir, Value* count, Value* a) {
  return ir.CreateAShr(a, masked_count(ir, count));
};
constexpr auto kLeft16 = [](Builder& ir, Value* count, Value* a) {
  return ir.CreateShl(a, ir.CreateAnd(count, number(count, 15)));
};
constexpr auto kRight16 = [](Builder& ir, Value* count, Value* a) {
  return ir.CreateLShr(a, ir.CreateAnd(count, number(count, 15)));
};
constexpr auto kRightSigned16 = [](Builder& ir, Value* count, Value* a) {
  return ir.CreateAShr(a, ir.CreateAnd(count, number(count, 15)));
};
constexpr auto kLeft64 = [](Builder& ir, Value* a, Value* count) { return ir.CreateShl(a, count); };
constexpr auto kRight64 = [](Builder& ir, Value* a, Value* count) { return ir.CreateLShr(a, count); };
constexpr auto kRightSigned64 = [](Builder& ir, Value* a, Value* count) { return ir.CreateAShr(a, count); };
template <llvm::Intrinsic::ID intrinsic>
constexpr auto kBinary =
    [](Builder& ir, Value* a, Value* b) -> Value* { return ir.CreateBinaryIntrinsic(intrinsic, a, b); };
constexpr auto kSignedMin = kBinary<llvm::Intrinsic::smin>;
constexpr auto kSignedMax = kBinary<llvm::Intrinsic::smax>;
constexpr auto kMin = kBinary<llvm::Intrinsic::umin>;
constexpr auto kMax = kBinary<llvm::Intrinsic::umax>;
template <auto first, auto second>
constexpr auto kThen = [](Builder& ir, Value* a, Value* b, Value* c) { return second(ir, first(ir, a, b), c); };
template <auto minimum, auto maximum>
constexpr auto kMedian = [](Builder& ir, Value* a, Value* b, Value* c) {
  return maximum(ir, minimum(ir, a, b), minimum(ir, maximum(ir, a, b), c));
};
template <auto outer>
constexpr auto kShiftedFirst =
    [](Builder& ir, Value* a, Value* b, Value* c) { return outer(ir, ir.CreateShl(a, masked_count(ir, b)), c); };
constexpr auto kAddThenShift = [](Builder& ir, Value* a, Value* b, Value* c) {
  return ir.CreateShl(ir.CreateAdd(a, b), masked_count(ir, c));
};

/// The upper half of the product of the widened operands.
template <bool is_signed>
constexpr auto kMultiplyHigh = [](Builder& ir, Value* a, Value* b) {
  auto* wide = llvm::VectorType::getExtendedElementVectorType(llvm::cast<llvm::VectorType>(a->getType()));
  auto* product = is_signed ? ir.CreateMul(ir.CreateSExt(a, wide), ir.CreateSExt(b, wide))
                            : ir.CreateMul(ir.CreateZExt(a, wide), ir.CreateZExt(b, wide));
  return ir.CreateTrunc(ir.CreateLShr(product, 32), a->getType());
};
template <bool is_signed>
Value* low_24(Builder& ir, Value* a) {
  if (!is_signed) return ir.CreateAnd(a, number(a, 0xffffff));
  return ir.CreateAShr(ir.CreateShl(a, 8), 8);
}
template <bool is_signed>
constexpr auto kMultiply24 =
    [](Builder& ir, Value* a, Value* b) { return ir.CreateMul(low_24<is_signed>(ir, a), low_24<is_signed>(ir, b)); };
template <bool is_signed>
constexpr auto kMultiplyHigh24 = [](Builder& ir, Value* a, Value* b) {
  return kMultiplyHigh<is_signed>(ir, low_24<is_signed>(ir, a), low_24<is_signed>(ir, b));
};

/// A field of `width` bits from `offset` on; both have five bits. A field that reaches beyond bit 31 is filled with the
/// sign or with zeros, which is what the shifts do.
template <bool is_signed>
constexpr auto kField = [](Builder& ir, Value* a, Value* offset, Value* width) -> Value* {
  auto* count = masked_count(ir, width);
  auto* shifted = is_signed ? ir.CreateAShr(a, masked_count(ir, offset)) : ir.CreateLShr(a, masked_count(ir, offset));
  auto* empty = ir.CreateICmpEQ(count, number(a, 0));
  // The count of an empty field would be 32, for which shifts are undefined.
  auto* unused = ir.CreateAnd(ir.CreateSub(number(a, 32), count), number(a, 31));
  auto* top = ir.CreateShl(shifted, unused);
  auto* field = is_signed ? ir.CreateAShr(top, unused) : ir.CreateLShr(top, unused);
  return ir.CreateSelect(empty, number(a, 0), field);
};
constexpr auto kFieldMask = [](Builder& ir, Value* width, Value* offset) {
  auto* ones = ir.CreateSub(ir.CreateShl(number(width, 1), masked_count(ir, width)), number(width, 1));
  return ir.CreateShl(ones, masked_count(ir, offset));
};
constexpr auto kInsert = [](Builder& ir, Value* a, Value* b, Value* c) {
  return ir.CreateOr(ir.CreateAnd(a, b), ir.CreateAnd(ir.CreateNot(a), c));
};
Value* aligned(Builder& ir, Value* high, Value* low, Value* shift) {
  return ir.CreateIntrinsic(llvm::Intrinsic::fshr, {high->getType()}, {high, low, shift});
}
constexpr auto kAlignBit = [](Builder& ir, Value* a, Value* b, Value* c) {
  return aligned(ir, a, b, masked_count(ir, c));
};
constexpr auto kAlignByte = [](Builder& ir, Value* a, Value* b, Value* c) {
  return aligned(ir, a, b, ir.CreateShl(ir.CreateAnd(c, number(c, 3)), 3));
};
constexpr auto kReverse = [](Builder& ir, Value* a) -> Value* {
  return ir.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, a);
};
constexpr auto kPopulation = [](Builder& ir, Value* a, Value* b) {
  return ir.CreateAdd(ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, a), b);
};
/// Counts zeros; the result for 0 is -1.
template <llvm::Intrinsic::ID intrinsic>
constexpr auto kZeros = [](Builder& ir, Value* a) -> Value* {
  auto* zeros = ir.CreateBinaryIntrinsic(intrinsic, a, ir.getFalse());
  return ir.CreateSelect(ir.CreateICmpEQ(a, number(a, 0)), llvm::Constant::getAllOnesValue(a->getType()), zeros);
};

constexpr auto kLeadingSigns = [](Builder& ir, Value* a) {
  return kZeros<llvm::Intrinsic::ctlz>(ir, ir.CreateXor(a, ir.CreateAShr(a, 31)));
};

/// The byte of the two operands that a selector from 0 to 7 selects. Selectors from 8 to 11 give the sign of one of
/// their four halves in each bit, 12 gives 0, and higher ones 0xff.
Value* selected_byte(BlockBuilder& block, Value* both, Value* selector) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto shifted = [&](Value* count) {
    auto* wide = ir.CreateLShr(both, ir.CreateZExt(count, function.vector64()));
    return ir.CreateTrunc(wide, function.vector32());
  };
  auto *zero = function.splat32(0), *ones = function.splat32(0xff);
  auto* byte = ir.CreateAnd(shifted(ir.CreateShl(ir.CreateAnd(selector, number(selector, 7)), 3)), ones);
  auto* half = ir.CreateShl(ir.CreateAnd(selector, number(selector, 3)), 4);
  auto* sign = ir.CreateAnd(shifted(ir.CreateOr(half, number(half, 15))), number(half, 1));
  auto* filled = ir.CreateAnd(ir.CreateSub(zero, sign), ones);
  auto* special = ir.CreateSelect(ir.CreateICmpEQ(selector, number(selector, 12)), zero, ones);
  auto* high = ir.CreateSelect(ir.CreateICmpULT(selector, number(selector, 12)), filled, special);
  return ir.CreateSelect(ir.CreateICmpULT(selector, number(selector, 8)), byte, high);
}
/// Each byte of the result is selected by a byte of the third operand.
bool permute_bytes(BlockBuilder& block, const Instruction& instruction) {
  if (!is_unclamped(block, instruction)) return false;
  auto& ir = block.ir();
  auto *high = block.bits(0), *low = block.bits(1), *selectors = block.bits(2);
  auto* type = block.function().vector64();
  auto* both = ir.CreateOr(ir.CreateShl(ir.CreateZExt(high, type), 32), ir.CreateZExt(low, type));
  Value* result = number(low, 0);
  for (unsigned at = 0; at < 32; at += 8) {
    auto* selector = ir.CreateAnd(ir.CreateLShr(selectors, at), number(selectors, 0xff));
    result = ir.CreateOr(result, ir.CreateShl(selected_byte(block, both, selector), at));
  }
  block.set32(result);
  return true;
}
/// The same if the selectors are constant and none of them selects a sign.
bool permute_bytes_by_constant(BlockBuilder& block, const Instruction& instruction) {
  const auto& selectors = instruction.src[2];
  if (!selectors.is_constant()) return permute_bytes(block, instruction);
  for (unsigned at = 0; at < 4; ++at) {
    const auto selector = selectors.value >> (8 * at) & 0xff;
    if (selector > 7 && selector < 12) return permute_bytes(block, instruction);
  }
  if (!is_unclamped(block, instruction)) return false;
  auto& ir = block.ir();
  auto *high = block.bits(0), *low = block.bits(1);
  Value* result = number(low, 0);
  for (unsigned at = 0; at < 4; ++at) {
    const auto selector = static_cast<unsigned>(selectors.value >> (8 * at) & 0xff);
    auto* byte = number(low, selector == 12 ? 0 : 0xff);
    if (selector < 8)
      result = ir.CreateOr(
          result,
          ir.CreateShl(ir.CreateAnd(ir.CreateLShr(selector < 4 ? low : high, 8 * (selector % 4)), byte), 8 * at));
    else
      result = ir.CreateOr(result, ir.CreateShl(byte, 8 * at));
  }
  block.set32(result);
  return true;
}

// The low 16 bits of a sum or product do not depend on how the operands were extended, so they are extended with zeros
// for I16, too.
constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_ADD_U32", two<kAdd>},
    {"V_ADD_NC_U32", two<kAdd>},
    {"V_ADD_I32", two<kAdd>},
    {"V_ADD_NC_I32", two<kAdd>},
    {"V_ADD_U16", two_16<kAdd, false>},
    {"V_ADD_NC_U16", two_16<kAdd, false>},
    {"V_ADD_I16", two_16<kAdd, false>},
    {"V_ADD_NC_I16", two_16<kAdd, false>},
    {"V_SUB_U32", two<kSubtract>},
    {"V_SUB_NC_U32", two<kSubtract>},
    {"V_SUB_I32", two<kSubtract>},
    {"V_SUB_NC_I32", two<kSubtract>},
    {"V_SUB_U16", two_16<kSubtract, false>},
    {"V_SUB_NC_U16", two_16<kSubtract, false>},
    {"V_SUB_I16", two_16<kSubtract, false>},
    {"V_SUB_NC_I16", two_16<kSubtract, false>},
    {"V_SUBREV_U32", two<kSubtractReversed>},
    {"V_SUBREV_NC_U32", two<kSubtractReversed>},
    {"V_SUBREV_U16", two_16<kSubtractReversed, false>},
    {"V_MUL_LO_U16", two_16<kMultiply, false>},
    {"V_MUL_LO_U32", two<kMultiply>},
    {"V_MUL_LO_I32", two<kMultiply>},
    {"V_MUL_HI_U32", two<kMultiplyHigh<false>>},
    {"V_MUL_HI_I32", two<kMultiplyHigh<true>>},
    {"V_MUL_U32_U24", two<kMultiply24<false>>},
    {"V_MUL_I32_I24", two<kMultiply24<true>>},
    {"V_MUL_HI_U32_U24", two<kMultiplyHigh24<false>>},
    {"V_MUL_HI_I32_I24", two<kMultiplyHigh24<true>>},
    {"V_MAD_U32_U24", three<kThen<kMultiply24<false>, kAdd>>},
    {"V_MAD_I32_I24", three<kThen<kMultiply24<true>, kAdd>>},
    {"V_MAD_U16", three_16<kMultiplyAdd, false>},
    {"V_MAD_I16", three_16<kMultiplyAdd, false>},
    {"V_MAD_LEGACY_U16", three_16<kMultiplyAdd, false>},
    {"V_MAD_LEGACY_I16", three_16<kMultiplyAdd, false>},
    {"V_MAD_U32_U16", multiply_add_16<false>},
    {"V_MAD_I32_I16", multiply_add_16<true>},
    {"V_ADD3_U32", three<kThen<kAdd, kAdd>>},
    {"V_LSHL_ADD_U32", three<kShiftedFirst<kAdd>>},
    {"V_ADD_LSHL_U32", three<kAddThenShift>},
    {"V_LSHL_ADD_U64", shift_add_64},
    {"V_XAD_U32", three<kThen<kXor, kAdd>>},
    {"V_AND_B32", two<kAnd>},
    {"V_AND_B16", two_16<kAnd, false>},
    {"V_OR_B32", two<kOr>},
    {"V_OR_B16", two_16<kOr, false>},
    {"V_XOR_B32", two<kXor>},
    {"V_XOR_B16", two_16<kXor, false>},
    {"V_XNOR_B32", two<kXnor>},
    {"V_NOT_B16", one_16<kNot>},
    {"V_NOT_B32", one<kNot>},
    {"V_LSHLREV_B16", two_16<kLeft16, false>},
    {"V_LSHLREV_B32", two<kLeft>},
    {"V_LSHLREV_B64", shift_64<kLeft64>},
    {"V_LSHRREV_B16", two_16<kRight16, false>},
    {"V_LSHRREV_B32", two<kRight>},
    {"V_LSHRREV_B64", shift_64<kRight64>},
    {"V_ASHRREV_I16", two_16<kRightSigned16, true>},
    {"V_ASHRREV_I32", two<kRightSigned>},
    {"V_ASHRREV_I64", shift_64<kRightSigned64>},
    {"V_BFE_U32", three<kField<false>>},
    {"V_BFE_I32", three<kField<true>>},
    {"V_BFI_B32", three<kInsert>},
    {"V_BFM_B32", two<kFieldMask>},
    {"V_BFREV_B32", one<kReverse>},
    {"V_ALIGNBIT_B32", three<kAlignBit>},
    {"V_ALIGNBYTE_B32", three<kAlignByte>},
    {"V_PERM_B32", permute_bytes_by_constant},
    {"V_LSHL_OR_B32", three<kShiftedFirst<kOr>>},
    {"V_AND_OR_B32", three<kThen<kAnd, kOr>>},
    {"V_OR3_B32", three<kThen<kOr, kOr>>},
    {"V_XOR3_B32", three<kThen<kXor, kXor>>},
    {"V_BCNT_U32_B32", two<kPopulation>},
    {"V_FFBH_U32", one<kZeros<llvm::Intrinsic::ctlz>>},
    {"V_CLZ_I32_U32", one<kZeros<llvm::Intrinsic::ctlz>>},
    {"V_FFBL_B32", one<kZeros<llvm::Intrinsic::cttz>>},
    {"V_CTZ_I32_B32", one<kZeros<llvm::Intrinsic::cttz>>},
    {"V_FFBH_I32", one<kLeadingSigns>},
    {"V_CLS_I32", one<kLeadingSigns>},
    {"V_MIN_I16", two_16<kSignedMin, true>},
    {"V_MIN_I32", two<kSignedMin>},
    {"V_MIN_U16", two_16<kMin, false>},
    {"V_MIN_U32", two<kMin>},
    {"V_MAX_I16", two_16<kSignedMax, true>},
    {"V_MAX_I32", two<kSignedMax>},
    {"V_MAX_U16", two_16<kMax, false>},
    {"V_MAX_U32", two<kMax>},
    {"V_MIN3_I16", three_16<kThen<kSignedMin, kSignedMin>, true>},
    {"V_MIN3_U16", three_16<kThen<kMin, kMin>, false>},
    {"V_MIN3_I32", three<kThen<kSignedMin, kSignedMin>>},
    {"V_MIN3_U32", three<kThen<kMin, kMin>>},
    {"V_MAX3_I16", three_16<kThen<kSignedMax, kSignedMax>, true>},
    {"V_MAX3_U16", three_16<kThen<kMax, kMax>, false>},
    {"V_MAX3_I32", three<kThen<kSignedMax, kSignedMax>>},
    {"V_MAX3_U32", three<kThen<kMax, kMax>>},
    {"V_MED3_I16", three_16<kMedian<kSignedMin, kSignedMax>, true>},
    {"V_MED3_U16", three_16<kMedian<kMin, kMax>, false>},
    {"V_MED3_I32", three<kMedian<kSignedMin, kSignedMax>>},
    {"V_MED3_U32", three<kMedian<kMin, kMax>>},
    {"V_MAXMIN_I32", three<kThen<kSignedMax, kSignedMin>>},
    {"V_MAXMIN_U32", three<kThen<kMax, kMin>>},
    {"V_MINMAX_I32", three<kThen<kSignedMin, kSignedMax>>},
    {"V_MINMAX_U32", three<kThen<kMin, kMax>>},
});

}  // namespace

LoweredOperations lowered_integers() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
