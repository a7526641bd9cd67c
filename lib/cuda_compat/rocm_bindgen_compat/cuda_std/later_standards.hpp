// Names of C++20's and C++23's standard library that libcu++ provides for C++17 as well. Where the standard library has
// them, cuda::std's are the same.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>

#include "rocm_bindgen_compat/cuda_std/std.hpp"

namespace cuda {
namespace std {

#if __cplusplus < 202002L

struct identity {
  using is_transparent = void;
  template <class T>
  __host__ __device__ constexpr T&& operator()(T&& value) const noexcept {
    return static_cast<T&&>(value);
  }
};

template <class T>
struct type_identity {
  using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

template <class T>
struct remove_cvref {
  using type = ::std::remove_cv_t<::std::remove_reference_t<T>>;
};
template <class T>
using remove_cvref_t = typename remove_cvref<T>::type;

template <class T>
struct is_bounded_array : ::std::false_type {};
template <class T, size_t Count>
struct is_bounded_array<T[Count]> : ::std::true_type {};
template <class T>
inline constexpr bool is_bounded_array_v = is_bounded_array<T>::value;

template <class T>
struct is_unbounded_array : ::std::false_type {};
template <class T>
struct is_unbounded_array<T[]> : ::std::true_type {};
template <class T>
inline constexpr bool is_unbounded_array_v = is_unbounded_array<T>::value;

template <class Left, class Right>
__host__ __device__ constexpr bool cmp_equal(Left left, Right right) noexcept {
  if constexpr (::std::is_signed_v<Left> == ::std::is_signed_v<Right>)
    return left == right;
  else if constexpr (::std::is_signed_v<Left>)
    return left >= 0 && ::std::make_unsigned_t<Left>(left) == right;
  else
    return right >= 0 && left == ::std::make_unsigned_t<Right>(right);
}
template <class Left, class Right>
__host__ __device__ constexpr bool cmp_not_equal(Left left, Right right) noexcept {
  return !cuda::std::cmp_equal(left, right);
}
template <class Left, class Right>
__host__ __device__ constexpr bool cmp_less(Left left, Right right) noexcept {
  if constexpr (::std::is_signed_v<Left> == ::std::is_signed_v<Right>)
    return left < right;
  else if constexpr (::std::is_signed_v<Left>)
    return left < 0 || ::std::make_unsigned_t<Left>(left) < right;
  else
    return right >= 0 && left < ::std::make_unsigned_t<Right>(right);
}
template <class Left, class Right>
__host__ __device__ constexpr bool cmp_greater(Left left, Right right) noexcept {
  return cuda::std::cmp_less(right, left);
}
template <class Left, class Right>
__host__ __device__ constexpr bool cmp_less_equal(Left left, Right right) noexcept {
  return !cuda::std::cmp_less(right, left);
}
template <class Left, class Right>
__host__ __device__ constexpr bool cmp_greater_equal(Left left, Right right) noexcept {
  return !cuda::std::cmp_less(left, right);
}
template <class Result, class T>
__host__ __device__ constexpr bool in_range(T value) noexcept {
  return cuda::std::cmp_greater_equal(value, ::std::numeric_limits<Result>::min()) &&
         cuda::std::cmp_less_equal(value, ::std::numeric_limits<Result>::max());
}

template <class Container>
__host__ __device__ constexpr auto ssize(const Container& container)
    -> ::std::common_type_t<ptrdiff_t, ::std::make_signed_t<decltype(container.size())>> {
  return static_cast<::std::common_type_t<ptrdiff_t, ::std::make_signed_t<decltype(container.size())>>>(
      container.size());
}
template <class T, ptrdiff_t Count>
__host__ __device__ constexpr ptrdiff_t ssize(const T (&)[Count]) noexcept {
  return Count;
}

/// The mean of two integers, rounded towards `first`, or of two floating-point numbers, without overflow.
template <class T>
__host__ __device__ constexpr ::std::enable_if_t<::std::is_arithmetic_v<T>, T> midpoint(T first, T second) noexcept {
  if constexpr (::std::is_integral_v<T>) {
    using Unsigned = ::std::make_unsigned_t<T>;
    const bool ascending = first <= second;
    const Unsigned low = static_cast<Unsigned>(ascending ? first : second);
    const Unsigned high = static_cast<Unsigned>(ascending ? second : first);
    const Unsigned half = static_cast<Unsigned>(static_cast<Unsigned>(high - low) / 2);
    return static_cast<T>(ascending ? static_cast<Unsigned>(first) + half : static_cast<Unsigned>(first) - half);
  } else {
    constexpr T kLargest = ::std::numeric_limits<T>::max() / 2;
    constexpr T kSmallest = ::std::numeric_limits<T>::min() * 2;
    const T first_size = first < 0 ? -first : first;
    const T second_size = second < 0 ? -second : second;
    if (first_size <= kLargest && second_size <= kLargest) return (first + second) / 2;
    // Halving a number below kSmallest could lose its last bit.
    if (first_size < kSmallest) return first + second / 2;
    if (second_size < kSmallest) return first / 2 + second;
    return first / 2 + second / 2;
  }
}
template <class T>
__host__ __device__ constexpr ::std::enable_if_t<::std::is_object_v<T>, T*> midpoint(T* first, T* second) noexcept {
  return first + (second - first) / 2;
}

template <class T>
__host__ __device__ constexpr T* to_address(T* pointer) noexcept {
  return pointer;
}
template <class Pointer>
__host__ __device__ constexpr auto to_address(const Pointer& pointer) noexcept {
  return cuda::std::to_address(pointer.operator->());
}

#endif

#if __cplusplus < 202302L

template <class Enum>
__host__ __device__ constexpr ::std::underlying_type_t<Enum> to_underlying(Enum value) noexcept {
  return static_cast<::std::underlying_type_t<Enum>>(value);
}

[[noreturn]] __host__ __device__ inline void unreachable() {
  __builtin_unreachable();
}

#endif

}  // namespace std
}  // namespace cuda
