// V_DIV_SCALE, V_DIV_FMAS and V_DIV_FIXUP of f32 and f64. Operands that have to be scaled are left to the interpreter;
// execute/float/quotient.cpp explains which these are.
#include <array>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

/// The format, and the limits for differences of exponents as in quotient.cpp (Scaling).
template <unsigned bits>
struct Format;
template <>
struct Format<32> {
  static constexpr unsigned kSignificand = 23;
  static constexpr std::uint64_t kExponents = 0xff, kBias = 127, kSign = std::uint64_t{1} << 31;
  static constexpr std::uint64_t kFar = 96, kLost = 150;
};
template <>
struct Format<64> {
  static constexpr unsigned kSignificand = 52;
  static constexpr std::uint64_t kExponents = 0x7ff, kBias = 1023, kSign = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kFar = 768, kLost = 1075;
};

template <unsigned bits>
Value* source(BlockBuilder& block, unsigned n) {
  return bits == 32 ? block.float32(n) : block.float64(n);
}
template <unsigned bits>
void set(BlockBuilder& block, Value* value) {
  if (bits == 32)
    block.set_float32(value);
  else
    block.set_float64(value);
}

template <unsigned bits>
class Division {
 public:
  explicit Division(BlockBuilder& block)
      : block_(block),
        ir_(block.ir()),
        integers_(bits == 32 ? block.function().vector32() : block.function().vector64()),
        floats_(bits == 32 ? block.function().vector_float() : block.function().vector_double()) {}

  Value* number(std::uint64_t value) { return llvm::ConstantInt::get(integers_, value); }
  Value* bits_of(Value* value) { return ir_.CreateBitCast(value, integers_); }
  Value* float_of(Value* value) { return ir_.CreateBitCast(value, floats_); }
  Value* exponent(Value* value) {
    return ir_.CreateAnd(ir_.CreateLShr(bits_of(value), Format<bits>::kSignificand), number(Format<bits>::kExponents));
  }
  Value* is_zero(Value* value) { return ir_.CreateFCmpOEQ(value, llvm::Constant::getNullValue(floats_)); }
  Value* infinity() { return llvm::ConstantFP::getInfinity(floats_); }
  Value* is_infinite(Value* value) {
    return ir_.CreateFCmpOEQ(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value), infinity());
  }

  BlockBuilder& block_;
  llvm::IRBuilder<>& ir_;
  llvm::FixedVectorType *integers_, *floats_;
};

template <unsigned bits>
bool scale(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  using F = Format<bits>;
  Division<bits> division(block);
  auto& ir = block.ir();
  auto *operand = source<bits>(block, 0), *denominator = source<bits>(block, 1), *numerator = source<bits>(block, 2);
  block.refuse_nan(denominator);
  block.refuse_nan(numerator);
  block.refuse_nan(operand);
  auto *denominator_exponent = division.exponent(denominator), *numerator_exponent = division.exponent(numerator);
  auto* difference = ir.CreateSub(numerator_exponent, denominator_exponent);
  auto* far = ir.CreateOr(ir.CreateICmpSGE(difference, division.number(F::kFar)),
                          ir.CreateICmpSLE(difference, division.number(0 - F::kFar)));
  auto* tiny = ir.CreateOr(ir.CreateICmpEQ(denominator_exponent, division.number(0)),
                           ir.CreateICmpULE(numerator_exponent, division.number(F::kSignificand + 1)));
  auto* scales =
      ir.CreateOr(ir.CreateOr(far, tiny), ir.CreateICmpUGE(denominator_exponent, division.number(2 * F::kBias - 1)));
  auto* zero = ir.CreateOr(division.is_zero(denominator), division.is_zero(numerator));
  block.refuse_lanes(ir.CreateAnd(scales, ir.CreateNot(zero)));
  auto* result = ir.CreateSelect(zero, llvm::ConstantFP::getNaN(division.floats_), operand);
  // The NaN is the device's.
  block.trust(result);
  set<bits>(block, result);
  block.write_lane_mask(instruction.scalar_dst, far);
  return true;
}

template <unsigned bits>
bool fused(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  auto *a = source<bits>(block, 0), *b = source<bits>(block, 1), *c = source<bits>(block, 2);
  auto* sum = ir.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
  const Operand vcc = {RegisterFile::scalar, static_cast<std::uint8_t>(block.lanes() / 32), kVcc};
  // The scaling does not change a NaN.
  block.refuse_lanes(ir.CreateAnd(block.read_lane_mask(vcc), ir.CreateFCmpORD(sum, sum)));
  set<bits>(block, block.arithmetic(sum, {a, b, c}));
  return true;
}

template <unsigned bits>
bool fix_up(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  using F = Format<bits>;
  Division<bits> division(block);
  auto& ir = block.ir();
  auto *quotient = source<bits>(block, 0), *denominator = source<bits>(block, 1), *numerator = source<bits>(block, 2);
  block.refuse_nan(denominator);
  block.refuse_nan(numerator);
  auto *zero_denominator = division.is_zero(denominator), *zero_numerator = division.is_zero(numerator);
  auto *infinite_denominator = division.is_infinite(denominator), *infinite_numerator = division.is_infinite(numerator);
  block.refuse_lanes(ir.CreateOr(ir.CreateAnd(zero_denominator, zero_numerator),
                                 ir.CreateAnd(infinite_denominator, infinite_numerator)));
  auto* sign =
      ir.CreateAnd(ir.CreateXor(division.bits_of(denominator), division.bits_of(numerator)), division.number(F::kSign));
  auto* magnitude = ir.CreateAnd(division.bits_of(quotient), division.number(F::kSign - 1));
  auto* infinite = division.bits_of(division.infinity());
  // A quotient that is infinite or a NaN has overflowed.
  magnitude = ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, magnitude, infinite);
  auto* difference = ir.CreateSub(division.exponent(numerator), division.exponent(denominator));
  auto* lost = ir.CreateICmpSLT(difference, division.number(0 - F::kLost));
  auto* vanishes = ir.CreateOr(ir.CreateOr(infinite_denominator, zero_numerator), lost);
  magnitude = ir.CreateSelect(vanishes, division.number(0), magnitude);
  magnitude = ir.CreateSelect(ir.CreateOr(zero_denominator, infinite_numerator), infinite, magnitude);
  auto* result = division.float_of(ir.CreateOr(magnitude, sign));
  block.trust(result);
  set<bits>(block, result);
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_DIV_SCALE_F32", scale<32>},
    {"V_DIV_SCALE_F64", scale<64>},
    {"V_DIV_FMAS_F32", fused<32>},
    {"V_DIV_FMAS_F64", fused<64>},
    {"V_DIV_FIXUP_F32", fix_up<32>},
    {"V_DIV_FIXUP_F64", fix_up<64>},
});

}  // namespace

LoweredOperations lowered_divisions() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
