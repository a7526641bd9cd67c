// min and max as CUDA declares them: one overload for each pair of types that programs may mix, on host and device.
// They are not templates, because programs define templates with these names, and calls would then be ambiguous.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

// A signed and an unsigned type are compared as unsigned, as in C++.
#define ROCM_BINDGEN_MIN_MAX(Result, A, B)                                                                    \
  ROCM_BINDGEN_BOTH inline Result min(A a, B b) {                                                             \
    return static_cast<Result>(b) < static_cast<Result>(a) ? static_cast<Result>(b) : static_cast<Result>(a); \
  }                                                                                                           \
  ROCM_BINDGEN_BOTH inline Result max(A a, B b) {                                                             \
    return static_cast<Result>(a) < static_cast<Result>(b) ? static_cast<Result>(b) : static_cast<Result>(a); \
  }
#define ROCM_BINDGEN_INTEGER_MIN_MAX(Signed, Unsigned) \
  ROCM_BINDGEN_MIN_MAX(Signed, Signed, Signed)         \
  ROCM_BINDGEN_MIN_MAX(Unsigned, Unsigned, Unsigned)   \
  ROCM_BINDGEN_MIN_MAX(Unsigned, Signed, Unsigned)     \
  ROCM_BINDGEN_MIN_MAX(Unsigned, Unsigned, Signed)
ROCM_BINDGEN_INTEGER_MIN_MAX(int, unsigned)
ROCM_BINDGEN_INTEGER_MIN_MAX(long, unsigned long)
ROCM_BINDGEN_INTEGER_MIN_MAX(long long, unsigned long long)
#undef ROCM_BINDGEN_INTEGER_MIN_MAX
#undef ROCM_BINDGEN_MIN_MAX

// If one operand is a NaN, the result is the other operand.
#define ROCM_BINDGEN_FLOATING_MIN_MAX(Result, A, B, suffix) \
  ROCM_BINDGEN_BOTH inline Result min(A a, B b) {           \
    return __builtin_fmin##suffix(a, b);                    \
  }                                                         \
  ROCM_BINDGEN_BOTH inline Result max(A a, B b) {           \
    return __builtin_fmax##suffix(a, b);                    \
  }
ROCM_BINDGEN_FLOATING_MIN_MAX(float, float, float, f)
ROCM_BINDGEN_FLOATING_MIN_MAX(double, double, double, )
ROCM_BINDGEN_FLOATING_MIN_MAX(double, float, double, )
ROCM_BINDGEN_FLOATING_MIN_MAX(double, double, float, )
#undef ROCM_BINDGEN_FLOATING_MIN_MAX

#define ROCM_BINDGEN_NAMED_MIN_MAX(prefix, Type)              \
  ROCM_BINDGEN_BOTH inline Type prefix##min(Type a, Type b) { \
    return min(a, b);                                         \
  }                                                           \
  ROCM_BINDGEN_BOTH inline Type prefix##max(Type a, Type b) { \
    return max(a, b);                                         \
  }
ROCM_BINDGEN_NAMED_MIN_MAX(u, unsigned)
ROCM_BINDGEN_NAMED_MIN_MAX(ll, long long)
ROCM_BINDGEN_NAMED_MIN_MAX(ull, unsigned long long)
#undef ROCM_BINDGEN_NAMED_MIN_MAX
