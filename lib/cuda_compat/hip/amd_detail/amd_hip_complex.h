// HIP's complex numbers, replaced by CUDA's functions under HIP's names.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/math/complex_functions.hpp"
#else
#include_next <hip/amd_detail/amd_hip_complex.h>
#endif
