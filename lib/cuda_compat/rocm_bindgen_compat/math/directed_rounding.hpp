// CUDA's arithmetic functions with explicit rounding, such as __fadd_rd. Results are rounded exactly as IEEE 754
// specifies: the nearest result is computed, and it is replaced by its neighbour if the exact result is on the other
// side.
#pragma once

#include "rocm_bindgen_compat/math/exact_error.hpp"

namespace rocm_bindgen::detail {

enum class Direction { down, up, toward_zero };

template <class T>
struct IntegerOf;
template <>
struct IntegerOf<float> {
  using Type = unsigned;
};
template <>
struct IntegerOf<double> {
  using Type = unsigned long long;
};

template <class T>
ROCM_BINDGEN_DEVICE inline bool is_finite(T x) {
  return x - x == 0;
}

/// The neighbour of x above it (direction 1) or below it (-1).
template <class T>
ROCM_BINDGEN_DEVICE inline T neighbour(T x, int direction) {
  using Bits = typename IntegerOf<T>::Type;
  constexpr Bits kSign = Bits(1) << (sizeof(T) * 8 - 1);
  if (x == 0) return same_bits<T>(static_cast<Bits>(direction > 0 ? 1 : kSign | 1));
  const auto bits = same_bits<Bits>(x);
  return same_bits<T>(static_cast<Bits>((x > 0) == (direction > 0) ? bits + 1 : bits - 1));
}

/// Adjusts `nearest` to the rounding mode. `error` states whether the exact result is above (1), below (-1) or equal
/// (0).
template <Direction kDirection, class T>
ROCM_BINDGEN_DEVICE inline T directed(T nearest, int error) {
  const bool downwards = kDirection == Direction::down || (kDirection == Direction::toward_zero && nearest > 0);
  if (nearest == 0 && kDirection == Direction::toward_zero) return nearest;
  const int side = downwards ? -1 : 1;
  return error == side ? neighbour(nearest, side) : nearest;
}

template <Direction kDirection, class T>
ROCM_BINDGEN_DEVICE inline T fma_directed(T a, T b, T c) {
  ROCM_BINDGEN_AS_WRITTEN
  T nearest;
  if constexpr (sizeof(T) == sizeof(float))
    nearest = __builtin_fmaf(a, b, c);
  else
    nearest = __builtin_fma(a, b, c);
  if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return nearest;
  // The exact result is finite, so an infinite `nearest` is above it, or below it if it is negative infinity.
  if (!is_finite(nearest)) return directed<kDirection>(nearest, nearest > 0 ? -1 : 1);
  const int error = sign_of_error(a, b, c, nearest);
  // Rounded down, a sum of opposite numbers is -0, and so is a sum of zeros of which at least one is -0.
  const bool zeros = (a == 0 || b == 0) && c == 0;
  if (kDirection == Direction::down && nearest == 0 && error == 0 && !zeros) return -static_cast<T>(0);
  if (kDirection == Direction::down && nearest == 0 && zeros) {
    const T product = a * b;
    return __builtin_signbit(product) || __builtin_signbit(c) ? -static_cast<T>(0) : nearest;
  }
  return directed<kDirection>(nearest, error);
}

template <Direction kDirection, class T>
ROCM_BINDGEN_DEVICE inline T add_directed(T a, T b) {
  return fma_directed<kDirection>(a, static_cast<T>(1), b);
}

template <Direction kDirection, class T>
ROCM_BINDGEN_DEVICE inline T multiply_directed(T a, T b) {
  ROCM_BINDGEN_AS_WRITTEN
  const T nearest = a * b;
  if (!is_finite(a) || !is_finite(b)) return nearest;
  if (!is_finite(nearest)) return directed<kDirection>(nearest, nearest > 0 ? -1 : 1);
  return directed<kDirection>(nearest, sign_of_error(a, b, static_cast<T>(0), nearest));
}

template <Direction kDirection, class T>
ROCM_BINDGEN_DEVICE inline T divide_directed(T a, T b) {
  const T nearest = a / b;
  if (!is_finite(a) || !is_finite(b) || b == 0) return nearest;
  if (!is_finite(nearest)) return directed<kDirection>(nearest, nearest > 0 ? -1 : 1);
  // a - nearest * b is b times the error of the quotient, so it has the opposite sign if b is negative.
  const int error = sign_of_error(-nearest, b, a, static_cast<T>(0));
  return directed<kDirection>(nearest, b > 0 ? error : -error);
}

template <Direction kDirection, class T>
ROCM_BINDGEN_DEVICE inline T root_directed(T x) {
  T nearest;
  if constexpr (sizeof(T) == sizeof(float))
    nearest = __builtin_sqrtf(x);
  else
    nearest = __builtin_sqrt(x);
  if (!is_finite(x) || !(x > 0)) return nearest;
  return directed<kDirection>(nearest, sign_of_error(-nearest, nearest, x, static_cast<T>(0)));
}

/// Computes 1 / sqrt(x), rounded to nearest.
ROCM_BINDGEN_DEVICE inline float reciprocal_root(float x) {
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x)));
}

}  // namespace rocm_bindgen::detail

// The _rn forms are never contracted with the surrounding operations.
#define ROCM_BINDGEN_ROUNDED(type, name, parameters, nearest, function, arguments) \
  ROCM_BINDGEN_DEVICE inline type name##_rn parameters {                           \
    ROCM_BINDGEN_AS_WRITTEN                                                        \
    return nearest;                                                                \
  }                                                                                \
  ROCM_BINDGEN_DEVICE inline type name##_rd parameters {                           \
    using namespace rocm_bindgen::detail;                                          \
    return function<Direction::down> arguments;                                    \
  }                                                                                \
  ROCM_BINDGEN_DEVICE inline type name##_ru parameters {                           \
    using namespace rocm_bindgen::detail;                                          \
    return function<Direction::up> arguments;                                      \
  }                                                                                \
  ROCM_BINDGEN_DEVICE inline type name##_rz parameters {                           \
    using namespace rocm_bindgen::detail;                                          \
    return function<Direction::toward_zero> arguments;                             \
  }
#define ROCM_BINDGEN_ROUNDED_ARITHMETIC(type, d, fma_name, fused, root)                       \
  ROCM_BINDGEN_ROUNDED(type, __##d##add, (type x, type y), x + y, add_directed, (x, y))       \
  ROCM_BINDGEN_ROUNDED(type, __##d##sub, (type x, type y), x - y, add_directed, (x, -y))      \
  ROCM_BINDGEN_ROUNDED(type, __##d##mul, (type x, type y), x* y, multiply_directed, (x, y))   \
  ROCM_BINDGEN_ROUNDED(type, __##d##div, (type x, type y), x / y, divide_directed, (x, y))    \
  ROCM_BINDGEN_ROUNDED(type, __##d##rcp, (type x), static_cast<type>(1) / x, divide_directed, \
                       (static_cast<type>(1), x))                                             \
  ROCM_BINDGEN_ROUNDED(type, __##d##sqrt, (type x), root(x), root_directed, (x))              \
  ROCM_BINDGEN_ROUNDED(type, fma_name, (type x, type y, type z), fused(x, y, z), fma_directed, (x, y, z))
ROCM_BINDGEN_ROUNDED_ARITHMETIC(float, f, __fmaf, __builtin_fmaf, __builtin_sqrtf)
ROCM_BINDGEN_ROUNDED_ARITHMETIC(double, d, __fma, __builtin_fma, __builtin_sqrt)
#undef ROCM_BINDGEN_ROUNDED_ARITHMETIC
#undef ROCM_BINDGEN_ROUNDED

ROCM_BINDGEN_DEVICE inline float __frsqrt_rn(float x) {
  return rocm_bindgen::detail::reciprocal_root(x);
}
/// Limits x to [0, 1]; a NaN becomes 0.
ROCM_BINDGEN_DEVICE inline float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
