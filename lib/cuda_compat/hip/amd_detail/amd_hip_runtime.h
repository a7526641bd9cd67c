// Replaces HIP's header of the same name: HIP's device side, in which the thread's position and the launch bounds have
// CUDA's types and meaning.
#pragma once

// This header is read before the names are changed, because its structs have members with these names.
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
