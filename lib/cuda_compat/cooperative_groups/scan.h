// Replaces CUDA's <cooperative_groups/scan.h>: scans over groups.
#pragma once

#include <hip/hip_cooperative_groups.h>

#if defined(__HIP__) && !defined(__HIP_PLATFORM_NVIDIA__)
#include "rocm_bindgen_compat/cooperative_groups/collectives.hpp"
#endif
