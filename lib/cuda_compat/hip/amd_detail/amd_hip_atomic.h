// Replaces HIP's header of the same name: HIP's atomics are renamed, and CUDA's are defined.
#pragma once

// This include comes first, because HIP's atomics include the device functions by a path that bypasses this folder.
#include <hip/amd_detail/amd_device_functions.h>

// clang-format off: the order matters.
#include "rocm_bindgen_compat/atomics/begin_renamed_atomics.hpp"
#include_next <hip/amd_detail/amd_hip_atomic.h>
#include "rocm_bindgen_compat/atomics/end_renamed_atomics.hpp"
// clang-format on

#include "rocm_bindgen_compat/atomics/atomics.hpp"
#include "rocm_bindgen_compat/atomics/scoped_atomics.hpp"
