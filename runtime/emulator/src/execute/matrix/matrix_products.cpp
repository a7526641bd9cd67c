#include "execute/matrix/matrix_products.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "execute/matrix/host_vectors.hpp"

namespace rocm_bindgen::emulator::matrix {
namespace {

HOST_VECTORS inline float without_denormal(float value) {
  constexpr std::uint32_t kExponent = 0x7f800000, kSign = 0x80000000;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits & kExponent) == 0 ? bits & kSign : bits);
}

/// Stores the sum of the first two products of each column. The second one is 0 if `depth` is 1.
HOST_VECTORS void add_pair(const float* a, const float* b, unsigned depth, unsigned columns, float* sums) {
  for (unsigned column = 0; column < columns; ++column) {
    const float first = without_denormal(a[0] * b[column]);
    const float second = depth > 1 ? without_denormal(a[1] * b[columns + column]) : 0.0f;
    sums[column] = without_denormal(first + second);
  }
}

}  // namespace

HOST_VECTORS void add_fused_row(const float* a, const float* b, unsigned depth, unsigned columns, float* sums) {
  for (unsigned k = 0; k < depth; ++k)
    for (unsigned column = 0; column < columns; ++column)
      sums[column] = __builtin_fmaf(a[k], b[k * columns + column], sums[column]);
}

HOST_VECTORS void add_fused_row(const double* a, const double* b, unsigned depth, unsigned columns, double* sums) {
  for (unsigned k = 0; k < depth; ++k)
    for (unsigned column = 0; column < columns; ++column)
      sums[column] = __builtin_fma(a[k], b[k * columns + column], sums[column]);
}

HOST_VECTORS void add_integer_row(const std::int32_t* a, const std::int32_t* b, unsigned depth, unsigned columns,
                                  std::int32_t* sums) {
  for (unsigned k = 0; k < depth; ++k)
    for (unsigned column = 0; column < columns; ++column)
      sums[column] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[column]) +
                                               static_cast<std::uint32_t>(a[k]) *
                                                   static_cast<std::uint32_t>(b[k * columns + column]));
}

HOST_VECTORS void add_flushing_row(const float* a, const float* b, unsigned depth, unsigned columns, unsigned group,
                                   float* sums) {
  std::array<float, kMostColumns> part;
  for (unsigned column = 0; column < columns; ++column) sums[column] = without_denormal(sums[column]);
  for (unsigned k = 0; k < depth; k += group) {
    // Products beyond the depth are 0.
    add_pair(a + k, b + k * columns, depth - k, columns, part.data());
    if (group == 4) {
      std::array<float, kMostColumns> other{};
      if (k + 2 < depth) add_pair(a + k + 2, b + (k + 2) * columns, depth - k - 2, columns, other.data());
      for (unsigned column = 0; column < columns; ++column)
        part[column] = without_denormal(part[column] + other[column]);
    }
    for (unsigned column = 0; column < columns; ++column) sums[column] = without_denormal(sums[column] + part[column]);
  }
}

}  // namespace rocm_bindgen::emulator::matrix
