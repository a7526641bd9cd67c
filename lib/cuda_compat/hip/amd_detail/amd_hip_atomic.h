// HIP's atomics stand aside for CUDA's.
#pragma once

// First, since HIP's atomics include these in a way that passes over the one of this folder.
#include <hip/amd_detail/amd_device_functions.h>

// clang-format off: the order matters.
#include "rocm_bindgen_compat/atomics/set_atomics_aside.hpp"
#include_next <hip/amd_detail/amd_hip_atomic.h>
#include "rocm_bindgen_compat/atomics/set_atomics_back.hpp"
// clang-format on

#include "rocm_bindgen_compat/atomics/atomics.hpp"
#include "rocm_bindgen_compat/atomics/scoped_atomics.hpp"
