// V_FMA_MIX_F32, V_FMA_MIXLO_F16 and V_FMA_MIXHI_F16.
#include <array>

#include "execute/float/mixed_precision.hpp"
#include "native/float_values.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

/// A source as f32. op_sel_hi selects f16, in the half that op_sel selects. neg_hi is the absolute value.
Value* mixed(BlockBuilder& block, const Instruction& instruction, unsigned n) {
  auto& ir = block.ir();
  const auto& operand = instruction.src[n];
  Value* value;
  if (operand.op_sel_high) {
    auto* bits = block.bits(n);
    value = single_of_half(block, operand.op_sel ? ir.CreateLShr(bits, 16) : bits);
  } else if (operand.is_constant()) {
    const auto single = static_cast<std::uint32_t>(single_of_inline(operand.value));
    value = ir.CreateBitCast(block.function().splat32(single), block.function().vector_float());
  } else {
    value = ir.CreateBitCast(block.bits(n), block.function().vector_float());
  }
  if (operand.negate_high) value = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  return operand.negate ? ir.CreateFNeg(value) : value;
}

/// A NaN of the result is not computed as on the device, so it is declined.
bool mix_to_single(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = mixed(block, instruction, 0), *b = mixed(block, instruction, 1), *c = mixed(block, instruction, 2);
  block.set_float32(block.ir().CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c}));
  return true;
}

/// The product of halves is exact in f32. If a source is an f32, the sum is computed in f64.
Value* fused_for_half(BlockBuilder& block, const Instruction& instruction) {
  auto *a = mixed(block, instruction, 0), *b = mixed(block, instruction, 1), *c = mixed(block, instruction, 2);
  const auto& source = instruction.src;
  if (source[0].op_sel_high && source[1].op_sel_high && source[2].op_sel_high)
    return fused_with_odd_bit(block, a, b, c);
  const auto wide = [&](Value* single) { return block.ir().CreateFPExt(single, block.function().vector_double()); };
  return narrowed_with_odd_bit(block, fused_with_odd_bit(block, wide(a), wide(b), wide(c)));
}

/// The other half of the destination keeps its value.
template <bool high>
bool mix_to_half(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto* half = bits_of_rounded_half(block, fused_for_half(block, instruction));
  constexpr std::uint32_t kLow = 0xffff;
  auto* kept = ir.CreateAnd(block.bits_of(instruction.dst), block.function().splat32(high ? kLow : ~kLow));
  block.set32(ir.CreateOr(kept, high ? ir.CreateShl(half, 16) : half));
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_FMA_MIX_F32", mix_to_single},
    {"V_FMA_MIXLO_F16", mix_to_half<false>},
    {"V_FMA_MIXHI_F16", mix_to_half<true>},
});

}  // namespace

LoweredOperations lowered_mixed() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
