// Thrust's pairs and tuples for host and device.
#pragma once

#include <stddef.h>
#include <tuple>
#include <type_traits>
#include <utility>

#include <hip/hip_runtime.h>

namespace thrust {

struct null_type {};

template <class First, class Second>
struct pair {
  using first_type = First;
  using second_type = Second;
  First first;
  Second second;

  __host__ __device__ constexpr pair() : first(), second() {}
  __host__ __device__ constexpr pair(const First& a, const Second& b) : first(a), second(b) {}
  template <class A, class B>
  __host__ __device__ constexpr pair(const pair<A, B>& other) : first(other.first), second(other.second) {}
  template <class A, class B>
  __host__ __device__ constexpr pair(const std::pair<A, B>& other) : first(other.first), second(other.second) {}
};

template <class A, class B>
__host__ __device__ constexpr pair<std::decay_t<A>, std::decay_t<B>> make_pair(A&& a, B&& b) {
  return {std::forward<A>(a), std::forward<B>(b)};
}
template <class A, class B>
__host__ __device__ constexpr bool operator==(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B>
__host__ __device__ constexpr bool operator!=(const pair<A, B>& a, const pair<A, B>& b) {
  return !(a == b);
}
template <class A, class B>
__host__ __device__ constexpr bool operator<(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}

namespace detail {

template <size_t Index, class T>
struct Leaf {
  T value;
};

template <class Indices, class... T>
struct Leaves;
template <size_t... Index, class... T>
struct Leaves<std::index_sequence<Index...>, T...> : Leaf<Index, T>... {
  __host__ __device__ constexpr Leaves() : Leaf<Index, T>{T()}... {}
  // Selects the constructor that takes one value per element.
  struct Each {};
  template <class... U>
  __host__ __device__ constexpr Leaves(Each, U&&... values)
      : Leaf<Index, T>{static_cast<T>(std::forward<U>(values))}... {}
};

template <size_t Index, class T>
__host__ __device__ constexpr T& leaf(Leaf<Index, T>& l) {
  return l.value;
}
template <size_t Index, class T>
__host__ __device__ constexpr const T& leaf(const Leaf<Index, T>& l) {
  return l.value;
}

}  // namespace detail

template <class... T>
class tuple : public detail::Leaves<std::index_sequence_for<T...>, T...> {
  using Base = detail::Leaves<std::index_sequence_for<T...>, T...>;
  using Each = typename Base::Each;

 public:
  constexpr tuple() = default;
  constexpr tuple(const tuple&) = default;
  template <class... U,
            std::enable_if_t<sizeof...(U) == sizeof...(T) && (std::is_convertible<U&&, T>::value && ...), int> = 0>
  __host__ __device__ constexpr tuple(U&&... values) : Base(Each(), std::forward<U>(values)...) {}
  template <class... U,
            std::enable_if_t<sizeof...(U) == sizeof...(T) && !std::is_same<tuple<U...>, tuple>::value, int> = 0>
  __host__ __device__ constexpr tuple(const tuple<U...>& other)
      : tuple(Each(), const_cast<tuple<U...>&>(other), std::index_sequence_for<T...>()) {}

  __host__ __device__ constexpr tuple& operator=(const tuple& other) {
    assign(other, std::index_sequence_for<T...>());
    return *this;
  }
  template <class... U>
  __host__ __device__ constexpr tuple& operator=(const tuple<U...>& other) {
    assign(other, std::index_sequence_for<T...>());
    return *this;
  }
  template <class A, class B>
  __host__ __device__ constexpr tuple& operator=(const pair<A, B>& other) {
    detail::leaf<0>(*this) = other.first;
    detail::leaf<1>(*this) = other.second;
    return *this;
  }

 private:
  template <class Other, size_t... Index>
  __host__ __device__ constexpr tuple(Each each, Other& other, std::index_sequence<Index...>)
      : Base(each, detail::leaf<Index>(other)...) {}
  template <class Other, size_t... Index>
  __host__ __device__ constexpr void assign(const Other& other, std::index_sequence<Index...>) {
    ((detail::leaf<Index>(*this) = detail::leaf<Index>(other)), ...);
  }
};

template <class T>
struct tuple_size;
template <class... T>
struct tuple_size<tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {};
template <class A, class B>
struct tuple_size<pair<A, B>> : std::integral_constant<size_t, 2> {};
template <size_t Index, class T>
struct tuple_element;
template <size_t Index, class... T>
struct tuple_element<Index, tuple<T...>> : std::tuple_element<Index, std::tuple<T...>> {};
template <size_t Index, class A, class B>
struct tuple_element<Index, pair<A, B>> : std::tuple_element<Index, std::tuple<A, B>> {};

// Elements of reference type are returned as references.
template <size_t Index, class... T>
__host__ __device__ constexpr auto& get(tuple<T...>& t) {
  return detail::leaf<Index>(t);
}
template <size_t Index, class... T>
__host__ __device__ constexpr decltype(auto) get(const tuple<T...>& t) {
  return detail::leaf<Index>(t);
}
template <size_t Index, class... T>
__host__ __device__ constexpr typename tuple_element<Index, tuple<T...>>::type get(tuple<T...>&& t) {
  return static_cast<typename tuple_element<Index, tuple<T...>>::type>(detail::leaf<Index>(t));
}
template <size_t Index, class A, class B>
__host__ __device__ constexpr auto& get(pair<A, B>& p) {
  if constexpr (Index == 0)
    return p.first;
  else
    return p.second;
}
template <size_t Index, class A, class B>
__host__ __device__ constexpr const auto& get(const pair<A, B>& p) {
  return thrust::get<Index>(const_cast<pair<A, B>&>(p));
}

template <size_t Index, class A, class B>
__host__ __device__ constexpr typename tuple_element<Index, pair<A, B>>::type get(pair<A, B>&& p) {
  return thrust::get<Index>(p);
}

template <class... T>
__host__ __device__ constexpr tuple<std::decay_t<T>...> make_tuple(T&&... values) {
  return tuple<std::decay_t<T>...>(std::forward<T>(values)...);
}
template <class... T>
__host__ __device__ constexpr tuple<T&...> tie(T&... values) {
  return tuple<T&...>(values...);
}
template <class A, class B>
__host__ __device__ constexpr tuple<A&, B&> tie(A& a, B& b) {
  return tuple<A&, B&>(a, b);
}

namespace detail {
template <class A, class B, size_t... Index>
__host__ __device__ constexpr bool same(const A& a, const B& b, std::index_sequence<Index...>) {
  return ((leaf<Index>(a) == leaf<Index>(b)) && ...);
}
template <size_t Index, class... T>
__host__ __device__ constexpr bool less_from(const tuple<T...>& a, const tuple<T...>& b) {
  if constexpr (Index == sizeof...(T))
    return false;
  else
    return leaf<Index>(a) < leaf<Index>(b) || (!(leaf<Index>(b) < leaf<Index>(a)) && less_from<Index + 1>(a, b));
}
}  // namespace detail

template <class... A, class... B>
__host__ __device__ constexpr bool operator==(const tuple<A...>& a, const tuple<B...>& b) {
  return detail::same(a, b, std::index_sequence_for<A...>());
}
template <class... A, class... B>
__host__ __device__ constexpr bool operator!=(const tuple<A...>& a, const tuple<B...>& b) {
  return !(a == b);
}
template <class... T>
__host__ __device__ constexpr bool operator<(const tuple<T...>& a, const tuple<T...>& b) {
  return detail::less_from<0>(a, b);
}
template <class... T>
__host__ __device__ constexpr bool operator>(const tuple<T...>& a, const tuple<T...>& b) {
  return b < a;
}

}  // namespace thrust

template <class... T>
struct std::tuple_size<thrust::tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {};
template <size_t Index, class... T>
struct std::tuple_element<Index, thrust::tuple<T...>> : std::tuple_element<Index, std::tuple<T...>> {};
template <class A, class B>
struct std::tuple_size<thrust::pair<A, B>> : std::integral_constant<size_t, 2> {};
template <size_t Index, class A, class B>
struct std::tuple_element<Index, thrust::pair<A, B>> : std::tuple_element<Index, std::tuple<A, B>> {};
