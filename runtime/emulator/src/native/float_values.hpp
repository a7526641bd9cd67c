// Values of floats that several lowerings compute.
#pragma once

#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator {

/// Subnormal numbers become zeros of the same sign.
llvm::Value* flushed(BlockBuilder& block, llvm::Value* x);

/// The low halves of <lanes x i32>, converted to f32.
llvm::Value* single_of_half(BlockBuilder& block, llvm::Value* bits);
/// The bits of an f32 that is rounded to f16, as <lanes x i32> with zeros above. Declines NaNs.
llvm::Value* bits_of_rounded_half(BlockBuilder& block, llvm::Value* value);

/// a * b + c for operands whose product is exact in their type, f32 or f64. The sum is not exact. If it is inexact, its
/// last bit is made odd, which records that digits were lost, so that rounding to a type with at most half as many
/// significant bits does not round twice. NaNs are not checked.
llvm::Value* fused_with_odd_bit(BlockBuilder& block, llvm::Value* a, llvm::Value* b, llvm::Value* c);
/// Rounds an f64 to f32 in the same way: if the result is inexact, its last bit is odd.
llvm::Value* narrowed_with_odd_bit(BlockBuilder& block, llvm::Value* value);

}  // namespace rocm_bindgen::emulator
