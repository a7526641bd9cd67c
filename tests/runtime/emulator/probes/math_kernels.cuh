// The kernels of math_f32.cu and math_f64.cu. Each thread evaluates one value. The host names the columns in the same
// order as the kernel.
#pragma once

#include "math.cuh"

template <class T>
__device__ void exponentials(unsigned count, const T* in, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = in[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(either::exp(x), either::exp2(x), either::exp10(x), either::expm1(x));
  columns.put(either::sinh(x), either::cosh(x), either::tanh(x));
}

template <class T>
__device__ void logarithms(unsigned count, const T* in, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = in[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(either::log(x), either::log2(x), either::log10(x), either::log1p(x));
  columns.put(either::sqrt(x), either::rsqrt(x), either::cbrt(x), either::rcbrt(x));
  columns.put(either::asinh(x), either::acosh(x));
}

template <class T>
__device__ void trigonometry(unsigned count, const T* in, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = in[Columns<T>::thread()];
  Columns<T> columns(out, count);
  T sine, cosine;
  either::sincos(x, &sine, &cosine);
  columns.put(either::sin(x), either::cos(x), either::tan(x), sine, cosine);
  either::sincospi(x, &sine, &cosine);
  columns.put(either::sinpi(x), either::cospi(x), sine, cosine);
}

template <class T>
__device__ void inverse_trigonometry(unsigned count, const T* in, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = in[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(either::asin(x), either::acos(x), either::atan(x), either::atanh(x), either::erfinv(x));
}

template <class T>
__device__ void special_functions(unsigned count, const T* in, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = in[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(either::erf(x), either::erfc(x), either::lgamma(x), either::tgamma(x), either::normcdf(x));
}

template <class T>
__device__ void two_operands(unsigned count, const T* left, const T* right, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = left[Columns<T>::thread()], y = right[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(either::pow(either::fabs(x), y), either::atan2(x, y), either::hypot(x, y), either::rhypot(x, y),
              either::norm3d(x, y, T(1)));
}

// Operations whose results IEEE 754 or the C library define exactly.
template <class T>
__device__ void exact_operations(unsigned count, const T* left, const T* right, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = left[Columns<T>::thread()], y = right[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(x + y, x - y, x * y, x / y, either::fma(x, y, x), either::sqrt(either::fabs(x)));
  columns.put(either::fmod(x, y), either::remainder(x, y), either::fdim(x, y), either::fmax(x, y), either::fmin(x, y));
  columns.put(either::copysign(x, y), either::nextafter(x, y), either::logb(x));
  columns.put(x < y, x <= y, x == y, x != y, !(x < y));
}

template <class T>
__device__ void rounding_and_parts(unsigned count, const T* in, T* out) {
  if (Columns<T>::thread() >= count) return;
  const T x = in[Columns<T>::thread()];
  Columns<T> columns(out, count);
  columns.put(either::floor(x), either::ceil(x), either::trunc(x), either::rint(x), either::nearbyint(x),
              either::round(x));
  int exponent;
  const T fraction = either::frexp(x, &exponent);
  columns.put(fraction, exponent);
  T whole;
  const T rest = either::modf(x, &whole);
  columns.put(rest, whole);
  // The last result is subnormal and therefore rounded.
  columns.put(either::ldexp(x, 3), either::ldexp(x, -70), either::ldexp(fraction, sizeof(T) == 4 ? -140 : -1060));
  int quotient;
  const T left = either::remquo(x, T(0.75), &quotient);
  // Only three bits and the sign of the quotient are defined.
  columns.put(left, abs(quotient) & 7, quotient < 0 && (quotient & 7) != 0);
  columns.put(either::ilogb(x));
}

#define MATH_KERNELS(T, SUFFIX)                                                                          \
  extern "C" __global__ void exponentials_##SUFFIX(unsigned count, const T* in, T* out) {                \
    exponentials(count, in, out);                                                                        \
  }                                                                                                      \
  extern "C" __global__ void logarithms_##SUFFIX(unsigned count, const T* in, T* out) {                  \
    logarithms(count, in, out);                                                                          \
  }                                                                                                      \
  extern "C" __global__ void trigonometry_##SUFFIX(unsigned count, const T* in, T* out) {                \
    trigonometry(count, in, out);                                                                        \
  }                                                                                                      \
  extern "C" __global__ void inverse_trigonometry_##SUFFIX(unsigned count, const T* in, T* out) {        \
    inverse_trigonometry(count, in, out);                                                                \
  }                                                                                                      \
  extern "C" __global__ void special_functions_##SUFFIX(unsigned count, const T* in, T* out) {           \
    special_functions(count, in, out);                                                                   \
  }                                                                                                      \
  extern "C" __global__ void two_operands_##SUFFIX(unsigned count, const T* x, const T* y, T* out) {     \
    two_operands(count, x, y, out);                                                                      \
  }                                                                                                      \
  extern "C" __global__ void exact_operations_##SUFFIX(unsigned count, const T* x, const T* y, T* out) { \
    exact_operations(count, x, y, out);                                                                  \
  }                                                                                                      \
  extern "C" __global__ void rounding_and_parts_##SUFFIX(unsigned count, const T* in, T* out) {          \
    rounding_and_parts(count, in, out);                                                                  \
  }
