// CUDA's 8-bit floats. HIP's, where it has them, stay beside them for the libraries that use them.
#pragma once

#include <hip/hip_bf16.h>

#include "rocm_bindgen_compat/narrow_float/fp8.hpp"

#if __has_include_next(<hip/hip_fp8.h>)
namespace rocm_bindgen::detail {

// HIP's raw half begins with a number where CUDA's has bits.
struct HipHalfRaw {
  _Float16 data;
  ROCM_BINDGEN_HOST_DEVICE explicit HipHalfRaw(_Float16 value) : data(value) {}
  ROCM_BINDGEN_HOST_DEVICE explicit HipHalfRaw(__half value) { __builtin_memcpy(&data, &value, sizeof data); }
  ROCM_BINDGEN_HOST_DEVICE operator __half_raw() const { return __half_raw{__builtin_bit_cast(unsigned short, data)}; }
};

}  // namespace rocm_bindgen::detail

#define float2 rocm_bindgen::detail::ConstructedFloat2
#define float4 rocm_bindgen::detail::ConstructedFloat4
#define __half_raw rocm_bindgen::detail::HipHalfRaw
#include_next <hip/hip_fp8.h>
#undef __half_raw
#undef float2
#undef float4
#endif

// Where sources asked for the guard of CUDA's header, they ask for this one.
#ifndef HIP_INCLUDE_HIP_HIP_FP8_H
#define HIP_INCLUDE_HIP_HIP_FP8_H
#endif
