// HIP's runtime API, and what CUDA's has beyond it.
#pragma once

#include "rocm_bindgen/cuda_versions.hpp"
#include "rocm_bindgen/implicit_includes.hpp"

#if defined(__cplusplus)

#include "rocm_bindgen/vector_operators.hpp"

#if defined(__HIP__)
#include "rocm_bindgen/execution_position.hpp"
// How a position becomes a dim3 is said by dim3 alone: said twice, `dim3 d(threadIdx)` would be ambiguous.
#define ROCM_BINDGEN_DIM3_OF(Position) \
  __device__ dim3(const rocm_bindgen::Position& position) : x(position.x), y(position.y), z(position.z) {}
#else
#define ROCM_BINDGEN_DIM3_OF(Position)
#endif

// dim3 to uint3 and back. Of HIP's definition only the constructor has a parenthesis behind the name; the members are
// put in front of it, behind the words that begin it.
#define dim3(...)                                      \
  dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}            \
  ROCM_BINDGEN_DIM3_OF(ThreadPosition)                 \
  ROCM_BINDGEN_DIM3_OF(BlockPosition)                  \
  ROCM_BINDGEN_DIM3_OF(BlockExtent)                    \
  ROCM_BINDGEN_DIM3_OF(GridExtent)                     \
  ROCM_BINDGEN_BOTH constexpr operator uint3() const { \
    return {x, y, z};                                  \
  }                                                    \
  ROCM_BINDGEN_BOTH constexpr dim3(__VA_ARGS__)

#endif

#include_next <hip/hip_runtime_api.h>

#if defined(__cplusplus)
#undef dim3
#undef ROCM_BINDGEN_DIM3_OF
#endif
