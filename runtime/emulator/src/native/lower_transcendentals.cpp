// Powers, logarithms, reciprocals and roots. Where the handler computes in f64, so does the native code, unless
// rounding to f64 first cannot change the result: quotients and roots of f32 and f16 are the same if computed in f32.
#include <array>

#include "execute/float/elementary.hpp"
#include "native/float_values.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;
using namespace elementary;

Value* constant_like(Value* like, double value) {
  return llvm::ConstantFP::get(like->getType(), value);
}

Value* zero_of(Value* like) {
  return constant_like(like, 0);
}

template <std::size_t terms>
Value* polynomial(BlockBuilder& block, Value* x, const std::array<double, terms>& series) {
  auto& ir = block.ir();
  Value* sum = constant_like(x, series[0]);
  for (std::size_t k = 1; k < terms; ++k) sum = ir.CreateFAdd(ir.CreateFMul(sum, x), constant_like(x, series[k]));
  return sum;
}

/// 2^x of <lanes x double>, without NaNs.
Value* power_of_two(BlockBuilder& block, Value* x) {
  auto& ir = block.ir();
  auto *most = constant_like(x, kLargestExponent), *least = constant_like(x, -kLargestExponent);
  auto* bounded = ir.CreateSelect(ir.CreateFCmpOGT(x, most), most, x);
  bounded = ir.CreateSelect(ir.CreateFCmpOLT(x, least), least, bounded);
  auto* whole = ir.CreateUnaryIntrinsic(llvm::Intrinsic::roundeven, bounded);
  auto* sum = polynomial(block, ir.CreateFSub(bounded, whole), kPowerSeries);
  // In lanes that are refused, the conversion may be out of range, and its result is then any number.
  auto* integer = ir.CreateFreeze(ir.CreateFPToSI(whole, block.function().vector32()));
  auto* biased = ir.CreateAdd(integer, block.function().splat32(kBias));
  auto* exponent = ir.CreateShl(ir.CreateZExt(biased, block.function().vector64()), kSignificandBits);
  return ir.CreateFMul(sum, ir.CreateBitCast(exponent, x->getType()));
}

/// log2(x) of <lanes x double>, without NaNs, negative numbers and subnormal numbers.
Value* logarithm(BlockBuilder& block, Value* x) {
  auto& ir = block.ir();
  auto* type = block.function().vector64();
  auto* bits = ir.CreateBitCast(x, type);
  auto* least = llvm::ConstantInt::get(type, std::bit_cast<std::uint64_t>(kLeast));
  auto* exponent = ir.CreateAShr(ir.CreateSub(bits, least), kSignificandBits);
  auto* significand = ir.CreateBitCast(ir.CreateSub(bits, ir.CreateShl(exponent, kSignificandBits)), x->getType());
  auto* one = constant_like(x, 1);
  auto* s = ir.CreateFDiv(ir.CreateFSub(significand, one), ir.CreateFAdd(significand, one));
  auto* sum = polynomial(block, ir.CreateFMul(s, s), kLogarithmSeries);
  auto* whole = ir.CreateSIToFP(ir.CreateTrunc(exponent, block.function().vector32()), x->getType());
  auto* result = ir.CreateFAdd(whole, ir.CreateFMul(s, sum));
  auto* infinite = llvm::ConstantFP::getInfinity(x->getType());
  result = ir.CreateSelect(ir.CreateFCmpOEQ(x, infinite), x, result);
  return ir.CreateSelect(ir.CreateFCmpOEQ(x, zero_of(x)), ir.CreateFNeg(infinite), result);
}

Value* widened(BlockBuilder& block, Value* x) {
  return block.ir().CreateFPExt(x, block.function().vector_double());
}
Value* narrowed(BlockBuilder& block, Value* x) {
  return block.ir().CreateFPTrunc(x, block.function().vector_float());
}

// Functions of <lanes x float>, whose result is rounded to f32. With `to_half`, the result is one that rounds to f16 as
// that of the f64 does.

template <bool to_half>
Value* rounded(BlockBuilder& block, Value* wide) {
  return to_half ? narrowed_with_odd_bit(block, wide) : narrowed(block, wide);
}

template <bool to_half>
Value* power(BlockBuilder& block, Value* x) {
  block.refuse_nan(x);
  auto* result = rounded<to_half>(block, power_of_two(block, widened(block, x)));
  block.trust(result);
  return result;
}
template <bool to_half>
Value* base_2_logarithm(BlockBuilder& block, Value* x) {
  // Negative numbers and NaNs.
  block.refuse_lanes(block.ir().CreateFCmpULT(x, zero_of(x)));
  auto* result = rounded<to_half>(block, logarithm(block, widened(block, x)));
  block.trust(result);
  return result;
}
Value* reciprocal(BlockBuilder& block, Value* x) {
  return block.arithmetic(block.ir().CreateFDiv(constant_like(x, 1), x), {x});
}
Value* root(BlockBuilder& block, Value* x) {
  return block.arithmetic(block.ir().CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x), {x});
}
template <bool to_half>
Value* reciprocal_root(BlockBuilder& block, Value* x) {
  auto* wide = widened(block, x);
  return rounded<to_half>(block, reciprocal(block, root(block, wide)));
}

/// f32: subnormal arguments and results are flushed.
template <auto function>
bool flushed_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float32(flushed(block, function(block, flushed(block, block.float32(0)))));
  return true;
}
template <auto function>
bool one_16(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float16(function(block, block.float16(0)));
  return true;
}
template <auto function>
bool one_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set_float64(function(block, block.float64(0)));
  return true;
}

/// The product with a power of two is exact in f64, so it is rounded once.
bool scale_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  // Beyond this limit, the product of every finite number but 0 overflows or rounds to zero. The factor must be in the
  // range of f64.
  constexpr std::uint32_t kLargest = 400;
  auto* exponent = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, block.bits(1), block.function().splat32(kLargest));
  exponent = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, exponent, block.function().splat32(0 - kLargest));
  auto* biased = ir.CreateZExt(ir.CreateAdd(exponent, block.function().splat32(kBias)), block.function().vector64());
  auto* factor = ir.CreateBitCast(ir.CreateShl(biased, kSignificandBits), block.function().vector_double());
  block.set_float32(narrowed(block, ir.CreateFMul(widened(block, block.float32(0)), factor)));
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_EXP_F32", flushed_32<power<false>>},
    {"V_EXP_LEGACY_F32", flushed_32<power<false>>},
    {"V_LOG_F32", flushed_32<base_2_logarithm<false>>},
    {"V_LOG_LEGACY_F32", flushed_32<base_2_logarithm<false>>},
    {"V_RCP_F32", flushed_32<reciprocal>},
    {"V_RCP_IFLAG_F32", flushed_32<reciprocal>},
    {"V_RSQ_F32", flushed_32<reciprocal_root<false>>},
    {"V_SQRT_F32", flushed_32<root>},
    {"V_EXP_F16", one_16<power<true>>},
    {"V_LOG_F16", one_16<base_2_logarithm<true>>},
    {"V_RSQ_F16", one_16<reciprocal_root<true>>},
    {"V_RCP_F16", one_16<reciprocal>},
    {"V_SQRT_F16", one_16<root>},
    {"V_RCP_F64", one_64<reciprocal>},
    {"V_SQRT_F64", one_64<root>},
    {"V_LDEXP_F32", scale_32},
});

}  // namespace

LoweredOperations lowered_transcendentals() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
