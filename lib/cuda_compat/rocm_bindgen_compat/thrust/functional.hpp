// Thrust's function objects for a given type or, without one, for the types of the call's arguments.
#pragma once

#include <type_traits>
#include <utility>

#include <hip/hip_runtime.h>

namespace thrust {

#define ROCM_BINDGEN_THRUST_BINARY(name, Result, expression)                        \
  template <class T = void>                                                         \
  struct name {                                                                     \
    using first_argument_type = T;                                                  \
    using second_argument_type = T;                                                 \
    using result_type = Result;                                                     \
    __host__ __device__ constexpr Result operator()(const T& a, const T& b) const { \
      return expression;                                                            \
    }                                                                               \
  };                                                                                \
  template <>                                                                       \
  struct name<void> {                                                               \
    template <class A, class B>                                                     \
    __host__ __device__ constexpr auto operator()(const A& a, const B& b) const {   \
      return expression;                                                            \
    }                                                                               \
  };
ROCM_BINDGEN_THRUST_BINARY(plus, T, a + b)
ROCM_BINDGEN_THRUST_BINARY(minus, T, a - b)
ROCM_BINDGEN_THRUST_BINARY(multiplies, T, a* b)
ROCM_BINDGEN_THRUST_BINARY(divides, T, a / b)
ROCM_BINDGEN_THRUST_BINARY(modulus, T, a % b)
ROCM_BINDGEN_THRUST_BINARY(bit_and, T, a& b)
ROCM_BINDGEN_THRUST_BINARY(bit_or, T, a | b)
ROCM_BINDGEN_THRUST_BINARY(bit_xor, T, a ^ b)
ROCM_BINDGEN_THRUST_BINARY(maximum, T, a < b ? b : a)
ROCM_BINDGEN_THRUST_BINARY(minimum, T, b < a ? b : a)
ROCM_BINDGEN_THRUST_BINARY(less, bool, a < b)
ROCM_BINDGEN_THRUST_BINARY(greater, bool, b < a)
ROCM_BINDGEN_THRUST_BINARY(less_equal, bool, a <= b)
ROCM_BINDGEN_THRUST_BINARY(greater_equal, bool, a >= b)
ROCM_BINDGEN_THRUST_BINARY(equal_to, bool, a == b)
ROCM_BINDGEN_THRUST_BINARY(not_equal_to, bool, a != b)
ROCM_BINDGEN_THRUST_BINARY(logical_and, bool, a&& b)
ROCM_BINDGEN_THRUST_BINARY(logical_or, bool, a || b)
#undef ROCM_BINDGEN_THRUST_BINARY

#define ROCM_BINDGEN_THRUST_UNARY(name, Result, expression)             \
  template <class T = void>                                             \
  struct name {                                                         \
    using argument_type = T;                                            \
    using result_type = Result;                                         \
    __host__ __device__ constexpr Result operator()(const T& a) const { \
      return expression;                                                \
    }                                                                   \
  };                                                                    \
  template <>                                                           \
  struct name<void> {                                                   \
    template <class T>                                                  \
    __host__ __device__ constexpr auto operator()(const T& a) const {   \
      return expression;                                                \
    }                                                                   \
  };
ROCM_BINDGEN_THRUST_UNARY(negate, T, -a)
ROCM_BINDGEN_THRUST_UNARY(square, T, a* a)
ROCM_BINDGEN_THRUST_UNARY(logical_not, bool, !a)
ROCM_BINDGEN_THRUST_UNARY(bit_not, T, ~a)
ROCM_BINDGEN_THRUST_UNARY(identity, T, a)
#undef ROCM_BINDGEN_THRUST_UNARY

template <class A = void, class B = void>
struct project1st {
  __host__ __device__ constexpr A operator()(const A& a, const B&) const { return a; }
};
template <class A = void, class B = void>
struct project2nd {
  __host__ __device__ constexpr B operator()(const A&, const B& b) const { return b; }
};

template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};

template <class Function>
struct unary_negate {
  Function function;
  template <class T>
  __host__ __device__ bool operator()(const T& a) const {
    return !function(a);
  }
};
template <class Function>
struct binary_negate {
  Function function;
  template <class A, class B>
  __host__ __device__ bool operator()(const A& a, const B& b) const {
    return !function(a, b);
  }
};
template <class Function>
__host__ __device__ unary_negate<Function> not1(const Function& function) {
  return {function};
}
template <class Function>
__host__ __device__ binary_negate<Function> not2(const Function& function) {
  return {function};
}
template <class Function>
__host__ __device__ unary_negate<Function> not_fn(const Function& function) {
  return {function};
}

}  // namespace thrust

#include "rocm_bindgen_compat/thrust/placeholders.hpp"
