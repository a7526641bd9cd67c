// cuComplex.h under HIP's names. It has only functions and no operators: programs define their own operators for float2
// and double2, which would conflict with HIP's operators for complex numbers. Division and magnitude are scaled as in
// CUDA, where HIP's versions overflow.
#pragma once

#include <math.h>

#include "rocm_bindgen_compat/vectors/vector_types.hpp"

using hipFloatComplex = float2;
using hipDoubleComplex = double2;
using hipComplex = hipFloatComplex;

namespace rocm_bindgen {

template <typename V, typename T = decltype(V::x)>
ROCM_BINDGEN_BOTH inline V complex_product(V a, V b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

template <typename V, typename T = decltype(V::x)>
ROCM_BINDGEN_BOTH inline V complex_quotient(V a, V b) {
  const T scale = T(1) / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));
  const V p = {a.x * scale, a.y * scale};
  const V q = {b.x * scale, b.y * scale};
  const T inverse = T(1) / (q.x * q.x + q.y * q.y);
  return {(p.x * q.x + p.y * q.y) * inverse, (p.y * q.x - p.x * q.y) * inverse};
}

}  // namespace rocm_bindgen

#define ROCM_BINDGEN_COMPLEX(V, T, f)                                  \
  ROCM_BINDGEN_BOTH static inline T hipCreal##f(V z) {                 \
    return z.x;                                                        \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline T hipCimag##f(V z) {                 \
    return z.y;                                                        \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V make_##V(T real, T imaginary) {    \
    return {real, imaginary};                                          \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V hipConj##f(V z) {                  \
    return {z.x, -z.y};                                                \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline T hipCsqabs##f(V z) {                \
    return z.x * z.x + z.y * z.y;                                      \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline T hipCabs##f(V z) {                  \
    return hypot##f(z.x, z.y);                                         \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V hipCadd##f(V a, V b) {             \
    return {a.x + b.x, a.y + b.y};                                     \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V hipCsub##f(V a, V b) {             \
    return {a.x - b.x, a.y - b.y};                                     \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V hipCmul##f(V a, V b) {             \
    return rocm_bindgen::complex_product(a, b);                        \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V hipCdiv##f(V a, V b) {             \
    return rocm_bindgen::complex_quotient(a, b);                       \
  }                                                                    \
  ROCM_BINDGEN_BOTH static inline V hipCfma##f(V a, V b, V c) {        \
    return {a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x}; \
  }

ROCM_BINDGEN_COMPLEX(hipFloatComplex, float, f)
ROCM_BINDGEN_COMPLEX(hipDoubleComplex, double, )

#undef ROCM_BINDGEN_COMPLEX

ROCM_BINDGEN_BOTH static inline hipComplex make_hipComplex(float real, float imaginary) {
  return {real, imaginary};
}
ROCM_BINDGEN_BOTH static inline hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
ROCM_BINDGEN_BOTH static inline hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
  return {z.x, z.y};
}
