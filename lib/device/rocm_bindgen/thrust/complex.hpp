// Complex numbers: computed as the standard library's, whose functions are the device's, too, but of a type of their
// own; classes have constructors from both.
#pragma once

#include <complex>

#include <hip/hip_runtime.h>

namespace thrust {

template <class T>
struct complex : std::complex<T> {
  using value_type = T;
  using std::complex<T>::operator=;

  __host__ __device__ constexpr complex(const T& real = T(), const T& imag = T()) : std::complex<T>(real, imag) {}
  __host__ __device__ constexpr complex(const std::complex<T>& z) : std::complex<T>(z) {}
  template <class U>
  __host__ __device__ constexpr complex(const std::complex<U>& z)
      : std::complex<T>(static_cast<T>(z.real()), static_cast<T>(z.imag())) {}
};

#define ROCM_BINDGEN_THRUST_OPERATOR(op)                                                     \
  template <class T>                                                                         \
  __host__ __device__ complex<T> operator op(const complex<T>& a, const complex<T>& b) {     \
    return static_cast<const std::complex<T>&>(a) op static_cast<const std::complex<T>&>(b); \
  }                                                                                          \
  template <class T>                                                                         \
  __host__ __device__ complex<T> operator op(const complex<T>& a, const T & b) {             \
    return static_cast<const std::complex<T>&>(a) op b;                                      \
  }                                                                                          \
  template <class T>                                                                         \
  __host__ __device__ complex<T> operator op(const T & a, const complex<T>& b) {             \
    return a op static_cast<const std::complex<T>&>(b);                                      \
  }

#define ROCM_BINDGEN_THRUST_FUNCTION(Result, name)            \
  template <class T>                                          \
  __host__ __device__ Result name(const complex<T>& z) {      \
    return std::name(static_cast<const std::complex<T>&>(z)); \
  }

ROCM_BINDGEN_THRUST_OPERATOR(+)
ROCM_BINDGEN_THRUST_OPERATOR(-)
ROCM_BINDGEN_THRUST_OPERATOR(*)
ROCM_BINDGEN_THRUST_OPERATOR(/)

template <class T>
__host__ __device__ complex<T> operator+(const complex<T>& z) {
  return z;
}

template <class T>
__host__ __device__ complex<T> operator-(const complex<T>& z) {
  return {-z.real(), -z.imag()};
}

ROCM_BINDGEN_THRUST_FUNCTION(T, abs)
ROCM_BINDGEN_THRUST_FUNCTION(T, arg)
ROCM_BINDGEN_THRUST_FUNCTION(T, norm)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, acos)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, acosh)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, asin)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, asinh)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, atan)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, atanh)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, conj)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, cos)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, cosh)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, exp)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, log)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, log10)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, proj)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, sin)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, sinh)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, sqrt)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, tan)
ROCM_BINDGEN_THRUST_FUNCTION(complex<T>, tanh)

template <class T>
__host__ __device__ complex<T> polar(const T& radius, const T& angle = T()) {
  return std::polar(radius, angle);
}

template <class T>
__host__ __device__ complex<T> pow(const complex<T>& a, const complex<T>& b) {
  return std::pow(static_cast<const std::complex<T>&>(a), static_cast<const std::complex<T>&>(b));
}

template <class T>
__host__ __device__ complex<T> pow(const complex<T>& a, const T& b) {
  return std::pow(static_cast<const std::complex<T>&>(a), b);
}

template <class T>
__host__ __device__ complex<T> pow(const T& a, const complex<T>& b) {
  return std::pow(a, static_cast<const std::complex<T>&>(b));
}

}  // namespace thrust
