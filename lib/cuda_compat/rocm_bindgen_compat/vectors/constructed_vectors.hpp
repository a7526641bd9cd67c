// Some of HIP's headers call constructors of float2 and float4. The vector types of this folder are CUDA's and have no
// constructors. hip_bf16.h and hip_fp8.h therefore replace the two names by the types below while they read HIP's
// header.
#pragma once

#include <hip/hip_vector_types.h>

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

struct ConstructedFloat2 : float2 {
  ConstructedFloat2() = default;
  ROCM_BINDGEN_BOTH ConstructedFloat2(const float2& other) : float2(other) {}
  ROCM_BINDGEN_BOTH ConstructedFloat2(float first, float second) : float2{first, second} {}
};

struct ConstructedFloat4 : float4 {
  ConstructedFloat4() = default;
  ROCM_BINDGEN_BOTH ConstructedFloat4(const float4& other) : float4(other) {}
  ROCM_BINDGEN_BOTH ConstructedFloat4(float first, float second, float third, float fourth)
      : float4{first, second, third, fourth} {}
};

}  // namespace rocm_bindgen::detail
