// cuda::std::array.
#pragma once

#include <array>
#include <tuple>

#include "rocm_bindgen_compat/cuda_std/utility.hpp"

namespace cuda {
namespace std {

template <class T, size_t Count>
struct array {
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;

  // C++ has no arrays of size 0, so an empty array contains one element that is not part of the sequence.
  T __elements[Count == 0 ? 1 : Count];

  __host__ __device__ constexpr T& operator[](size_t i) { return __elements[i]; }
  __host__ __device__ constexpr const T& operator[](size_t i) const { return __elements[i]; }
  __host__ __device__ constexpr T& at(size_t i) { return __elements[__checked(i)]; }
  __host__ __device__ constexpr const T& at(size_t i) const { return __elements[__checked(i)]; }
  __host__ __device__ constexpr T& front() { return __elements[0]; }
  __host__ __device__ constexpr const T& front() const { return __elements[0]; }
  __host__ __device__ constexpr T& back() { return __elements[Count - 1]; }
  __host__ __device__ constexpr const T& back() const { return __elements[Count - 1]; }
  __host__ __device__ constexpr T* data() { return __elements; }
  __host__ __device__ constexpr const T* data() const { return __elements; }
  __host__ __device__ constexpr T* begin() { return __elements; }
  __host__ __device__ constexpr const T* begin() const { return __elements; }
  __host__ __device__ constexpr const T* cbegin() const { return __elements; }
  __host__ __device__ constexpr T* end() { return __elements + Count; }
  __host__ __device__ constexpr const T* end() const { return __elements + Count; }
  __host__ __device__ constexpr const T* cend() const { return __elements + Count; }
  __host__ __device__ constexpr size_t size() const { return Count; }
  __host__ __device__ constexpr size_t max_size() const { return Count; }
  __host__ __device__ constexpr bool empty() const { return Count == 0; }
  __host__ __device__ constexpr void fill(const T& value) {
    for (T& element : *this) element = value;
  }
  __host__ __device__ constexpr void swap(array& other) {
    for (size_t i = 0; i < Count; ++i) cuda::std::swap(__elements[i], other.__elements[i]);
  }

  __host__ __device__ static constexpr size_t __checked(size_t i) {
    if (i >= Count) __builtin_trap();
    return i;
  }
};
#if __cplusplus >= 201703L
template <class T, class... Rest>
array(T, Rest...) -> array<T, 1 + sizeof...(Rest)>;
#endif

template <class T, size_t Count>
__host__ __device__ constexpr bool operator==(const array<T, Count>& left, const array<T, Count>& right) {
  for (size_t i = 0; i < Count; ++i)
    if (!(left[i] == right[i])) return false;
  return true;
}
template <class T, size_t Count>
__host__ __device__ constexpr bool operator!=(const array<T, Count>& left, const array<T, Count>& right) {
  return !(left == right);
}
template <class T, size_t Count>
__host__ __device__ constexpr bool operator<(const array<T, Count>& left, const array<T, Count>& right) {
  for (size_t i = 0; i < Count; ++i) {
    if (left[i] < right[i]) return true;
    if (right[i] < left[i]) return false;
  }
  return false;
}

// Without this, the overloads below would hide ::std::get(), which programs call through cuda::std for types of ::std.
using ::std::get;
template <size_t Index, class T, size_t Count>
__host__ __device__ constexpr T& get(array<T, Count>& elements) {
  return elements[Index];
}
template <size_t Index, class T, size_t Count>
__host__ __device__ constexpr const T& get(const array<T, Count>& elements) {
  return elements[Index];
}
template <size_t Index, class T, size_t Count>
__host__ __device__ constexpr T&& get(array<T, Count>&& elements) {
  return static_cast<T&&>(elements[Index]);
}

}  // namespace std
}  // namespace cuda

template <class T, size_t Count>
struct std::tuple_size<cuda::std::array<T, Count>> : std::integral_constant<size_t, Count> {};
template <size_t Index, class T, size_t Count>
struct std::tuple_element<Index, cuda::std::array<T, Count>> {
  using type = T;
};
