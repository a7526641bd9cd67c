// Where functions of lib/cuda_compat run: CUDA declares each for kernels alone or for both sides. In plain C++ (tests
// of the arithmetic) there are no sides.
#pragma once

#if defined(__HIP__)
#define ROCM_BINDGEN_DEVICE __attribute__((device))
#define ROCM_BINDGEN_BOTH __attribute__((host)) __attribute__((device))
#else
#define ROCM_BINDGEN_DEVICE
#define ROCM_BINDGEN_BOTH
#endif

// A function that HIP lacks and that projects which run on HIP, too, define themselves. A template gives way to a
// function of the same parameters, so the program's own is called.
#define ROCM_BINDGEN_YIELDING_DEVICE \
  template <int = 0>                 \
  ROCM_BINDGEN_DEVICE inline
#define ROCM_BINDGEN_YIELDING_BOTH \
  template <int = 0>               \
  ROCM_BINDGEN_BOTH inline

// First in a function whose floating point must be done as written: a product that is fused with a sum, or terms that
// change places, make other results under -ffp-contract=fast and -ffast-math.
#if defined(__clang__)
#define ROCM_BINDGEN_AS_WRITTEN _Pragma("clang fp contract(off) reassociate(off)")
#else
#define ROCM_BINDGEN_AS_WRITTEN
#endif
