// Conversions between floats and integers.
#include <array>

#include <llvm/IR/IntrinsicsX86.h>

#include "native/lane_chunks.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

bool half_of_single(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float16(block.float32(0));
  return true;
}
bool single_of_half(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto* value = block.float16(0);
  block.set_float32(value);
  return true;
}
bool single_of_double(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float32(block.ir().CreateFPTrunc(block.float64(0), block.function().vector_float()));
  return true;
}
bool double_of_single(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float64(block.ir().CreateFPExt(block.float32(0), block.function().vector_double()));
  return true;
}

template <bool is_signed>
Value* number(BlockBuilder& block, llvm::Type* type) {
  auto& ir = block.ir();
  return is_signed ? ir.CreateSIToFP(block.bits(0), type) : ir.CreateUIToFP(block.bits(0), type);
}
template <bool is_signed>
bool single_of_integer(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto* value = number<is_signed>(block, block.function().vector_float());
  block.trust(value);
  block.set_float32(value);
  return true;
}
template <bool is_signed>
bool double_of_integer(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto* value = number<is_signed>(block, block.function().vector_double());
  block.trust(value);
  block.set_float64(value);
  return true;
}
/// Every integer of 16 bits is an f32, so only the conversion to f16 rounds.
template <bool is_signed>
bool half_of_integer(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  auto* bits = block.bits16(0);
  if (is_signed) bits = ir.CreateAShr(ir.CreateShl(bits, 16), 16);
  auto* value = ir.CreateSIToFP(bits, block.function().vector_float());
  block.trust(value);
  block.set_float16(value);
  return true;
}

/// Rounds towards zero; numbers out of range give the nearest integer, and NaN gives 0.
template <bool is_signed>
Value* saturated(BlockBuilder& block, Value* value) {
  const auto intrinsic = is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  return block.ir().CreateIntrinsic(intrinsic, {block.function().vector32(), value->getType()}, {value});
}
template <bool is_signed>
bool integer_of_single(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  block.set32(saturated<is_signed>(block, block.float32(0)));
  return true;
}
template <bool is_signed>
bool integer_of_double(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  block.set32(saturated<is_signed>(block, block.float64(0)));
  return true;
}
bool floor_of_single(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  block.set32(saturated<true>(block, block.ir().CreateUnaryIntrinsic(llvm::Intrinsic::floor, block.float32(0))));
  return true;
}

template <bool is_signed>
bool extend_16(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto* bits = block.bits16(0);
  block.set32(is_signed ? ir.CreateAShr(ir.CreateShl(bits, 16), 16) : bits);
  return true;
}

/// Two sources are rounded towards zero.
bool halves_towards_zero(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  const auto converted = [&](unsigned n) {
    auto* value = block.float32(n);
    block.refuse_nan(value);
    constexpr std::uint32_t kTowardsZero = 3;
    auto* halves = by_chunks(block, [&](unsigned first) {
      return ir.CreateIntrinsic(llvm::Intrinsic::x86_vcvtps2ph_256, {},
                                {chunk_of(block, value, first), ir.getInt32(kTowardsZero)});
    });
    return ir.CreateZExt(ir.CreateBitCast(halves, block.function().vector_of(ir.getInt16Ty())),
                         block.function().vector32());
  };
  auto *low = converted(0), *high = converted(1);
  block.set32(ir.CreateOr(low, ir.CreateShl(high, 16)));
  return true;
}

template <unsigned byte>
bool single_of_byte(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  auto* bits = ir.CreateAnd(ir.CreateLShr(block.bits(0), 8 * byte), block.function().splat32(0xff));
  auto* value = ir.CreateSIToFP(bits, block.function().vector_float());
  block.trust(value);
  block.set_float32(value);
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_CVT_F16_F32", half_of_single},
    {"V_CVT_F32_F16", single_of_half},
    {"V_CVT_F32_F64", single_of_double},
    {"V_CVT_F64_F32", double_of_single},
    {"V_CVT_F32_I32", single_of_integer<true>},
    {"V_CVT_F32_U32", single_of_integer<false>},
    {"V_CVT_F64_I32", double_of_integer<true>},
    {"V_CVT_F64_U32", double_of_integer<false>},
    {"V_CVT_F16_I16", half_of_integer<true>},
    {"V_CVT_F16_U16", half_of_integer<false>},
    {"V_CVT_I32_F32", integer_of_single<true>},
    {"V_CVT_U32_F32", integer_of_single<false>},
    {"V_CVT_I32_F64", integer_of_double<true>},
    {"V_CVT_U32_F64", integer_of_double<false>},
    {"V_CVT_FLR_I32_F32", floor_of_single},
    {"V_CVT_FLOOR_I32_F32", floor_of_single},
    {"V_CVT_I32_I16", extend_16<true>},
    {"V_CVT_U32_U16", extend_16<false>},
    {"V_CVT_F32_UBYTE0", single_of_byte<0>},
    {"V_CVT_F32_UBYTE1", single_of_byte<1>},
    {"V_CVT_PKRTZ_F16_F32", halves_towards_zero},
    {"V_CVT_PK_RTZ_F16_F32", halves_towards_zero},
    {"V_CVT_F32_UBYTE2", single_of_byte<2>},
    {"V_CVT_F32_UBYTE3", single_of_byte<3>},
});

}  // namespace

LoweredOperations lowered_conversions() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
