// V_LDEXP, V_FREXP_MANT and V_FREXP_EXP. f16 and f32 are computed in the next larger type, in which none of their
// subnormal numbers is subnormal.
#include <array>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

/// The fields of the numbers of a vector, as vectors of integers of the same width.
struct Fields {
  Value *bits, *exponent, *ordinary;  ///< `ordinary`, as i1: neither 0 nor subnormal, infinite or a NaN
  std::uint64_t bias, largest_exponent;
  unsigned fraction_bits;
};

Value* like(Value* vector, std::uint64_t value) {
  return llvm::ConstantInt::get(vector->getType(), value);
}

Fields fields_of(BlockBuilder& block, Value* number) {
  auto& ir = block.ir();
  auto* type = llvm::cast<llvm::VectorType>(number->getType());
  const bool single = type->getElementType()->isFloatTy();
  Fields fields;
  fields.bias = single ? 127 : 1023;
  fields.largest_exponent = 2 * fields.bias + 1;
  fields.fraction_bits = single ? 23 : 52;
  fields.bits = ir.CreateBitCast(number, llvm::VectorType::getInteger(type));
  auto* shifted = ir.CreateLShr(fields.bits, fields.fraction_bits);
  fields.exponent = ir.CreateAnd(shifted, like(shifted, fields.largest_exponent));
  auto* above_zero = ir.CreateSub(fields.exponent, like(shifted, 1));
  fields.ordinary = ir.CreateICmpULT(above_zero, like(shifted, fields.largest_exponent - 1));
  return fields;
}

/// The number in [0.5, 1) with the same sign and fraction. Zeros, infinities and NaNs are unchanged.
Value* significand(BlockBuilder& block, Value* number) {
  auto& ir = block.ir();
  const auto fields = fields_of(block, number);
  const auto exponent = fields.largest_exponent << fields.fraction_bits;
  auto* rest = ir.CreateAnd(fields.bits, like(fields.bits, ~exponent));
  auto* half = ir.CreateOr(rest, like(fields.bits, (fields.bias - 1) << fields.fraction_bits));
  return ir.CreateSelect(fields.ordinary, ir.CreateBitCast(half, number->getType()), number);
}
/// The exponent that belongs to significand(), as <lanes x i32>. It is 0 for zeros, infinities and NaNs.
Value* exponent(BlockBuilder& block, Value* number) {
  auto& ir = block.ir();
  const auto fields = fields_of(block, number);
  auto* unbiased = ir.CreateSub(fields.exponent, like(fields.exponent, fields.bias - 1));
  auto* found = ir.CreateSelect(fields.ordinary, unbiased, like(unbiased, 0));
  return ir.CreateZExtOrTrunc(found, block.function().vector32());
}

Value* wide(BlockBuilder& block, Value* single) {
  return block.ir().CreateFPExt(single, block.function().vector_double());
}
/// Declines subnormal numbers.
void refuse_subnormal(BlockBuilder& block, Value* number) {
  auto& ir = block.ir();
  auto* magnitude = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  auto* tiny = ir.CreateFCmpOLT(magnitude, llvm::ConstantFP::get(number->getType(), 0x1p-1022));
  auto* not_zero = ir.CreateFCmpONE(number, llvm::ConstantFP::get(number->getType(), 0.0));
  block.refuse_lanes(ir.CreateAnd(tiny, not_zero));
}

bool significand_16(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float16(significand(block, block.float16(0)));
  return true;
}
bool significand_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto* found = significand(block, wide(block, block.float32(0)));
  block.set_float32(block.ir().CreateFPTrunc(found, block.function().vector_float()));
  return true;
}
bool significand_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto* number = block.float64(0);
  refuse_subnormal(block, number);
  block.set_float64(significand(block, number));
  return true;
}

bool exponent_16(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  block.set16(exponent(block, block.float16(0)));
  return true;
}
bool exponent_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  block.set32(exponent(block, wide(block, block.float32(0))));
  return true;
}
bool exponent_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  auto* number = block.float64(0);
  refuse_subnormal(block, number);
  block.set32(exponent(block, number));
  return true;
}

Value* bounded(BlockBuilder& block, Value* count, std::int32_t limit) {
  auto& ir = block.ir();
  auto* least = block.function().splat32(static_cast<std::uint32_t>(-limit));
  auto* most = block.function().splat32(static_cast<std::uint32_t>(limit));
  return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, count, least),
                                  most);
}

/// The product with a power of two is exact in f32. Further powers give 0 and infinity as well.
bool scale_16(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  auto& function = block.function();
  constexpr std::int32_t kFurthest = 60;
  auto* count = ir.CreateAShr(ir.CreateShl(block.bits16(1), 16), 16);
  auto* power = ir.CreateShl(ir.CreateAdd(bounded(block, count, kFurthest), function.splat32(127)), 23);
  block.set_float16(ir.CreateFMul(block.float16(0), ir.CreateBitCast(power, function.vector_float())));
  return true;
}

/// Declines subnormal operands, and subnormal results, which are rounded.
bool scale_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  auto* number = block.float64(0);
  refuse_subnormal(block, number);
  const auto fields = fields_of(block, number);
  auto* bits = fields.bits;
  constexpr std::int32_t kFurthest = 4096;  // more than the distance of any two exponents
  auto* count = ir.CreateSExt(bounded(block, block.bits(1), kFurthest), block.function().vector64());
  auto* exponent = ir.CreateAdd(fields.exponent, count);
  auto* scaled = ir.CreateAdd(bits, ir.CreateShl(count, fields.fraction_bits));
  auto* sign = ir.CreateAnd(bits, like(bits, std::uint64_t{1} << 63));
  auto* infinity = ir.CreateOr(sign, like(bits, fields.largest_exponent << fields.fraction_bits));
  auto* too_large = ir.CreateICmpSGE(exponent, like(bits, fields.largest_exponent));
  // At this exponent, the magnitude is less than half of the smallest subnormal number.
  constexpr std::int64_t kVanishing = -53;
  auto* vanishes = ir.CreateICmpSLE(exponent, like(bits, static_cast<std::uint64_t>(kVanishing)));
  auto* not_normal = ir.CreateICmpSLT(exponent, like(bits, 1));
  block.refuse_lanes(ir.CreateAnd(fields.ordinary, ir.CreateAnd(not_normal, ir.CreateNot(vanishes))));
  auto* result = ir.CreateSelect(too_large, infinity, ir.CreateSelect(vanishes, sign, scaled));
  block.set_float64(ir.CreateBitCast(ir.CreateSelect(fields.ordinary, result, bits), number->getType()));
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_LDEXP_F16", scale_16},
    {"V_LDEXP_F64", scale_64},
    {"V_FREXP_MANT_F16", significand_16},
    {"V_FREXP_MANT_F32", significand_32},
    {"V_FREXP_MANT_F64", significand_64},
    {"V_FREXP_EXP_I16_F16", exponent_16},
    {"V_FREXP_EXP_I32_F32", exponent_32},
    {"V_FREXP_EXP_I32_F64", exponent_64},
});

}  // namespace

LoweredOperations lowered_exponents() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
