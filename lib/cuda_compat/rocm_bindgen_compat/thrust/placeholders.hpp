// Thrust's placeholders: functions written as expressions of _1, _2, ...
#pragma once

#include "rocm_bindgen_compat/thrust/tuple.hpp"

namespace thrust {
namespace detail {

struct ExpressionTag {};
template <class T>
constexpr bool kIsExpression = std::is_base_of<ExpressionTag, T>::value;

template <size_t Index>
struct Placeholder : ExpressionTag {
  template <class First, class... Rest>
  __host__ __device__ constexpr decltype(auto) operator()(First&& first, Rest&&... rest) const {
    if constexpr (Index == 0)
      return static_cast<First&&>(first);
    else
      return Placeholder<Index - 1>()(static_cast<Rest&&>(rest)...);
  }
};

template <class T>
struct Constant : ExpressionTag {
  T value;
  __host__ __device__ constexpr explicit Constant(const T& value) : value(value) {}
  template <class... T2>
  __host__ __device__ constexpr const T& operator()(T2&&...) const {
    return value;
  }
};
template <class T>
using Expression = std::conditional_t<kIsExpression<T>, T, Constant<T>>;

template <class Op, class A, class B>
struct Binary : ExpressionTag {
  A a;
  B b;
  __host__ __device__ constexpr Binary(const A& a, const B& b) : a(a), b(b) {}
  template <class... T>
  __host__ __device__ constexpr decltype(auto) operator()(T&&... values) const {
    return Op()(a(values...), b(values...));
  }
};
template <class Op, class A>
struct Unary : ExpressionTag {
  A a;
  __host__ __device__ constexpr explicit Unary(const A& a) : a(a) {}
  template <class... T>
  __host__ __device__ constexpr decltype(auto) operator()(T&&... values) const {
    return Op()(a(values...));
  }
};

template <class = void>
struct ShiftLeft {
  template <class A, class B>
  __host__ __device__ constexpr auto operator()(const A& a, const B& b) const {
    return a << b;
  }
};
template <class = void>
struct ShiftRight {
  template <class A, class B>
  __host__ __device__ constexpr auto operator()(const A& a, const B& b) const {
    return a >> b;
  }
};

#define ROCM_BINDGEN_THRUST_EXPRESSION(symbol, Op)                                                                     \
  template <class A, class B, std::enable_if_t<kIsExpression<A> || kIsExpression<B>, int> = 0>                         \
  __host__ __device__ constexpr Binary<Op<>, Expression<A>, Expression<B>> operator symbol(const A & a, const B & b) { \
    return {Expression<A>(a), Expression<B>(b)};                                                                       \
  }
ROCM_BINDGEN_THRUST_EXPRESSION(+, plus)
ROCM_BINDGEN_THRUST_EXPRESSION(-, minus)
ROCM_BINDGEN_THRUST_EXPRESSION(*, multiplies)
ROCM_BINDGEN_THRUST_EXPRESSION(/, divides)
ROCM_BINDGEN_THRUST_EXPRESSION(%, modulus)
ROCM_BINDGEN_THRUST_EXPRESSION(&, bit_and)
ROCM_BINDGEN_THRUST_EXPRESSION(|, bit_or)
ROCM_BINDGEN_THRUST_EXPRESSION(^, bit_xor)
ROCM_BINDGEN_THRUST_EXPRESSION(<, less)
ROCM_BINDGEN_THRUST_EXPRESSION(>, greater)
ROCM_BINDGEN_THRUST_EXPRESSION(<=, less_equal)
ROCM_BINDGEN_THRUST_EXPRESSION(>=, greater_equal)
ROCM_BINDGEN_THRUST_EXPRESSION(==, equal_to)
ROCM_BINDGEN_THRUST_EXPRESSION(!=, not_equal_to)
ROCM_BINDGEN_THRUST_EXPRESSION(&&, logical_and)
ROCM_BINDGEN_THRUST_EXPRESSION(||, logical_or)
ROCM_BINDGEN_THRUST_EXPRESSION(<<, ShiftLeft)
ROCM_BINDGEN_THRUST_EXPRESSION(>>, ShiftRight)
#undef ROCM_BINDGEN_THRUST_EXPRESSION

template <class A, std::enable_if_t<kIsExpression<A>, int> = 0>
__host__ __device__ constexpr Unary<negate<>, A> operator-(const A& a) {
  return Unary<negate<>, A>(a);
}
// Expressions that change their first operand, as in for_each(first, last, _1 += 2).
#define ROCM_BINDGEN_THRUST_ASSIGNMENT(symbol, Name)                                                       \
  struct Name {                                                                                            \
    template <class A, class B>                                                                            \
    __host__ __device__ constexpr decltype(auto) operator()(A& a, const B& b) const {                      \
      return a symbol b;                                                                                   \
    }                                                                                                      \
  };                                                                                                       \
  template <class A, class B, std::enable_if_t<kIsExpression<A>, int> = 0>                                 \
  __host__ __device__ constexpr Binary<Name, A, Expression<B>> operator symbol(const A & a, const B & b) { \
    return {a, Expression<B>(b)};                                                                          \
  }
ROCM_BINDGEN_THRUST_ASSIGNMENT(+=, AddTo)
ROCM_BINDGEN_THRUST_ASSIGNMENT(-=, SubtractFrom)
ROCM_BINDGEN_THRUST_ASSIGNMENT(*=, MultiplyBy)
ROCM_BINDGEN_THRUST_ASSIGNMENT(/=, DivideBy)
ROCM_BINDGEN_THRUST_ASSIGNMENT(%=, ReduceBy)
ROCM_BINDGEN_THRUST_ASSIGNMENT(&=, AndWith)
ROCM_BINDGEN_THRUST_ASSIGNMENT(|=, OrWith)
ROCM_BINDGEN_THRUST_ASSIGNMENT(^=, XorWith)
#undef ROCM_BINDGEN_THRUST_ASSIGNMENT

template <class A, std::enable_if_t<kIsExpression<A>, int> = 0>
__host__ __device__ constexpr Unary<bit_not<>, A> operator~(const A& a) {
  return Unary<bit_not<>, A>(a);
}
template <class A, std::enable_if_t<kIsExpression<A>, int> = 0>
__host__ __device__ constexpr Unary<logical_not<>, A> operator!(const A& a) {
  return Unary<logical_not<>, A>(a);
}

}  // namespace detail

namespace placeholders {
inline constexpr detail::Placeholder<0> _1{};
inline constexpr detail::Placeholder<1> _2{};
inline constexpr detail::Placeholder<2> _3{};
inline constexpr detail::Placeholder<3> _4{};
inline constexpr detail::Placeholder<4> _5{};
inline constexpr detail::Placeholder<5> _6{};
inline constexpr detail::Placeholder<6> _7{};
inline constexpr detail::Placeholder<7> _8{};
inline constexpr detail::Placeholder<8> _9{};
inline constexpr detail::Placeholder<9> _10{};
}  // namespace placeholders

}  // namespace thrust
