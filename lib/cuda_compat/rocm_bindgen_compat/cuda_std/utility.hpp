// Functions of cuda::std's <utility>. Device code can call std's functions only if they are constexpr,
// which these are only since C++20.
#pragma once

#include <utility>

#include "rocm_bindgen_compat/cuda_std/std.hpp"

namespace cuda {
namespace std {

template <class T>
__host__ __device__ constexpr void swap(T& left, T& right) {
  T old_left = static_cast<T&&>(left);
  left = static_cast<T&&>(right);
  right = static_cast<T&&>(old_left);
}
template <class T, size_t Count>
__host__ __device__ constexpr void swap(T (&left)[Count], T (&right)[Count]) {
  for (size_t i = 0; i < Count; ++i) cuda::std::swap(left[i], right[i]);
}
template <class T, class Other = T>
__host__ __device__ constexpr T exchange(T& object, Other&& value) {
  T before = static_cast<T&&>(object);
  object = static_cast<Other&&>(value);
  return before;
}

}  // namespace std
}  // namespace cuda
