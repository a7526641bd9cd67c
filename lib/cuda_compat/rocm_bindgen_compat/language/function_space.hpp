// The execution spaces of functions in lib/cuda_compat: CUDA declares each for the device only or for both sides. In
// plain C++, as in tests of the arithmetic, there are no execution spaces.
#pragma once

#if defined(__HIP__)
#define ROCM_BINDGEN_DEVICE __attribute__((device))
#define ROCM_BINDGEN_BOTH __attribute__((host)) __attribute__((device))
#else
#define ROCM_BINDGEN_DEVICE
#define ROCM_BINDGEN_BOTH
#endif

// For functions that HIP lacks and that projects for both CUDA and HIP define themselves. Overload resolution prefers a
// function to a template with the same parameters, so the program's own function is called.
#define ROCM_BINDGEN_YIELDING_DEVICE \
  template <int = 0>                 \
  ROCM_BINDGEN_DEVICE inline
#define ROCM_BINDGEN_YIELDING_BOTH \
  template <int = 0>               \
  ROCM_BINDGEN_BOTH inline

// This macro is the first statement of a function whose floating-point operations must not be transformed: contracting
// a product and a sum, or reassociating terms, changes results under -ffp-contract=fast and -ffast-math.
#if defined(__clang__)
#define ROCM_BINDGEN_AS_WRITTEN _Pragma("clang fp contract(off) reassociate(off)")
#else
#define ROCM_BINDGEN_AS_WRITTEN
#endif
