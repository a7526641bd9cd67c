#include "native/float_values.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Makes the last bit of a number odd if digits were lost. `lost` is what is missing in it, in any float type.
llvm::Value* with_odd_bit(BlockBuilder& block, llvm::Value* number, llvm::Value* lost) {
  auto& ir = block.ir();
  auto* integers = llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(number->getType()));
  auto *none = llvm::Constant::getNullValue(integers), *one = llvm::ConstantInt::get(integers, 1);
  auto* zero = llvm::ConstantFP::get(lost->getType(), 0.0);
  auto* bits = ir.CreateBitCast(number, integers);
  // The loss of an infinite number is a NaN, for which this comparison does not hold.
  auto* inexact = ir.CreateFCmpONE(lost, zero);
  auto* even = ir.CreateICmpEQ(ir.CreateAnd(bits, one), none);
  // A step away from zero if what was lost has the sign of the number, and towards zero if not.
  auto* towards_zero = ir.CreateXor(ir.CreateFCmpOLT(lost, zero), ir.CreateICmpSLT(bits, none));
  auto* step = ir.CreateSelect(towards_zero, llvm::Constant::getAllOnesValue(integers), one);
  auto* odd = ir.CreateSelect(ir.CreateAnd(inexact, even), ir.CreateAdd(bits, step), bits);
  return ir.CreateBitCast(odd, number->getType());
}

}  // namespace

llvm::Value* flushed(BlockBuilder& block, llvm::Value* x) {
  auto& ir = block.ir();
  auto* magnitude = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  auto* tiny = ir.CreateFCmpOLT(magnitude, llvm::ConstantFP::get(x->getType(), 0x1p-126));
  auto* zero = ir.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, llvm::ConstantFP::get(x->getType(), 0.0), x);
  return ir.CreateSelect(tiny, zero, x);
}

llvm::Value* single_of_half(BlockBuilder& block, llvm::Value* bits) {
  auto& ir = block.ir();
  auto* narrow = ir.CreateTrunc(bits, block.function().vector_of(ir.getInt16Ty()));
  auto* half = ir.CreateBitCast(narrow, block.function().vector_of(ir.getHalfTy()));
  return ir.CreateFPExt(half, block.function().vector_float());
}

llvm::Value* bits_of_rounded_half(BlockBuilder& block, llvm::Value* value) {
  auto& ir = block.ir();
  block.refuse_nan(value);
  auto* half = ir.CreateFPTrunc(value, block.function().vector_of(ir.getHalfTy()));
  auto* narrow = ir.CreateBitCast(half, block.function().vector_of(ir.getInt16Ty()));
  return ir.CreateZExt(narrow, block.function().vector32());
}

llvm::Value* fused_with_odd_bit(BlockBuilder& block, llvm::Value* a, llvm::Value* b, llvm::Value* c) {
  auto& ir = block.ir();
  auto* product = ir.CreateFMul(a, b);
  auto* sum = ir.CreateFAdd(product, c);
  auto* added = ir.CreateFSub(sum, product);
  auto* lost = ir.CreateFAdd(ir.CreateFSub(product, ir.CreateFSub(sum, added)), ir.CreateFSub(c, added));
  return with_odd_bit(block, sum, lost);
}

llvm::Value* narrowed_with_odd_bit(BlockBuilder& block, llvm::Value* value) {
  auto& ir = block.ir();
  auto* narrow = ir.CreateFPTrunc(value, block.function().vector_float());
  return with_odd_bit(block, narrow, ir.CreateFSub(value, ir.CreateFPExt(narrow, value->getType())));
}

}  // namespace rocm_bindgen::emulator
