// HIP's device side, with the position of a thread and the bounds of a launch as CUDA has them.
#pragma once

// Read before the names are set aside: its structs have members of these names.
#include <hip/hip_runtime_api.h>

#define threadIdx rocm_bindgen_hip_threadIdx
#define blockIdx rocm_bindgen_hip_blockIdx
#define blockDim rocm_bindgen_hip_blockDim
#define gridDim rocm_bindgen_hip_gridDim
#include_next <hip/amd_detail/amd_hip_runtime.h>
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

#if defined(__HIP__)

#include "rocm_bindgen_compat/language/execution_position.hpp"
#include "rocm_bindgen_compat/language/launch_bounds.hpp"

static constexpr rocm_bindgen::ThreadPosition threadIdx{};
static constexpr rocm_bindgen::BlockPosition blockIdx{};
static constexpr rocm_bindgen::BlockExtent blockDim{};
static constexpr rocm_bindgen::GridExtent gridDim{};

#endif
