// cuda::std::tuple. std's tuple cannot be used instead: before C++20, its assignment is not constexpr, and device code
// can call functions of the host's standard library only if they are constexpr.
#pragma once

#include "rocm_bindgen_compat/cuda_std/array.hpp"
#include "rocm_bindgen_compat/cuda_std/pair.hpp"

namespace cuda {
namespace std {

template <class... Types>
class tuple;

template <size_t Index, class T>
struct __leaf {
  T value;
};

// The elements of a tuple, as base classes that are distinguished by their indices.
template <class Indices, class... Types>
struct __leaves;
template <size_t... Indices, class... Types>
struct __leaves<::std::index_sequence<Indices...>, Types...> : __leaf<Indices, Types>... {
  __host__ __device__ constexpr __leaves() : __leaf<Indices, Types>{Types()}... {}
  // The bool distinguishes this from the copy constructor and from the default constructor of an empty tuple.
  template <class... Values>
  __host__ __device__ constexpr explicit __leaves(bool, Values&&... values)
      : __leaf<Indices, Types>{static_cast<Types>(static_cast<Values&&>(values))}... {}
};

// Returns the element with this index.
template <size_t Index, class T>
__host__ __device__ constexpr T& __element(__leaf<Index, T>& leaf) {
  return leaf.value;
}
template <size_t Index, class T>
__host__ __device__ constexpr const T& __element(const __leaf<Index, T>& leaf) {
  return leaf.value;
}
// Returns the element of type T.
template <class T, size_t Index>
__host__ __device__ constexpr T& __element_of(__leaf<Index, T>& leaf) {
  return leaf.value;
}
template <class T, size_t Index>
__host__ __device__ constexpr const T& __element_of(const __leaf<Index, T>& leaf) {
  return leaf.value;
}

template <class... Types>
class tuple {
  using Indices = ::std::index_sequence_for<Types...>;
  template <class... Values>
  using IfAsMany = ::std::enable_if_t<sizeof...(Values) == sizeof...(Types)>;

 public:
  tuple() = default;
  tuple(const tuple&) = default;
  tuple(tuple&&) = default;
  // A single argument of this tuple's own type is copied or moved, not stored as an element.
  template <class... Values, class = IfAsMany<Values...>,
            class = ::std::enable_if_t<::std::is_constructible<::std::tuple<Types...>, Values&&...>::value &&
                                       (sizeof...(Values) > 1 ||
                                        !::std::is_same<tuple<::std::decay_t<Values>...>, tuple<tuple>>::value)>>
  __host__ __device__ constexpr tuple(Values&&... values) : leaves_(true, static_cast<Values&&>(values)...) {}
  template <class... Others, class = IfAsMany<Others...>,
            class = ::std::enable_if_t<!::std::is_same<tuple<Others...>, tuple>::value>>
  __host__ __device__ constexpr tuple(const tuple<Others...>& other) : tuple(other, Indices()) {}
  template <class First, class Second>
  __host__ __device__ constexpr tuple(const pair<First, Second>& both) : leaves_(true, both.first, both.second) {}

  __host__ __device__ constexpr tuple& operator=(const tuple& other) { return assign(other, Indices()); }
  template <class... Others>
  __host__ __device__ constexpr tuple& operator=(const tuple<Others...>& other) {
    return assign(other, Indices());
  }
  template <class First, class Second>
  __host__ __device__ constexpr tuple& operator=(const pair<First, Second>& both) {
    return assign(tuple<const First&, const Second&>(both.first, both.second), Indices());
  }

  // __at() is by index, __of() by type.
  template <size_t Index>
  __host__ __device__ constexpr auto& __at() {
    return cuda::std::__element<Index>(leaves_);
  }
  template <size_t Index>
  __host__ __device__ constexpr auto& __at() const {
    return cuda::std::__element<Index>(leaves_);
  }
  template <class T>
  __host__ __device__ constexpr T& __of() {
    return cuda::std::__element_of<T>(leaves_);
  }
  template <class T>
  __host__ __device__ constexpr const T& __of() const {
    return cuda::std::__element_of<T>(leaves_);
  }

 private:
  template <class Other, size_t... Index>
  __host__ __device__ constexpr tuple(const Other& other, ::std::index_sequence<Index...>)
      : leaves_(true, other.template __at<Index>()...) {}
  template <class Other, size_t... Index>
  __host__ __device__ constexpr tuple& assign(const Other& other, ::std::index_sequence<Index...>) {
    // The initialiser of an array evaluates the assignments in order; C++14 has no fold expressions.
    const int done[] = {0, (static_cast<void>(__at<Index>() = other.template __at<Index>()), 0)...};
    static_cast<void>(done);
    return *this;
  }

  __leaves<Indices, Types...> leaves_;
};
#if __cplusplus >= 201703L
template <class... Types>
tuple(Types...) -> tuple<Types...>;
#endif

/// Accepts any value and stores nothing.
struct __ignored {
  template <class T>
  __host__ __device__ constexpr const __ignored& operator=(const T&) const {
    return *this;
  }
};
constexpr __ignored ignore{};

template <size_t Index, class... Types>
__host__ __device__ constexpr auto& get(tuple<Types...>& elements) {
  return elements.template __at<Index>();
}
template <size_t Index, class... Types>
__host__ __device__ constexpr auto& get(const tuple<Types...>& elements) {
  return elements.template __at<Index>();
}
template <size_t Index, class... Types>
__host__ __device__ constexpr typename ::std::tuple_element<Index, ::std::tuple<Types...>>::type&& get(
    tuple<Types...>&& elements) {
  using T = typename ::std::tuple_element<Index, ::std::tuple<Types...>>::type;
  return static_cast<T&&>(elements.template __at<Index>());
}
template <class T, class... Types>
__host__ __device__ constexpr T& get(tuple<Types...>& elements) {
  return elements.template __of<T>();
}
template <class T, class... Types>
__host__ __device__ constexpr const T& get(const tuple<Types...>& elements) {
  return elements.template __of<T>();
}

template <class... Types>
__host__ __device__ constexpr tuple<::std::decay_t<Types>...> make_tuple(Types&&... values) {
  return tuple<::std::decay_t<Types>...>(static_cast<Types&&>(values)...);
}
template <class... Types>
__host__ __device__ constexpr tuple<Types&...> tie(Types&... objects) {
  return tuple<Types&...>(objects...);
}
template <class... Types>
__host__ __device__ constexpr tuple<Types&&...> forward_as_tuple(Types&&... values) {
  return tuple<Types&&...>(static_cast<Types&&>(values)...);
}

template <class Function, class Tuple, size_t... Index>
__host__ __device__ constexpr decltype(auto) __apply(Function&& function, Tuple&& elements,
                                                     ::std::index_sequence<Index...>) {
  return static_cast<Function&&>(function)(cuda::std::get<Index>(static_cast<Tuple&&>(elements))...);
}
template <class Function, class Tuple>
__host__ __device__ constexpr decltype(auto) apply(Function&& function, Tuple&& elements) {
  return cuda::std::__apply(static_cast<Function&&>(function), static_cast<Tuple&&>(elements),
                            ::std::make_index_sequence<::std::tuple_size<::std::decay_t<Tuple>>::value>());
}

template <class... Left, class... Right, size_t... I, size_t... J>
__host__ __device__ constexpr tuple<Left..., Right...> __joined(const tuple<Left...>& left,
                                                                const tuple<Right...>& right,
                                                                ::std::index_sequence<I...>,
                                                                ::std::index_sequence<J...>) {
  return tuple<Left..., Right...>(cuda::std::get<I>(left)..., cuda::std::get<J>(right)...);
}
__host__ __device__ constexpr tuple<> tuple_cat() {
  return {};
}
template <class... Types>
__host__ __device__ constexpr tuple<Types...> tuple_cat(const tuple<Types...>& one) {
  return one;
}
template <class... Left, class... Right, class... Rest>
__host__ __device__ constexpr auto tuple_cat(const tuple<Left...>& left, const tuple<Right...>& right,
                                             const Rest&... rest) {
  return cuda::std::tuple_cat(
      cuda::std::__joined(left, right, ::std::index_sequence_for<Left...>(), ::std::index_sequence_for<Right...>()),
      rest...);
}

template <size_t Index, size_t Count>
struct __compare {
  template <class Left, class Right>
  __host__ __device__ static constexpr bool equal(const Left& left, const Right& right) {
    return cuda::std::get<Index>(left) == cuda::std::get<Index>(right) &&
           __compare<Index + 1, Count>::equal(left, right);
  }
  template <class Left, class Right>
  __host__ __device__ static constexpr bool less(const Left& left, const Right& right) {
    return cuda::std::get<Index>(left) < cuda::std::get<Index>(right) ||
           (!(cuda::std::get<Index>(right) < cuda::std::get<Index>(left)) &&
            __compare<Index + 1, Count>::less(left, right));
  }
};
template <size_t Count>
struct __compare<Count, Count> {
  template <class Left, class Right>
  __host__ __device__ static constexpr bool equal(const Left&, const Right&) {
    return true;
  }
  template <class Left, class Right>
  __host__ __device__ static constexpr bool less(const Left&, const Right&) {
    return false;
  }
};
template <class... Left, class... Right>
__host__ __device__ constexpr bool operator==(const tuple<Left...>& left, const tuple<Right...>& right) {
  return __compare<0, sizeof...(Left)>::equal(left, right);
}
template <class... Left, class... Right>
__host__ __device__ constexpr bool operator!=(const tuple<Left...>& left, const tuple<Right...>& right) {
  return !(left == right);
}
template <class... Left, class... Right>
__host__ __device__ constexpr bool operator<(const tuple<Left...>& left, const tuple<Right...>& right) {
  return __compare<0, sizeof...(Left)>::less(left, right);
}

}  // namespace std
}  // namespace cuda

template <class... Types>
struct std::tuple_size<cuda::std::tuple<Types...>> : std::integral_constant<size_t, sizeof...(Types)> {};
template <size_t Index, class... Types>
struct std::tuple_element<Index, cuda::std::tuple<Types...>> : std::tuple_element<Index, std::tuple<Types...>> {};
