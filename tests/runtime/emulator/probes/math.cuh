// The functions of the C library under one name for float and double, and the columns that kernels write results to.
#pragma once

#include "cuda_names.cuh"

// The name of a function of float ends with an f.
#define OF_EITHER_WIDTH(NAME, FUNCTION)                   \
  template <class... Rest>                                \
  __device__ inline float NAME(float x, Rest... rest) {   \
    return FUNCTION##f(x, rest...);                       \
  }                                                       \
  template <class... Rest>                                \
  __device__ inline double NAME(double x, Rest... rest) { \
    return FUNCTION(x, rest...);                          \
  }

namespace either {

OF_EITHER_WIDTH(acos, ::acos)
OF_EITHER_WIDTH(acosh, ::acosh)
OF_EITHER_WIDTH(asin, ::asin)
OF_EITHER_WIDTH(asinh, ::asinh)
OF_EITHER_WIDTH(atan, ::atan)
OF_EITHER_WIDTH(atan2, ::atan2)
OF_EITHER_WIDTH(atanh, ::atanh)
OF_EITHER_WIDTH(cbrt, ::cbrt)
OF_EITHER_WIDTH(ceil, ::ceil)
OF_EITHER_WIDTH(copysign, ::copysign)
OF_EITHER_WIDTH(cos, ::cos)
OF_EITHER_WIDTH(cosh, ::cosh)
OF_EITHER_WIDTH(cospi, ::cospi)
OF_EITHER_WIDTH(erf, ::erf)
OF_EITHER_WIDTH(erfc, ::erfc)
OF_EITHER_WIDTH(erfinv, ::erfinv)
OF_EITHER_WIDTH(exp, ::exp)
OF_EITHER_WIDTH(exp10, ::exp10)
OF_EITHER_WIDTH(exp2, ::exp2)
OF_EITHER_WIDTH(expm1, ::expm1)
OF_EITHER_WIDTH(fabs, ::fabs)
OF_EITHER_WIDTH(fdim, ::fdim)
OF_EITHER_WIDTH(floor, ::floor)
OF_EITHER_WIDTH(fma, ::fma)
OF_EITHER_WIDTH(fmax, ::fmax)
OF_EITHER_WIDTH(fmin, ::fmin)
OF_EITHER_WIDTH(fmod, ::fmod)
OF_EITHER_WIDTH(frexp, ::frexp)
OF_EITHER_WIDTH(hypot, ::hypot)
OF_EITHER_WIDTH(ldexp, ::ldexp)
OF_EITHER_WIDTH(lgamma, ::lgamma)
OF_EITHER_WIDTH(log, ::log)
OF_EITHER_WIDTH(log10, ::log10)
OF_EITHER_WIDTH(log1p, ::log1p)
OF_EITHER_WIDTH(log2, ::log2)
OF_EITHER_WIDTH(logb, ::logb)
OF_EITHER_WIDTH(modf, ::modf)
OF_EITHER_WIDTH(nearbyint, ::nearbyint)
OF_EITHER_WIDTH(nextafter, ::nextafter)
OF_EITHER_WIDTH(norm3d, ::norm3d)
OF_EITHER_WIDTH(normcdf, ::normcdf)
OF_EITHER_WIDTH(pow, ::pow)
OF_EITHER_WIDTH(rcbrt, ::rcbrt)
OF_EITHER_WIDTH(remainder, ::remainder)
OF_EITHER_WIDTH(remquo, ::remquo)
OF_EITHER_WIDTH(rhypot, ::rhypot)
OF_EITHER_WIDTH(rint, ::rint)
OF_EITHER_WIDTH(round, ::round)
OF_EITHER_WIDTH(rsqrt, ::rsqrt)
OF_EITHER_WIDTH(sin, ::sin)
OF_EITHER_WIDTH(sinh, ::sinh)
OF_EITHER_WIDTH(sinpi, ::sinpi)
OF_EITHER_WIDTH(sqrt, ::sqrt)
OF_EITHER_WIDTH(tan, ::tan)
OF_EITHER_WIDTH(tanh, ::tanh)
OF_EITHER_WIDTH(tgamma, ::tgamma)
OF_EITHER_WIDTH(trunc, ::trunc)

__device__ inline void sincos(float x, float* sine, float* cosine) {
  ::sincosf(x, sine, cosine);
}
__device__ inline void sincos(double x, double* sine, double* cosine) {
  ::sincos(x, sine, cosine);
}
__device__ inline void sincospi(float x, float* sine, float* cosine) {
  ::sincospif(x, sine, cosine);
}
__device__ inline void sincospi(double x, double* sine, double* cosine) {
  ::sincospi(x, sine, cosine);
}
__device__ inline int ilogb(float x) {
  return ::ilogbf(x);
}
__device__ inline int ilogb(double x) {
  return ::ilogb(x);
}

}  // namespace either

// Writes the results of one thread. A column is the `count` results of one function, one of each thread.
template <class T>
class Columns {
 public:
  __device__ Columns(T* out, unsigned count) : next_(out + thread()), count_(count) {}

  __device__ static unsigned thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

  template <class... Values>
  __device__ void put(Values... values) {
    (put_one(static_cast<T>(values)), ...);
  }

 private:
  __device__ void put_one(T value) {
    *next_ = value;
    next_ += count_;
  }

  T* next_;
  unsigned count_;
};
