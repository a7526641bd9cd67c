// cuda::std::pair. std's pair cannot be used instead: before C++20, its assignment is host-only.
#pragma once

#include "rocm_bindgen_compat/cuda_std/utility.hpp"

namespace cuda {
namespace std {

template <class First, class Second>
struct pair {
  using first_type = First;
  using second_type = Second;

  First first;
  Second second;

  __host__ __device__ constexpr pair() : first(), second() {}
  __host__ __device__ constexpr pair(const First& one, const Second& other) : first(one), second(other) {}
  template <class One, class Other,
            class = ::std::enable_if_t<
                ::std::is_constructible<First, One&&>::value&& ::std::is_constructible<Second, Other&&>::value>>
  __host__ __device__ constexpr pair(One&& one, Other&& other)
      : first(static_cast<One&&>(one)), second(static_cast<Other&&>(other)) {}
  template <class One, class Other>
  __host__ __device__ constexpr pair(const pair<One, Other>& other) : first(other.first), second(other.second) {}
  pair(const pair&) = default;
  pair(pair&&) = default;

  __host__ __device__ constexpr pair& operator=(const pair& other) {
    first = other.first;
    second = other.second;
    return *this;
  }
  template <class One, class Other>
  __host__ __device__ constexpr pair& operator=(const pair<One, Other>& other) {
    first = other.first;
    second = other.second;
    return *this;
  }
  __host__ __device__ constexpr void swap(pair& other) {
    cuda::std::swap(first, other.first);
    cuda::std::swap(second, other.second);
  }
};
#if __cplusplus >= 201703L
template <class First, class Second>
pair(First, Second) -> pair<First, Second>;
#endif

template <class First, class Second>
__host__ __device__ constexpr pair<::std::decay_t<First>, ::std::decay_t<Second>> make_pair(First&& first,
                                                                                            Second&& second) {
  return {static_cast<First&&>(first), static_cast<Second&&>(second)};
}

template <class A, class B, class C, class D>
__host__ __device__ constexpr bool operator==(const pair<A, B>& left, const pair<C, D>& right) {
  return left.first == right.first && left.second == right.second;
}
template <class A, class B, class C, class D>
__host__ __device__ constexpr bool operator!=(const pair<A, B>& left, const pair<C, D>& right) {
  return !(left == right);
}
template <class A, class B, class C, class D>
__host__ __device__ constexpr bool operator<(const pair<A, B>& left, const pair<C, D>& right) {
  return left.first < right.first || (!(right.first < left.first) && left.second < right.second);
}
template <class A, class B, class C, class D>
__host__ __device__ constexpr bool operator>(const pair<A, B>& left, const pair<C, D>& right) {
  return right < left;
}

template <size_t Index>
struct __member_of_pair;
template <>
struct __member_of_pair<0> {
  template <class Pair>
  __host__ __device__ static constexpr auto& of(Pair& pair) {
    return pair.first;
  }
};
template <>
struct __member_of_pair<1> {
  template <class Pair>
  __host__ __device__ static constexpr auto& of(Pair& pair) {
    return pair.second;
  }
};

// The overloads below would otherwise hide std's, which programs call for std's own types.
using ::std::get;
template <size_t Index, class First, class Second>
__host__ __device__ constexpr auto& get(pair<First, Second>& pair) {
  return __member_of_pair<Index>::of(pair);
}
template <size_t Index, class First, class Second>
__host__ __device__ constexpr auto& get(const pair<First, Second>& pair) {
  return __member_of_pair<Index>::of(pair);
}
template <size_t Index, class First, class Second>
__host__ __device__ constexpr auto get(pair<First, Second>&& pair) {
  return __member_of_pair<Index>::of(pair);
}

}  // namespace std
}  // namespace cuda

template <class First, class Second>
struct std::tuple_size<cuda::std::pair<First, Second>> : std::integral_constant<size_t, 2> {};
template <class First, class Second>
struct std::tuple_element<0, cuda::std::pair<First, Second>> {
  using type = First;
};
template <class First, class Second>
struct std::tuple_element<1, cuda::std::pair<First, Second>> {
  using type = Second;
};
