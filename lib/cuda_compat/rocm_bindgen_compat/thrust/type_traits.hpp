// Thrust's type traits, including those of its namespace `detail`, which programs use, too.
#pragma once

#include <functional>

#include "rocm_bindgen_compat/thrust/iterators.hpp"

namespace thrust {

// Whether an iterator is a pointer to adjacent elements.
template <class It>
struct is_contiguous_iterator : std::is_pointer<detail::RawOf<It>> {};
template <class It>
constexpr bool is_contiguous_iterator_v = is_contiguous_iterator<It>::value;
template <class It>
__host__ __device__ auto unwrap_contiguous_iterator(It it) {
  static_assert(is_contiguous_iterator<It>::value, "The iterator does not point to adjacent elements.");
  return detail::raw(it);
}
template <class It>
__host__ __device__ detail::RawOf<It> try_unwrap_contiguous_iterator(It it) {
  return detail::raw(it);
}

template <class T>
struct is_execution_policy : detail::IsPolicy<std::remove_cv_t<std::remove_reference_t<T>>> {};
template <class T>
constexpr bool is_execution_policy_v = is_execution_policy<T>::value;

// A program can specialise proclaim_trivially_relocatable for its own types.
template <class T>
struct proclaim_trivially_relocatable : std::false_type {};
template <class T>
struct is_trivially_relocatable
    : std::integral_constant<bool, std::is_trivially_copyable<T>::value || proclaim_trivially_relocatable<T>::value> {};
template <class T>
constexpr bool is_trivially_relocatable_v = is_trivially_relocatable<T>::value;

template <class T, T... Values>
using integer_sequence = std::integer_sequence<T, Values...>;
template <size_t... Values>
using index_sequence = std::index_sequence<Values...>;
template <class T, T Count>
using make_integer_sequence = std::make_integer_sequence<T, Count>;
template <size_t Count>
using make_index_sequence = std::make_index_sequence<Count>;

template <class... Conditions>
using conjunction = std::conjunction<Conditions...>;
template <class... Conditions>
using disjunction = std::disjunction<Conditions...>;
template <class Condition>
using negation = std::negation<Condition>;

// Whether a function object is `plus`, `less` or `greater`, of any type.
template <class T>
struct is_operator_plus_function_object : std::false_type {};
template <class T>
struct is_operator_plus_function_object<plus<T>> : std::true_type {};
template <class T>
struct is_operator_plus_function_object<std::plus<T>> : std::true_type {};
template <class T>
struct is_operator_less_function_object : std::false_type {};
template <class T>
struct is_operator_less_function_object<less<T>> : std::true_type {};
template <class T>
struct is_operator_less_function_object<std::less<T>> : std::true_type {};
template <class T>
struct is_operator_greater_function_object : std::false_type {};
template <class T>
struct is_operator_greater_function_object<greater<T>> : std::true_type {};
template <class T>
struct is_operator_greater_function_object<std::greater<T>> : std::true_type {};
template <class T>
struct is_operator_less_or_greater_function_object
    : std::disjunction<is_operator_less_function_object<T>, is_operator_greater_function_object<T>> {};

namespace detail {

using std::add_const;
using std::add_lvalue_reference;
using std::add_pointer;
using std::add_volatile;
using std::conditional;
using std::enable_if;
using std::false_type;
using std::integral_constant;
using std::is_arithmetic;
using std::is_base_of;
using std::is_class;
using std::is_const;
using std::is_convertible;
using std::is_empty;
using std::is_floating_point;
using std::is_function;
using std::is_integral;
using std::is_pod;
using std::is_pointer;
using std::is_reference;
using std::is_same;
using std::is_signed;
using std::is_unsigned;
using std::is_void;
using std::is_volatile;
using std::make_unsigned;
using std::remove_const;
using std::remove_cv;
using std::remove_pointer;
using std::remove_reference;
using std::remove_volatile;
using std::true_type;

template <bool Condition, class Result = void>
struct disable_if : std::enable_if<!Condition, Result> {};
template <bool Condition, class Result>
struct lazy_enable_if : std::enable_if<Condition, typename Result::type> {};
template <class From, class To, class Result = void>
struct enable_if_convertible : std::enable_if<std::is_convertible<From, To>::value, Result> {};
template <class From, class To, class Result = void>
struct disable_if_convertible : std::enable_if<!std::is_convertible<From, To>::value, Result> {};
template <class A, class B, class Result = void>
struct enable_if_different : std::enable_if<!std::is_same<A, B>::value, Result> {};
template <class A, class B>
struct is_different : std::integral_constant<bool, !std::is_same<A, B>::value> {};
template <bool Condition, class Then, class Else>
struct eval_if : std::conditional_t<Condition, Then, Else> {};
template <class T>
struct identity_ {
  using type = T;
};
template <class... Conditions>
struct and_ : std::conjunction<Conditions...> {};
template <class... Conditions>
struct or_ : std::disjunction<Conditions...> {};
template <class Condition>
struct not_ : std::negation<Condition> {};
template <class T>
struct has_trivial_copy_constructor : std::is_trivially_copy_constructible<T> {};
template <class T>
struct has_trivial_constructor : std::is_trivially_default_constructible<T> {};

}  // namespace detail
}  // namespace thrust
