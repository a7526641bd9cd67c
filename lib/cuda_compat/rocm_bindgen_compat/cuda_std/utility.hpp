// The functions of cuda::std's <utility> that std has only for the host before C++20, which makes them constexpr.
#pragma once

#include <utility>

#include "rocm_bindgen_compat/cuda_std/std.hpp"

namespace cuda {
namespace std {

template <class T>
__host__ __device__ constexpr void swap(T& left, T& right) {
  T kept = static_cast<T&&>(left);
  left = static_cast<T&&>(right);
  right = static_cast<T&&>(kept);
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
