// The operators that HIP's vector types have and CUDA's lack, for sources that are written for HIP or for both. The
// source includes this header, or the compile command adds it. In any other source, the operators could make a
// program's own operators ambiguous, and trait checks would find operators that the types lack in CUDA.
//
// All operators are templates and accept only the vector types themselves, so an operator that a program defines for
// float3 or the like is always the better match.
#pragma once

#include "rocm_bindgen_compat/vectors/vector_types.hpp"

namespace rocm_bindgen {

template <typename V>
using vector_value_t = typename VectorTraits<V>::value_type;

// A scalar operand. Because it is a class, it is a worse match than any number type that a program's own operator
// accepts.
template <typename V>
struct ScalarOperand {
  using type = ScalarOperand;
  vector_value_t<V> value;
  ROCM_BINDGEN_BOTH constexpr ScalarOperand(vector_value_t<V> number) : value(number) {}
};
// Makes the parameter's type non-deduced.
template <typename V>
using scalar_operand_t = typename ScalarOperand<V>::type;

template <typename T, bool = static_cast<T>(0.5f) == static_cast<T>(0)>
struct IsIntegral {
  static constexpr bool value = true;
};
template <typename T>
struct IsIntegral<T, false> {
  static constexpr bool value = false;
};

template <typename V, typename T = vector_value_t<V>, bool = IsIntegral<T>::value>
struct IfIntegralVector {};
template <typename V, typename T>
struct IfIntegralVector<V, T, true> {
  using type = V;
};
template <typename V>
using integral_vector_t = typename IfIntegralVector<V>::type;

template <unsigned rank>
struct Rank {};

template <typename V, typename F>
ROCM_BINDGEN_BOTH constexpr V by_component(Rank<1>, const V& a, const V& b, F f) {
  return V{static_cast<vector_value_t<V>>(f(a.x, b.x))};
}
template <typename V, typename F>
ROCM_BINDGEN_BOTH constexpr V by_component(Rank<2>, const V& a, const V& b, F f) {
  using T = vector_value_t<V>;
  return V{static_cast<T>(f(a.x, b.x)), static_cast<T>(f(a.y, b.y))};
}
template <typename V, typename F>
ROCM_BINDGEN_BOTH constexpr V by_component(Rank<3>, const V& a, const V& b, F f) {
  using T = vector_value_t<V>;
  return V{static_cast<T>(f(a.x, b.x)), static_cast<T>(f(a.y, b.y)), static_cast<T>(f(a.z, b.z))};
}
template <typename V, typename F>
ROCM_BINDGEN_BOTH constexpr V by_component(Rank<4>, const V& a, const V& b, F f) {
  using T = vector_value_t<V>;
  return V{static_cast<T>(f(a.x, b.x)), static_cast<T>(f(a.y, b.y)), static_cast<T>(f(a.z, b.z)),
           static_cast<T>(f(a.w, b.w))};
}
template <typename V, typename F>
ROCM_BINDGEN_BOTH constexpr V by_component(const V& a, const V& b, F f) {
  return by_component(Rank<VectorTraits<V>::rank>(), a, b, f);
}

template <typename V>
ROCM_BINDGEN_BOTH constexpr V all_components(Rank<1>, vector_value_t<V> value) {
  return V{value};
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr V all_components(Rank<2>, vector_value_t<V> value) {
  return V{value, value};
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr V all_components(Rank<3>, vector_value_t<V> value) {
  return V{value, value, value};
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr V all_components(Rank<4>, vector_value_t<V> value) {
  return V{value, value, value, value};
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr V all_components(vector_value_t<V> value) {
  return all_components<V>(Rank<VectorTraits<V>::rank>(), value);
}

template <typename V>
ROCM_BINDGEN_BOTH constexpr bool equal_components(Rank<1>, const V& a, const V& b) {
  return a.x == b.x;
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr bool equal_components(Rank<2>, const V& a, const V& b) {
  return a.x == b.x && a.y == b.y;
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr bool equal_components(Rank<3>, const V& a, const V& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr bool equal_components(Rank<4>, const V& a, const V& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

}  // namespace rocm_bindgen

// Operators on two vectors, on a vector and a scalar, and on a scalar and a vector. The scalar converts to the
// component type, as in a call of a function with that parameter type.
#define ROCM_BINDGEN_VECTOR_OPERATOR(sign, Constrained, Functor)                                                 \
  namespace rocm_bindgen {                                                                                       \
  struct Functor {                                                                                               \
    template <typename T>                                                                                        \
    ROCM_BINDGEN_BOTH constexpr auto operator()(T a, T b) const {                                                \
      return a sign b;                                                                                           \
    }                                                                                                            \
  };                                                                                                             \
  }                                                                                                              \
  template <typename V>                                                                                          \
  ROCM_BINDGEN_BOTH constexpr Constrained operator sign(const V& a, const V& b) {                                \
    return rocm_bindgen::by_component(a, b, rocm_bindgen::Functor());                                            \
  }                                                                                                              \
  template <typename V>                                                                                          \
  ROCM_BINDGEN_BOTH constexpr Constrained operator sign(const V& a, rocm_bindgen::scalar_operand_t<V> b) {       \
    return rocm_bindgen::by_component(a, rocm_bindgen::all_components<V>(b.value), rocm_bindgen::Functor());     \
  }                                                                                                              \
  template <typename V>                                                                                          \
  ROCM_BINDGEN_BOTH constexpr Constrained operator sign(rocm_bindgen::scalar_operand_t<V> a, const V& b) {       \
    return rocm_bindgen::by_component(rocm_bindgen::all_components<V>(a.value), b, rocm_bindgen::Functor());     \
  }                                                                                                              \
  template <typename V, typename = Constrained>                                                                  \
  ROCM_BINDGEN_BOTH constexpr V& operator sign##=(V & a, const V & b) {                                          \
    return a = rocm_bindgen::by_component(a, b, rocm_bindgen::Functor());                                        \
  }                                                                                                              \
  template <typename V, typename = Constrained>                                                                  \
  ROCM_BINDGEN_BOTH constexpr V& operator sign##=(V & a, rocm_bindgen::scalar_operand_t<V> b) {                  \
    return a = rocm_bindgen::by_component(a, rocm_bindgen::all_components<V>(b.value), rocm_bindgen::Functor()); \
  }

#define ROCM_BINDGEN_ANY_VECTOR decltype(static_cast<void>(rocm_bindgen::VectorTraits<V>::rank), V())
#define ROCM_BINDGEN_INTEGRAL_VECTOR rocm_bindgen::integral_vector_t<V>

ROCM_BINDGEN_VECTOR_OPERATOR(+, ROCM_BINDGEN_ANY_VECTOR, Plus)
ROCM_BINDGEN_VECTOR_OPERATOR(-, ROCM_BINDGEN_ANY_VECTOR, Minus)
ROCM_BINDGEN_VECTOR_OPERATOR(*, ROCM_BINDGEN_ANY_VECTOR, Times)
ROCM_BINDGEN_VECTOR_OPERATOR(/, ROCM_BINDGEN_ANY_VECTOR, Divided)
ROCM_BINDGEN_VECTOR_OPERATOR(%, ROCM_BINDGEN_INTEGRAL_VECTOR, Remainder)
ROCM_BINDGEN_VECTOR_OPERATOR(&, ROCM_BINDGEN_INTEGRAL_VECTOR, And)
ROCM_BINDGEN_VECTOR_OPERATOR(|, ROCM_BINDGEN_INTEGRAL_VECTOR, Or)
ROCM_BINDGEN_VECTOR_OPERATOR(^, ROCM_BINDGEN_INTEGRAL_VECTOR, ExclusiveOr)
ROCM_BINDGEN_VECTOR_OPERATOR(<<, ROCM_BINDGEN_INTEGRAL_VECTOR, ShiftedLeft)
ROCM_BINDGEN_VECTOR_OPERATOR(>>, ROCM_BINDGEN_INTEGRAL_VECTOR, ShiftedRight)

template <typename V>
ROCM_BINDGEN_BOTH constexpr ROCM_BINDGEN_ANY_VECTOR operator-(const V& a) {
  return rocm_bindgen::by_component(a, rocm_bindgen::all_components<V>(-1), rocm_bindgen::Times());
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr ROCM_BINDGEN_INTEGRAL_VECTOR operator~(const V& a) {
  return rocm_bindgen::by_component(a, rocm_bindgen::all_components<V>(-1), rocm_bindgen::ExclusiveOr());
}
template <typename V, typename = ROCM_BINDGEN_ANY_VECTOR>
ROCM_BINDGEN_BOTH constexpr V& operator++(V& a) {
  return a = rocm_bindgen::by_component(a, rocm_bindgen::all_components<V>(1), rocm_bindgen::Plus());
}
template <typename V, typename = ROCM_BINDGEN_ANY_VECTOR>
ROCM_BINDGEN_BOTH constexpr V& operator--(V& a) {
  return a = rocm_bindgen::by_component(a, rocm_bindgen::all_components<V>(1), rocm_bindgen::Minus());
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr ROCM_BINDGEN_ANY_VECTOR operator++(V& a, int) {
  const V before = a;
  ++a;
  return before;
}
template <typename V>
ROCM_BINDGEN_BOTH constexpr ROCM_BINDGEN_ANY_VECTOR operator--(V& a, int) {
  const V before = a;
  --a;
  return before;
}

template <typename V, typename = ROCM_BINDGEN_ANY_VECTOR>
ROCM_BINDGEN_BOTH constexpr bool operator==(const V& a, const V& b) {
  return rocm_bindgen::equal_components(rocm_bindgen::Rank<rocm_bindgen::VectorTraits<V>::rank>(), a, b);
}
template <typename V, typename = ROCM_BINDGEN_ANY_VECTOR>
ROCM_BINDGEN_BOTH constexpr bool operator!=(const V& a, const V& b) {
  return !rocm_bindgen::equal_components(rocm_bindgen::Rank<rocm_bindgen::VectorTraits<V>::rank>(), a, b);
}

#undef ROCM_BINDGEN_INTEGRAL_VECTOR
#undef ROCM_BINDGEN_ANY_VECTOR
#undef ROCM_BINDGEN_VECTOR_OPERATOR
