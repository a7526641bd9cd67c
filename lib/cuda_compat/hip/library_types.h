// HIP's data types for its libraries, extended by those that only CUDA has.
#pragma once

#include <hip/hip_version.h>

#include "rocm_bindgen_compat/runtime_api/enumerators.hpp"

#define HIP_R_64F ROCM_BINDGEN_LATER_DATA_TYPES HIP_R_64F
#include_next <hip/library_types.h>
#undef HIP_R_64F
