// f16, alone and packed. Sums and products of halves are computed in f32: the f32 has more than twice as many
// significant bits as the half, so rounding it again gives the half that the exact result rounds to.
#include <array>

#include "native/float_values.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

Value* add(BlockBuilder& block, Value* a, Value* b) {
  return block.arithmetic(block.ir().CreateFAdd(a, b), {a, b});
}
Value* subtract(BlockBuilder& block, Value* a, Value* b) {
  return block.arithmetic(block.ir().CreateFSub(a, b), {a, b});
}
Value* subtract_reversed(BlockBuilder& block, Value* a, Value* b) {
  return block.arithmetic(block.ir().CreateFSub(b, a), {a, b});
}
Value* multiply(BlockBuilder& block, Value* a, Value* b) {
  return block.arithmetic(block.ir().CreateFMul(a, b), {a, b});
}

/// The product is exact in f32, the sum is not.
Value* fused(BlockBuilder& block, Value* a, Value* b, Value* c) {
  auto* sum = fused_with_odd_bit(block, a, b, c);
  block.refuse_nan(sum);
  return sum;
}

template <auto function>
bool one(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float16(function(block, block.float16(0)));
  return true;
}
template <auto function>
bool two(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = block.float16(0), *b = block.float16(1);
  block.set_float16(function(block, a, b));
  return true;
}
template <auto function>
bool three(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = block.float16(0), *b = block.float16(1), *c = block.float16(2);
  block.set_float16(function(block, a, b, c));
  return true;
}

/// As in lower_floats.cpp. The result is one of the operands, so it is exact.
template <bool maximum>
Value* selected(BlockBuilder& block, Value* a, Value* b) {
  auto& ir = block.ir();
  block.refuse_nan(a);
  block.refuse_nan(b);
  auto* integers = block.function().vector32();
  auto *x = ir.CreateBitCast(a, integers), *y = ir.CreateBitCast(b, integers);
  auto* equal = ir.CreateBitCast(maximum ? ir.CreateAnd(x, y) : ir.CreateOr(x, y), a->getType());
  auto* first = maximum ? ir.CreateFCmpOGT(a, b) : ir.CreateFCmpOLT(a, b);
  auto* second = maximum ? ir.CreateFCmpOLT(a, b) : ir.CreateFCmpOGT(a, b);
  return ir.CreateSelect(first, a, ir.CreateSelect(second, b, equal));
}

constexpr auto kMinimum = selected<false>, kMaximum = selected<true>;
template <auto first, auto second>
Value* chained(BlockBuilder& block, Value* a, Value* b, Value* c) {
  return second(block, first(block, a, b), c);
}
/// As in lower_floats.cpp.
Value* median(BlockBuilder& block, Value* a, Value* b, Value* c) {
  auto& ir = block.ir();
  auto* largest = kMaximum(block, kMaximum(block, a, b), c);
  auto* others = kMaximum(block, a, ir.CreateSelect(ir.CreateFCmpOEQ(largest, b), c, b));
  return ir.CreateSelect(ir.CreateFCmpOEQ(largest, a), kMaximum(block, b, c), others);
}

/// The integer part of a half is a half.
template <llvm::Intrinsic::ID intrinsic>
Value* rounded(BlockBuilder& block, Value* x) {
  return block.ir().CreateUnaryIntrinsic(intrinsic, x);
}
/// The fraction is exact in f32. If it would round to 1, the result is the largest half below 1.
Value* fraction(BlockBuilder& block, Value* x) {
  auto& ir = block.ir();
  auto* difference = ir.CreateFSub(x, ir.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x));
  block.refuse_nan(difference);
  auto* below_one = llvm::ConstantFP::get(x->getType(), 0x1.ffcp-1);
  return ir.CreateSelect(ir.CreateFCmpOLT(difference, below_one), difference, below_one);
}

// Packed operations: two results, each from one half of every source.

Value* packed_source(BlockBuilder& block, const Instruction& instruction, unsigned n, bool high) {
  auto& ir = block.ir();
  const auto& operand = instruction.src[n];
  bool upper = high, negates = false;
  if (instruction.is_packed) {
    upper = high ? operand.op_sel_high : operand.op_sel;
    negates = high ? operand.negate_high : operand.negate;
  }
  auto* bits = block.bits(n);
  if (upper) bits = ir.CreateLShr(bits, 16);
  auto* value = single_of_half(block, bits);
  return negates ? ir.CreateFNeg(value) : value;
}

bool is_plain_packed(const BlockBuilder& block, const Instruction& instruction) {
  return has_simple_operands(block, instruction) && !instruction.modifiers.clamp && instruction.modifiers.omod == 0 &&
         instruction.modifiers.lanes == Modifiers::Lanes::plain;
}

template <auto function>
bool packed_two(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  const auto result = [&](bool high) {
    auto *a = packed_source(block, instruction, 0, high), *b = packed_source(block, instruction, 1, high);
    return bits_of_rounded_half(block, function(block, a, b));
  };
  auto *low = result(false), *high = result(true);
  block.set32(block.ir().CreateOr(low, block.ir().CreateShl(high, 16)));
  return true;
}
template <auto function>
bool packed_three(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  const auto result = [&](bool high) {
    auto *a = packed_source(block, instruction, 0, high), *b = packed_source(block, instruction, 1, high);
    return bits_of_rounded_half(block, function(block, a, b, packed_source(block, instruction, 2, high)));
  };
  auto *low = result(false), *high = result(true);
  block.set32(block.ir().CreateOr(low, block.ir().CreateShl(high, 16)));
  return true;
}

/// The addend is the destination.
bool packed_multiply_add(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  auto* old = block.bits_of(instruction.dst);
  const auto result = [&](bool high) {
    auto *a = packed_source(block, instruction, 0, high), *b = packed_source(block, instruction, 1, high);
    auto* c = single_of_half(block, high ? block.ir().CreateLShr(old, 16) : old);
    return bits_of_rounded_half(block, fused(block, a, b, c));
  };
  auto *low = result(false), *high = result(true);
  block.set32(block.ir().CreateOr(low, block.ir().CreateShl(high, 16)));
  return true;
}

/// Both sources are halves that op_sel selects. The signs change bits only.
bool pack(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  const auto source = [&](unsigned n) {
    constexpr std::uint32_t kSign = 0x8000;
    auto* bits = block.bits16(n);
    if (instruction.src[n].absolute) bits = ir.CreateAnd(bits, block.function().splat32(~kSign));
    return instruction.src[n].negate ? ir.CreateXor(bits, block.function().splat32(kSign)) : bits;
  };
  auto *low = source(0), *high = source(1);
  block.set32(ir.CreateOr(low, ir.CreateShl(high, 16)));
  return true;
}

// V_PK_*_F32: each result is computed from one dword of every source.

Value* dword_source(BlockBuilder& block, const Instruction& instruction, unsigned n, bool high) {
  auto& ir = block.ir();
  const auto& operand = instruction.src[n];
  auto* bits = block.bits(n, (high ? operand.op_sel_high : operand.op_sel) ? 1 : 0);
  auto* value = ir.CreateBitCast(bits, block.function().vector_float());
  return (high ? operand.negate_high : operand.negate) ? ir.CreateFNeg(value) : value;
}
void write_dwords(BlockBuilder& block, const Instruction& instruction, Value* low, Value* high) {
  block.refuse_nan(low);
  block.refuse_nan(high);
  block.set_row(instruction.dst, 0, block.ir().CreateBitCast(low, block.function().vector32()));
  block.set_row(instruction.dst, 1, block.ir().CreateBitCast(high, block.function().vector32()));
}
template <auto function>
bool dwords_two(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  const auto result = [&](bool high) {
    auto *a = dword_source(block, instruction, 0, high), *b = dword_source(block, instruction, 1, high);
    return function(block, a, b);
  };
  auto *low = result(false), *high = result(true);
  write_dwords(block, instruction, low, high);
  return true;
}
bool dwords_fused(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  const auto result = [&](bool high) -> Value* {
    auto *a = dword_source(block, instruction, 0, high), *b = dword_source(block, instruction, 1, high);
    auto* c = dword_source(block, instruction, 2, high);
    return block.arithmetic(block.ir().CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c}), {a, b, c});
  };
  auto *low = result(false), *high = result(true);
  write_dwords(block, instruction, low, high);
  return true;
}
bool dwords_move(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  auto* low = block.bits(0, instruction.src[0].op_sel ? 1 : 0);
  auto* high = block.bits(1, instruction.src[1].op_sel ? 1 : 0);
  block.set_row(instruction.dst, 0, low);
  block.set_row(instruction.dst, 1, high);
  return true;
}

constexpr std::array kHalves = std::to_array<LoweredOperation>({
    {"V_ADD_F16", two<add>},
    {"V_SUB_F16", two<subtract>},
    {"V_SUBREV_F16", two<subtract_reversed>},
    {"V_MUL_F16", two<multiply>},
    {"V_FMA_F16", three<fused>},
    {"V_FMAC_F16", three<fused>},
    {"V_FMAAK_F16", three<fused>},
    {"V_FMAMK_F16", three<fused>},
    {"V_FMA_LEGACY_F16", three<fused>},
    {"V_TRUNC_F16", one<rounded<llvm::Intrinsic::trunc>>},
    {"V_CEIL_F16", one<rounded<llvm::Intrinsic::ceil>>},
    {"V_FLOOR_F16", one<rounded<llvm::Intrinsic::floor>>},
    {"V_RNDNE_F16", one<rounded<llvm::Intrinsic::roundeven>>},
    {"V_FRACT_F16", one<fraction>},
    {"V_MIN3_F16", three<chained<kMinimum, kMinimum>>},
    {"V_MAX3_F16", three<chained<kMaximum, kMaximum>>},
    {"V_MED3_F16", three<median>},
    {"V_MINMAX_F16", three<chained<kMinimum, kMaximum>>},
    {"V_MAXMIN_F16", three<chained<kMaximum, kMinimum>>},
    {"V_MIN3_NUM_F16", three<chained<kMinimum, kMinimum>>},
    {"V_MAX3_NUM_F16", three<chained<kMaximum, kMaximum>>},
    {"V_MED3_NUM_F16", three<median>},
    {"V_MINMAX_NUM_F16", three<chained<kMinimum, kMaximum>>},
    {"V_MAXMIN_NUM_F16", three<chained<kMaximum, kMinimum>>},
    {"V_MINIMUM3_F16", three<chained<kMinimum, kMinimum>>},
    {"V_MAXIMUM3_F16", three<chained<kMaximum, kMaximum>>},
    {"V_MINIMUMMAXIMUM_F16", three<chained<kMinimum, kMaximum>>},
    {"V_MAXIMUMMINIMUM_F16", three<chained<kMaximum, kMinimum>>},
    {"V_MIN_F16", two<selected<false>>},
    {"V_MAX_F16", two<selected<true>>},
    {"V_MIN_NUM_F16", two<selected<false>>},
    {"V_MAX_NUM_F16", two<selected<true>>},
    {"V_MINIMUM_F16", two<selected<false>>},
    {"V_MAXIMUM_F16", two<selected<true>>},
});

constexpr std::array kPacked = std::to_array<LoweredOperation>({
    {"V_PK_ADD_F16", packed_two<add>},
    {"V_PK_MUL_F16", packed_two<multiply>},
    {"V_PK_FMA_F16", packed_three<fused>},
    {"V_PK_FMAC_F16", packed_multiply_add},
    {"V_PACK_B32_F16", pack},
    {"V_PK_MIN_F16", packed_two<selected<false>>},
    {"V_PK_MAX_F16", packed_two<selected<true>>},
    {"V_PK_MIN_NUM_F16", packed_two<selected<false>>},
    {"V_PK_MAX_NUM_F16", packed_two<selected<true>>},
    {"V_PK_MINIMUM_F16", packed_two<selected<false>>},
    {"V_PK_MAXIMUM_F16", packed_two<selected<true>>},
    {"V_PK_ADD_F32", dwords_two<add>},
    {"V_PK_MUL_F32", dwords_two<multiply>},
    {"V_PK_FMA_F32", dwords_fused},
    {"V_PK_MOV_B32", dwords_move},
});

}  // namespace

LoweredOperations lowered_halves() {
  return kHalves;
}

LoweredOperations lowered_packed() {
  return kPacked;
}

}  // namespace rocm_bindgen::emulator
