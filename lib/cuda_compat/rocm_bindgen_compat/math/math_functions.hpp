// CUDA's mathematical functions that clang's header for HIP lacks: host versions and overloads for float.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"
#include "rocm_bindgen_compat/math/host_math.hpp"

#define ROCM_BINDGEN_HOST __attribute__((host))

// Defines the host version of a function that device code already has.
#define ROCM_BINDGEN_HOST_FUNCTION(name)                         \
  ROCM_BINDGEN_HOST inline double name(double x) {               \
    return rocm_bindgen::host_math::name(x);                     \
  }                                                              \
  ROCM_BINDGEN_HOST inline float name##f(float x) {              \
    return static_cast<float>(rocm_bindgen::host_math::name(x)); \
  }
ROCM_BINDGEN_HOST_FUNCTION(rsqrt)
ROCM_BINDGEN_HOST_FUNCTION(rcbrt)
ROCM_BINDGEN_HOST_FUNCTION(sinpi)
ROCM_BINDGEN_HOST_FUNCTION(cospi)
ROCM_BINDGEN_HOST_FUNCTION(normcdf)
ROCM_BINDGEN_HOST_FUNCTION(normcdfinv)
ROCM_BINDGEN_HOST_FUNCTION(erfinv)
ROCM_BINDGEN_HOST_FUNCTION(erfcinv)
ROCM_BINDGEN_HOST_FUNCTION(erfcx)
ROCM_BINDGEN_HOST_FUNCTION(cyl_bessel_i0)
ROCM_BINDGEN_HOST_FUNCTION(cyl_bessel_i1)
#undef ROCM_BINDGEN_HOST_FUNCTION

#define ROCM_BINDGEN_HOST_NORMS(type, suffix)                                              \
  ROCM_BINDGEN_HOST inline type norm##suffix(int count, const type* values) {              \
    return static_cast<type>(rocm_bindgen::host_math::norm(count, values));                \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline type rnorm##suffix(int count, const type* values) {             \
    return static_cast<type>(1 / rocm_bindgen::host_math::norm(count, values));            \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline type norm3d##suffix(type a, type b, type c) {                   \
    const type values[] = {a, b, c};                                                       \
    return norm##suffix(3, values);                                                        \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline type rnorm3d##suffix(type a, type b, type c) {                  \
    const type values[] = {a, b, c};                                                       \
    return rnorm##suffix(3, values);                                                       \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline type norm4d##suffix(type a, type b, type c, type d) {           \
    const type values[] = {a, b, c, d};                                                    \
    return norm##suffix(4, values);                                                        \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline type rnorm4d##suffix(type a, type b, type c, type d) {          \
    const type values[] = {a, b, c, d};                                                    \
    return rnorm##suffix(4, values);                                                       \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline type rhypot##suffix(type a, type b) {                           \
    return static_cast<type>(1 / ::hypot(static_cast<double>(a), static_cast<double>(b))); \
  }                                                                                        \
  ROCM_BINDGEN_HOST inline void sincospi##suffix(type x, type* sine, type* cosine) {       \
    *sine = static_cast<type>(rocm_bindgen::host_math::sinpi(x));                          \
    *cosine = static_cast<type>(rocm_bindgen::host_math::cospi(x));                        \
  }
ROCM_BINDGEN_HOST_NORMS(double, )
ROCM_BINDGEN_HOST_NORMS(float, f)
#undef ROCM_BINDGEN_HOST_NORMS

ROCM_BINDGEN_HOST inline float fdividef(float x, float y) {
  return x / y;
}
ROCM_BINDGEN_BOTH inline double fdivide(double x, double y) {
  return x / y;
}
ROCM_BINDGEN_BOTH inline float fdivide(float x, float y) {
  return fdividef(x, y);
}
ROCM_BINDGEN_DEVICE inline float __tanhf(float x) {
  return tanhf(x);
}

// Overloads for float, so that a float argument is computed in float.
#define ROCM_BINDGEN_OF_FLOAT(name)              \
  ROCM_BINDGEN_BOTH inline float name(float x) { \
    return name##f(x);                           \
  }
ROCM_BINDGEN_OF_FLOAT(rsqrt)
ROCM_BINDGEN_OF_FLOAT(rcbrt)
ROCM_BINDGEN_OF_FLOAT(sinpi)
ROCM_BINDGEN_OF_FLOAT(cospi)
ROCM_BINDGEN_OF_FLOAT(normcdf)
ROCM_BINDGEN_OF_FLOAT(normcdfinv)
ROCM_BINDGEN_OF_FLOAT(erfinv)
ROCM_BINDGEN_OF_FLOAT(erfcinv)
ROCM_BINDGEN_OF_FLOAT(erfcx)
ROCM_BINDGEN_OF_FLOAT(cyl_bessel_i0)
ROCM_BINDGEN_OF_FLOAT(cyl_bessel_i1)
ROCM_BINDGEN_OF_FLOAT(exp10)
ROCM_BINDGEN_OF_FLOAT(j0)
ROCM_BINDGEN_OF_FLOAT(j1)
ROCM_BINDGEN_OF_FLOAT(y0)
ROCM_BINDGEN_OF_FLOAT(y1)
#undef ROCM_BINDGEN_OF_FLOAT
ROCM_BINDGEN_BOTH inline float jn(int order, float x) {
  return jnf(order, x);
}
ROCM_BINDGEN_BOTH inline float yn(int order, float x) {
  return ynf(order, x);
}
ROCM_BINDGEN_BOTH inline void sincos(float x, float* sine, float* cosine) {
  sincosf(x, sine, cosine);
}
ROCM_BINDGEN_BOTH inline void sincospi(float x, float* sine, float* cosine) {
  sincospif(x, sine, cosine);
}

#undef ROCM_BINDGEN_HOST
