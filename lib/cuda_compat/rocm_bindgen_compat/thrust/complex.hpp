// Complex numbers with the layout of CUDA's Thrust: trivial, aligned to the size of both parts together, with operators
// for mixed operand types on either side. Products, quotients and functions are the standard library's, which device
// code can call.
#pragma once

#include <complex>
#include <iosfwd>
#include <istream>
#include <ostream>
#include <type_traits>

#include <hip/hip_runtime.h>

namespace thrust {

template <class T>
struct complex;

namespace detail {

// A real operand: any arithmetic type, or the type of the components.
template <class U, class T>
using if_real = std::enable_if_t<std::is_arithmetic<U>::value || std::is_same<U, T>::value>;

template <class A, class B>
using common = std::common_type_t<A, B>;
template <class A, class B, class = if_real<B, A>>
using common_with_real = std::common_type_t<A, B>;

template <class T, class U>
__host__ __device__ constexpr std::complex<T> standard(const complex<U>& z) {
  return std::complex<T>(static_cast<T>(z.real()), static_cast<T>(z.imag()));
}

}  // namespace detail

template <class T>
struct complex {
  using value_type = T;

  complex() = default;
  complex(const complex&) = default;
  complex& operator=(const complex&) = default;
  __host__ __device__ constexpr complex(const T& real) : data_{real, T()} {}
  __host__ __device__ constexpr complex(const T& real, const T& imag) : data_{real, imag} {}
  template <class U>
  __host__ __device__ constexpr complex(const complex<U>& z)
      : data_{static_cast<T>(z.real()), static_cast<T>(z.imag())} {}
  __host__ __device__ constexpr complex(const std::complex<T>& z) : data_{z.real(), z.imag()} {}
  template <class U>
  __host__ __device__ constexpr complex(const std::complex<U>& z)
      : data_{static_cast<T>(z.real()), static_cast<T>(z.imag())} {}

  __host__ __device__ complex& operator=(const T& real) { return *this = complex(real); }
  template <class U>
  __host__ __device__ complex& operator=(const complex<U>& z) {
    return *this = complex(z);
  }
  template <class U>
  __host__ __device__ complex& operator=(const std::complex<U>& z) {
    return *this = complex(z);
  }

  // The operand is a real or complex number of any type.
  template <class U>
  __host__ __device__ complex& operator+=(const U& other) {
    return *this = complex(*this + other);
  }
  template <class U>
  __host__ __device__ complex& operator-=(const U& other) {
    return *this = complex(*this - other);
  }
  template <class U>
  __host__ __device__ complex& operator*=(const U& other) {
    return *this = complex(*this * other);
  }
  template <class U>
  __host__ __device__ complex& operator/=(const U& other) {
    return *this = complex(*this / other);
  }

  __host__ __device__ constexpr T real() const { return data_.real; }
  __host__ __device__ constexpr T imag() const { return data_.imag; }
  __host__ __device__ T real() const volatile { return data_.real; }
  __host__ __device__ T imag() const volatile { return data_.imag; }
  __host__ __device__ void real(T value) { data_.real = value; }
  __host__ __device__ void imag(T value) { data_.imag = value; }
  __host__ __device__ void real(T value) volatile { data_.real = value; }
  __host__ __device__ void imag(T value) volatile { data_.imag = value; }

  __host__ __device__ operator std::complex<T>() const { return std::complex<T>(real(), imag()); }

 private:
  struct alignas(2 * sizeof(T)) Parts {
    T real;
    T imag;
  };
  Parts data_;
};

// The last two operators extend CUDA's set: with an operand of the standard library's type, they return that type.
#define ROCM_BINDGEN_THRUST_OPERATOR(op)                                                           \
  template <class A, class B, class T = detail::common<A, B>>                                      \
  __host__ __device__ complex<T> operator op(const complex<A>& a, const complex<B>& b) {           \
    return detail::standard<T>(a) op detail::standard<T>(b);                                       \
  }                                                                                                \
  template <class A, class B, class T = detail::common_with_real<A, B>>                            \
  __host__ __device__ complex<T> operator op(const complex<A>& a, const B & b) {                   \
    return detail::standard<T>(a) op static_cast<T>(b);                                            \
  }                                                                                                \
  template <class A, class B, class T = detail::common_with_real<B, A>>                            \
  __host__ __device__ complex<T> operator op(const A & a, const complex<B>& b) {                   \
    return static_cast<T>(a) op detail::standard<T>(b);                                            \
  }                                                                                                \
  template <class A, class B, class T = detail::common<A, B>>                                      \
  __host__ __device__ std::complex<T> operator op(const complex<A>& a, const std::complex<B>& b) { \
    return detail::standard<T>(a) op std::complex<T>(b);                                           \
  }                                                                                                \
  template <class A, class B, class T = detail::common<A, B>>                                      \
  __host__ __device__ std::complex<T> operator op(const std::complex<A>& a, const complex<B>& b) { \
    return std::complex<T>(a) op detail::standard<T>(b);                                           \
  }
ROCM_BINDGEN_THRUST_OPERATOR(+)
ROCM_BINDGEN_THRUST_OPERATOR(-)
ROCM_BINDGEN_THRUST_OPERATOR(*)
ROCM_BINDGEN_THRUST_OPERATOR(/)
#undef ROCM_BINDGEN_THRUST_OPERATOR

template <class T>
__host__ __device__ complex<T> operator+(const complex<T>& z) {
  return z;
}
template <class T>
__host__ __device__ complex<T> operator-(const complex<T>& z) {
  return {-z.real(), -z.imag()};
}

template <class A, class B>
__host__ __device__ bool operator==(const complex<A>& a, const complex<B>& b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <class A, class B>
__host__ __device__ bool operator==(const complex<A>& a, const std::complex<B>& b) {
  return a == complex<B>(b);
}
template <class A, class B>
__host__ __device__ bool operator==(const std::complex<A>& a, const complex<B>& b) {
  return complex<A>(a) == b;
}
template <class A, class B, class = detail::if_real<B, A>>
__host__ __device__ bool operator==(const complex<A>& a, const B& b) {
  return a.real() == b && a.imag() == A();
}
template <class A, class B, class = detail::if_real<A, B>>
__host__ __device__ bool operator==(const A& a, const complex<B>& b) {
  return a == b.real() && b.imag() == B();
}
template <class A, class B>
__host__ __device__ auto operator!=(const complex<A>& a, const B& b) -> decltype(!(a == b)) {
  return !(a == b);
}
template <class A, class B, class = std::enable_if_t<!std::is_same<A, complex<B>>::value>>
__host__ __device__ auto operator!=(const A& a, const complex<B>& b) -> decltype(!(a == b)) {
  return !(a == b);
}
template <class A, class B>
__host__ __device__ bool operator!=(const complex<A>& a, const complex<B>& b) {
  return !(a == b);
}

#define ROCM_BINDGEN_THRUST_FUNCTION(Result, name)       \
  template <class T>                                     \
  __host__ __device__ Result name(const complex<T>& z) { \
    return std::name(detail::standard<T>(z));            \
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
#undef ROCM_BINDGEN_THRUST_FUNCTION

template <class A, class B = A, class T = detail::common<A, B>>
__host__ __device__ complex<T> polar(const A& radius, const B& angle = B()) {
  return std::polar(static_cast<T>(radius), static_cast<T>(angle));
}

template <class A, class B, class T = detail::common<A, B>>
__host__ __device__ complex<T> pow(const complex<A>& a, const complex<B>& b) {
  return std::pow(detail::standard<T>(a), detail::standard<T>(b));
}
template <class A, class B, class T = detail::common_with_real<A, B>>
__host__ __device__ complex<T> pow(const complex<A>& a, const B& b) {
  return std::pow(detail::standard<T>(a), static_cast<T>(b));
}
template <class A, class B, class T = detail::common_with_real<B, A>>
__host__ __device__ complex<T> pow(const A& a, const complex<B>& b) {
  return std::pow(static_cast<T>(a), detail::standard<T>(b));
}

template <class T, class Character, class Traits>
std::basic_ostream<Character, Traits>& operator<<(std::basic_ostream<Character, Traits>& stream, const complex<T>& z) {
  return stream << std::complex<T>(z);
}
template <class T, class Character, class Traits>
std::basic_istream<Character, Traits>& operator>>(std::basic_istream<Character, Traits>& stream, complex<T>& z) {
  std::complex<T> read;
  stream >> read;
  z = read;
  return stream;
}

}  // namespace thrust
