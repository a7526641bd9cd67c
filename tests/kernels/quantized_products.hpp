// Products of quantized weights, computed in Real with the arithmetic of docs/quantized.md.
#pragma once

#include "near.hpp"
#include "quantized_blocks.hpp"

namespace quantized {

// The elements of a block of activations.
inline constexpr size_t kBlock = 32;
inline constexpr size_t kBlockBytes = 36;

// Which sum of a block of activations a kernel multiplies by the bias or offset of the weights: the sum that is stored
// in the block, or the sum of its codes.
enum class Sum { kStored, kCodes };

// A format with products, and the sums that its kernels mul_mat_vec_* and mul_mat_* use.
struct ProductFormat {
  const Format& format;
  Sum mat_vec_sum;
  Sum mat_mul_sum;
};
inline const ProductFormat kProductFormats[] = {
    {kQ4_0, Sum::kStored, Sum::kStored}, {kQ4_1, Sum::kStored, Sum::kStored}, {kQ5_0, Sum::kStored, Sum::kCodes},
    {kQ5_1, Sum::kStored, Sum::kStored}, {kQ8_0, Sum::kCodes, Sum::kCodes},   {kQ2_K, Sum::kCodes, Sum::kCodes},
    {kQ3_K, Sum::kCodes, Sum::kCodes},   {kQ4_K, Sum::kCodes, Sum::kStored},  {kQ5_K, Sum::kCodes, Sum::kStored},
    {kQ6_K, Sum::kCodes, Sum::kCodes}};

// A sum in Real and the permitted error of a sum in float.
struct Exact {
  Real value = 0;
  Real magnitude = 0;
  size_t terms = 0;

  void add(Real term) {
    value += term;
    magnitude += std::fabs(term);
    ++terms;
  }
  // The errors have either sign, so their sum grows with the square root of their number. The factor 2 and the 8 errors
  // for products with few terms are a margin.
  bool allows(float got) const {
    const Real slack = magnitude * host::compute_epsilon<float>() * (8 + 2 * std::sqrt(static_cast<Real>(terms)));
    return host::is_near(got, value, slack);
  }
};

// Adds the products of 32 weights, from element `first` of a row, and one block of activations. With the stored sum,
// kernels multiply codes that still contain their bias, and correct this once per block: they subtract bias * scale *
// sum. In the same way they add offset * sum. Otherwise each weight's bias and offset are applied to its own product.
inline void add_products(Exact& exact, const Format& format, const uint8_t* row, size_t first, const uint8_t* block,
                         Sum sum) {
  const Real scale = half_at(block);
  const Real stored = half_at(block + 2);
  Real codes = 0;
  for (size_t i = 0; i < kBlock; ++i) codes += static_cast<int8_t>(block[4 + i]);
  // Kernels use the codes if the stored half has overflowed.
  const Real sum_of_block = std::isinf(stored) ? scale * codes : stored;
  for (size_t i = 0; i < kBlock; ++i) {
    const size_t e = first + i;
    const auto weight = format.element(row + e / format.elements * format.bytes, e % format.elements);
    const Real activation = scale * static_cast<int8_t>(block[4 + i]);
    const bool keeps_bias = sum == Sum::kStored && weight.bias != 0;
    exact.add(weight.scale * (weight.code + (keeps_bias ? weight.bias : 0)) * activation);
    if (keeps_bias && i == 0) exact.add(-weight.bias * weight.scale * sum_of_block);
    if (!weight.has_offset) continue;
    if (sum == Sum::kCodes) exact.add(weight.offset * activation);
    if (sum == Sum::kStored && i == 0) exact.add(weight.offset * sum_of_block);
  }
}

}  // namespace quantized
