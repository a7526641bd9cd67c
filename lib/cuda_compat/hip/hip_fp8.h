// CUDA's 8-bit floating-point types, in place of HIP's header. If HIP has its own types, they stay available for the
// libraries that use them.
#pragma once

#include <hip/hip_bf16.h>

#include "rocm_bindgen_compat/narrow_float/fp8.hpp"

#if __has_include_next(<hip/hip_fp8.h>)
namespace rocm_bindgen::detail {

// The first member of HIP's raw half is a number, where CUDA's has bits. This type converts between the two while HIP's
// header is read.
struct HipHalfRaw {
  _Float16 data;
  ROCM_BINDGEN_HOST_DEVICE explicit HipHalfRaw(_Float16 value) : data(value) {}
  ROCM_BINDGEN_HOST_DEVICE explicit HipHalfRaw(__half value) { __builtin_memcpy(&data, &value, sizeof data); }
  ROCM_BINDGEN_HOST_DEVICE operator __half_raw() const { return __half_raw{__builtin_bit_cast(unsigned short, data)}; }
};

}  // namespace rocm_bindgen::detail

// HIP's header calls constructors of float2 and float4, which CUDA's types do not have.
#define float2 rocm_bindgen::detail::ConstructedFloat2
#define float4 rocm_bindgen::detail::ConstructedFloat4
#define __half_raw rocm_bindgen::detail::HipHalfRaw
#include_next <hip/hip_fp8.h>
#undef __half_raw
#undef float2
#undef float4
#endif

// Sources that test the guard of CUDA's header test this guard after translation.
#ifndef HIP_INCLUDE_HIP_HIP_FP8_H
#define HIP_INCLUDE_HIP_HIP_FP8_H
#endif
