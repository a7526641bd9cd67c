// CUDA's complete cooperative groups, in place of HIP's. HIP 5's groups lack half of the members and treat a wave as a
// warp.
#pragma once

#include <hip/hip_version.h>

#if defined(__HIP_PLATFORM_NVIDIA__) || defined(__HIP_PLATFORM_NVCC__)
#include_next <hip/hip_cooperative_groups.h>
#else

// With these guards defined, HIP's headers declare nothing.
#define HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUP_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COOPERATIVE_GROUPS_H

#if defined(__cplusplus) && defined(__clang__) && defined(__HIP__)
#include "rocm_bindgen_compat/cooperative_groups/members.hpp"
#endif

#endif
