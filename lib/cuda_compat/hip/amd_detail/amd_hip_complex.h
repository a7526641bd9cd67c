// Replaces HIP's header of the same name: complex numbers with CUDA's functions under HIP's names. C code gets HIP's
// header.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/math/complex_functions.hpp"
#else
#include_next <hip/amd_detail/amd_hip_complex.h>
#endif
