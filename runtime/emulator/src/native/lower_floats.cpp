// f32 and f64: sums, products, minima, maxima, and roundings to integers.
#include <array>

#include "native/float_values.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

using Unary = Value* (*)(BlockBuilder&, Value*);
using Binary = Value* (*)(BlockBuilder&, Value*, Value*);
using Ternary = Value* (*)(BlockBuilder&, Value*, Value*, Value*);

template <Unary function>
bool one_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float32(function(block, block.float32(0)));
  return true;
}
template <Binary function>
bool two_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = block.float32(0), *b = block.float32(1);
  block.set_float32(function(block, a, b));
  return true;
}
template <Ternary function>
bool three_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = block.float32(0), *b = block.float32(1), *c = block.float32(2);
  block.set_float32(function(block, a, b, c));
  return true;
}
template <Unary function>
bool one_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float64(function(block, block.float64(0)));
  return true;
}
template <Binary function>
bool two_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = block.float64(0), *b = block.float64(1);
  block.set_float64(function(block, a, b));
  return true;
}
template <Ternary function>
bool three_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = block.float64(0), *b = block.float64(1), *c = block.float64(2);
  block.set_float64(function(block, a, b, c));
  return true;
}

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
Value* fused(BlockBuilder& block, Value* a, Value* b, Value* c) {
  return block.arithmetic(block.ir().CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c}), {a, b, c});
}

/// A product with a zero is +0. NaNs are refused, because they do not propagate through the selection.
Value* multiply_legacy(BlockBuilder& block, Value* a, Value* b) {
  auto& ir = block.ir();
  block.refuse_nan(a);
  block.refuse_nan(b);
  auto* zero = llvm::ConstantFP::get(a->getType(), 0.0);
  auto* is_zero = ir.CreateOr(ir.CreateFCmpOEQ(a, zero), ir.CreateFCmpOEQ(b, zero));
  return ir.CreateSelect(is_zero, zero, ir.CreateFMul(a, b));
}

/// Numbers that are equal differ at most in the sign of a zero, and then their bits are those of +0 and -0: the
/// conjunction of the bits is the larger of them, the disjunction the smaller.
template <bool maximum>
Value* selected(BlockBuilder& block, Value* a, Value* b) {
  auto& ir = block.ir();
  block.refuse_nan(a);
  block.refuse_nan(b);
  auto* type = a->getType();
  auto* bits_type = llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(type));
  auto *x = ir.CreateBitCast(a, bits_type), *y = ir.CreateBitCast(b, bits_type);
  auto* equal = ir.CreateBitCast(maximum ? ir.CreateAnd(x, y) : ir.CreateOr(x, y), type);
  auto *below = ir.CreateFCmpOLT(a, b), *above = ir.CreateFCmpOGT(a, b);
  auto* first = maximum ? above : below;
  auto* second = maximum ? below : above;
  auto* result = ir.CreateSelect(first, a, ir.CreateSelect(second, b, equal));
  block.trust(result);
  return result;
}
constexpr Binary kMinimum = selected<false>, kMaximum = selected<true>;

Value* minimum_3(BlockBuilder& block, Value* a, Value* b, Value* c) {
  return kMinimum(block, kMinimum(block, a, b), c);
}
Value* maximum_3(BlockBuilder& block, Value* a, Value* b, Value* c) {
  return kMaximum(block, kMaximum(block, a, b), c);
}
Value* maximum_of_minimum(BlockBuilder& block, Value* a, Value* b, Value* c) {
  return kMaximum(block, kMinimum(block, a, b), c);
}
Value* minimum_of_maximum(BlockBuilder& block, Value* a, Value* b, Value* c) {
  return kMinimum(block, kMaximum(block, a, b), c);
}
/// The first operand that equals the maximum is removed, and the result is the larger of the other two.
Value* median(BlockBuilder& block, Value* a, Value* b, Value* c) {
  auto& ir = block.ir();
  auto* largest = maximum_3(block, a, b, c);
  auto* others = kMaximum(block, a, ir.CreateSelect(ir.CreateFCmpOEQ(largest, b), c, b));
  return ir.CreateSelect(ir.CreateFCmpOEQ(largest, a), kMaximum(block, b, c), others);
}

template <llvm::Intrinsic::ID intrinsic>
Value* rounded(BlockBuilder& block, Value* x) {
  return block.arithmetic(block.ir().CreateUnaryIntrinsic(intrinsic, x), {x});
}

/// x - floor(x), and the largest number below 1 if that rounds to 1. The difference of an infinity is a NaN.
Value* fraction(BlockBuilder& block, Value* x) {
  auto& ir = block.ir();
  auto* difference = ir.CreateFSub(x, ir.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x));
  block.refuse_nan(difference);
  const bool single = x->getType()->getScalarType()->isFloatTy();
  auto* below_one = llvm::ConstantFP::get(x->getType(), single ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1);
  return ir.CreateSelect(ir.CreateFCmpOLT(difference, below_one), difference, below_one);
}

Value* unfused(BlockBuilder& block, Value* a, Value* b, Value* c) {
  auto& ir = block.ir();
  auto *x = flushed(block, a), *y = flushed(block, b), *z = flushed(block, c);
  auto* product = flushed(block, block.arithmetic(ir.CreateFMul(x, y), {x, y}));
  return flushed(block, block.arithmetic(ir.CreateFAdd(product, z), {product, z}));
}

constexpr auto kTrunc = rounded<llvm::Intrinsic::trunc>;
constexpr auto kCeil = rounded<llvm::Intrinsic::ceil>;
constexpr auto kFloor = rounded<llvm::Intrinsic::floor>;
constexpr auto kEven = rounded<llvm::Intrinsic::roundeven>;

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_ADD_F32", two_32<add>},
    {"V_SUB_F32", two_32<subtract>},
    {"V_SUBREV_F32", two_32<subtract_reversed>},
    {"V_MUL_F32", two_32<multiply>},
    {"V_MUL_LEGACY_F32", two_32<multiply_legacy>},
    {"V_MUL_DX9_ZERO_F32", two_32<multiply_legacy>},
    {"V_FMA_F32", three_32<fused>},
    {"V_FMAC_F32", three_32<fused>},
    {"V_FMAAK_F32", three_32<fused>},
    {"V_FMAMK_F32", three_32<fused>},
    {"V_MAD_F32", three_32<unfused>},
    {"V_MAC_F32", three_32<unfused>},
    {"V_MADAK_F32", three_32<unfused>},
    {"V_MADMK_F32", three_32<unfused>},
    {"V_TRUNC_F32", one_32<kTrunc>},
    {"V_CEIL_F32", one_32<kCeil>},
    {"V_FLOOR_F32", one_32<kFloor>},
    {"V_RNDNE_F32", one_32<kEven>},
    {"V_FRACT_F32", one_32<fraction>},
    {"V_MIN_F32", two_32<kMinimum>},
    {"V_MAX_F32", two_32<kMaximum>},
    {"V_MIN3_F32", three_32<minimum_3>},
    {"V_MAX3_F32", three_32<maximum_3>},
    {"V_MED3_F32", three_32<median>},
    {"V_MINMAX_F32", three_32<maximum_of_minimum>},
    {"V_MAXMIN_F32", three_32<minimum_of_maximum>},
    {"V_MIN_NUM_F32", two_32<kMinimum>},
    {"V_MAX_NUM_F32", two_32<kMaximum>},
    {"V_MIN3_NUM_F32", three_32<minimum_3>},
    {"V_MAX3_NUM_F32", three_32<maximum_3>},
    {"V_MED3_NUM_F32", three_32<median>},
    {"V_MINMAX_NUM_F32", three_32<maximum_of_minimum>},
    {"V_MAXMIN_NUM_F32", three_32<minimum_of_maximum>},
    {"V_MINIMUM_F32", two_32<kMinimum>},
    {"V_MAXIMUM_F32", two_32<kMaximum>},
    {"V_MINIMUM3_F32", three_32<minimum_3>},
    {"V_MAXIMUM3_F32", three_32<maximum_3>},
    {"V_MINIMUMMAXIMUM_F32", three_32<maximum_of_minimum>},
    {"V_MAXIMUMMINIMUM_F32", three_32<minimum_of_maximum>},
    {"V_ADD_F64", two_64<add>},
    {"V_MUL_F64", two_64<multiply>},
    {"V_FMA_F64", three_64<fused>},
    {"V_FMAC_F64", three_64<fused>},
    {"V_TRUNC_F64", one_64<kTrunc>},
    {"V_CEIL_F64", one_64<kCeil>},
    {"V_FLOOR_F64", one_64<kFloor>},
    {"V_RNDNE_F64", one_64<kEven>},
    {"V_FRACT_F64", one_64<fraction>},
    {"V_MIN_F64", two_64<kMinimum>},
    {"V_MAX_F64", two_64<kMaximum>},
    {"V_MIN_NUM_F64", two_64<kMinimum>},
    {"V_MAX_NUM_F64", two_64<kMaximum>},
    {"V_MINIMUM_F64", two_64<kMinimum>},
    {"V_MAXIMUM_F64", two_64<kMaximum>},
});

}  // namespace

LoweredOperations lowered_floats() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
