// Additions and subtractions with carries, and 64-bit multiply-adds.
#include <array>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

enum class Order : std::uint8_t { sum, difference, reversed_difference };

template <Order order, bool takes_carry>
bool with_carry(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto *a = block.bits(0), *b = block.bits(1);
  if (order == Order::reversed_difference) std::swap(a, b);
  const bool adds = order == Order::sum;
  auto* result = adds ? ir.CreateAdd(a, b) : ir.CreateSub(a, b);
  auto* carry = adds ? ir.CreateICmpULT(result, a) : ir.CreateICmpULT(a, b);
  if (takes_carry) {
    auto* in = ir.CreateZExt(block.read_lane_mask(instruction.src[2]), a->getType());
    auto* first = result;
    result = adds ? ir.CreateAdd(first, in) : ir.CreateSub(first, in);
    carry = ir.CreateOr(carry, adds ? ir.CreateICmpULT(result, in) : ir.CreateICmpULT(first, in));
  }
  block.set32(result);
  block.write_lane_mask(instruction.scalar_dst, carry);
  return true;
}

template <bool is_signed>
bool multiply_add(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto* wide = block.function().vector64();
  auto *a = block.bits(0), *b = block.bits(1), *c = block.bits64(2);
  auto* product = is_signed ? ir.CreateMul(ir.CreateSExt(a, wide), ir.CreateSExt(b, wide))
                            : ir.CreateMul(ir.CreateZExt(a, wide), ir.CreateZExt(b, wide));
  auto* sum = ir.CreateAdd(product, c);
  block.set64(sum);
  if (instruction.scalar_dst.file != RegisterFile::scalar || instruction.scalar_dst.index == kNull) return true;
  Value* carry = ir.CreateICmpULT(sum, c);
  if (is_signed) {
    // Bit 64 of the exact sum is its sign: that of the wrapped sum, inverted if the sum overflows.
    auto* overflow = ir.CreateAnd(ir.CreateXor(sum, product), ir.CreateXor(sum, c));
    carry = ir.CreateICmpSLT(ir.CreateXor(sum, overflow), llvm::Constant::getNullValue(wide));
  }
  block.write_lane_mask(instruction.scalar_dst, carry);
  return true;
}

constexpr auto kSum = Order::sum, kDifference = Order::difference, kReversed = Order::reversed_difference;

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_ADD_CO_U32", with_carry<kSum, false>},
    {"V_SUB_CO_U32", with_carry<kDifference, false>},
    {"V_SUBREV_CO_U32", with_carry<kReversed, false>},
    {"V_ADDC_CO_U32", with_carry<kSum, true>},
    {"V_ADD_CO_CI_U32", with_carry<kSum, true>},
    {"V_SUBB_CO_U32", with_carry<kDifference, true>},
    {"V_SUB_CO_CI_U32", with_carry<kDifference, true>},
    {"V_SUBBREV_CO_U32", with_carry<kReversed, true>},
    {"V_SUBREV_CO_CI_U32", with_carry<kReversed, true>},
    {"V_MAD_U64_U32", multiply_add<false>},
    {"V_MAD_CO_U64_U32", multiply_add<false>},
    {"V_MAD_I64_I32", multiply_add<true>},
    {"V_MAD_CO_I64_I32", multiply_add<true>},
});

}  // namespace

LoweredOperations lowered_carries() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
