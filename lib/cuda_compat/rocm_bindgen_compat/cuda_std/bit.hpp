// cuda::std's <bit>, the C++20 functions for earlier language versions.
#pragma once

#include <type_traits>

#include "rocm_bindgen_compat/cuda_std/std.hpp"

namespace cuda {
namespace std {

template <class To, class From>
__host__ __device__ constexpr To bit_cast(const From& value) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast requires types of the same size");
  return __builtin_bit_cast(To, value);
}

template <class T>
__host__ __device__ constexpr int popcount(T value) {
  return __builtin_popcountll(static_cast<::std::make_unsigned_t<T>>(value));
}
template <class T>
__host__ __device__ constexpr int countl_zero(T value) {
  constexpr int kUnused = 64 - 8 * static_cast<int>(sizeof(T));
  return value == 0 ? 64 - kUnused : __builtin_clzll(static_cast<::std::make_unsigned_t<T>>(value)) - kUnused;
}
template <class T>
__host__ __device__ constexpr int countr_zero(T value) {
  return value == 0 ? 8 * static_cast<int>(sizeof(T)) : __builtin_ctzll(value);
}
template <class T>
__host__ __device__ constexpr int countl_one(T value) {
  return cuda::std::countl_zero(static_cast<T>(~value));
}
template <class T>
__host__ __device__ constexpr int countr_one(T value) {
  return cuda::std::countr_zero(static_cast<T>(~value));
}
template <class T>
__host__ __device__ constexpr int bit_width(T value) {
  return 8 * static_cast<int>(sizeof(T)) - cuda::std::countl_zero(value);
}
template <class T>
__host__ __device__ constexpr bool has_single_bit(T value) {
  return value != 0 && (value & (value - 1)) == 0;
}
template <class T>
__host__ __device__ constexpr T bit_floor(T value) {
  return value == 0 ? T(0) : static_cast<T>(T(1) << (cuda::std::bit_width(value) - 1));
}
template <class T>
__host__ __device__ constexpr T bit_ceil(T value) {
  return value <= 1 ? T(1) : static_cast<T>(T(1) << cuda::std::bit_width(static_cast<T>(value - 1)));
}
template <class T>
__host__ __device__ constexpr T rotl(T value, int count) {
  constexpr unsigned kBits = 8 * sizeof(T);
  const unsigned left = static_cast<unsigned>(count) % kBits;
  // Without `% kBits`, a rotation by 0 would shift by the width of the type, which is undefined.
  return static_cast<T>(value << left | value >> (kBits - left) % kBits);
}
template <class T>
__host__ __device__ constexpr T rotr(T value, int count) {
  return cuda::std::rotl(value, -count);
}

enum class endian { little = __ORDER_LITTLE_ENDIAN__, big = __ORDER_BIG_ENDIAN__, native = __BYTE_ORDER__ };

}  // namespace std
}  // namespace cuda
