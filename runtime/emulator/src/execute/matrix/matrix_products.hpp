// Sums of products for several results at once, by the host's vector instructions. The operations and their order are
// those of matrix_arithmetic.hpp, so the results have the same bits.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator::matrix {

constexpr unsigned kMostColumns = 32;  ///< the width of the widest MFMA

/// One row of results: sums[column] += a[k] * b[k][column], for each k in turn. `columns` is a multiple of 4, and at
/// most kMostColumns. The host must have AVX2 and FMA.
void add_fused_row(const float* a, const float* b, unsigned depth, unsigned columns, float* sums);
void add_fused_row(const double* a, const double* b, unsigned depth, unsigned columns, double* sums);
/// The sums wrap.
void add_integer_row(const std::int32_t* a, const std::int32_t* b, unsigned depth, unsigned columns,
                     std::int32_t* sums);
/// Like flushing_sum().
void add_flushing_row(const float* a, const float* b, unsigned depth, unsigned columns, unsigned group, float* sums);

}  // namespace rocm_bindgen::emulator::matrix
