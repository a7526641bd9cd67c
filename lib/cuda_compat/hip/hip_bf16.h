// CUDA's bfloat16, in place of HIP's header. If HIP has its own bfloat16, that stays available for the libraries that
// use it. HIP's functions that differ from CUDA's only in their return type are renamed.
#pragma once

#include "rocm_bindgen_compat/narrow_float/bf16.hpp"

#if __has_include_next(<hip/hip_bf16.h>)
#include "rocm_bindgen_compat/vectors/constructed_vectors.hpp"

// HIP's header calls a constructor of float2, which CUDA's float2 does not have.
#define float2 rocm_bindgen::detail::ConstructedFloat2
#define __ushort_as_bfloat16 rocm_bindgen_hip__ushort_as_bfloat16
#define __short_as_bfloat16 rocm_bindgen_hip__short_as_bfloat16
#define __float2bfloat16 rocm_bindgen_hip__float2bfloat16
#define __float2bfloat16_rn rocm_bindgen_hip__float2bfloat16_rn
#define __float2bfloat16_rz rocm_bindgen_hip__float2bfloat16_rz
#define __float2bfloat16_rd rocm_bindgen_hip__float2bfloat16_rd
#define __float2bfloat16_ru rocm_bindgen_hip__float2bfloat16_ru
#define __double2bfloat16 rocm_bindgen_hip__double2bfloat16
#define __float2bfloat162_rn rocm_bindgen_hip__float2bfloat162_rn
#define __floats2bfloat162_rn rocm_bindgen_hip__floats2bfloat162_rn
#define __float22bfloat162_rn rocm_bindgen_hip__float22bfloat162_rn
#define __int2bfloat16_rn rocm_bindgen_hip__int2bfloat16_rn
#define __int2bfloat16_rz rocm_bindgen_hip__int2bfloat16_rz
#define __int2bfloat16_rd rocm_bindgen_hip__int2bfloat16_rd
#define __int2bfloat16_ru rocm_bindgen_hip__int2bfloat16_ru
#define __uint2bfloat16_rn rocm_bindgen_hip__uint2bfloat16_rn
#define __uint2bfloat16_rz rocm_bindgen_hip__uint2bfloat16_rz
#define __uint2bfloat16_rd rocm_bindgen_hip__uint2bfloat16_rd
#define __uint2bfloat16_ru rocm_bindgen_hip__uint2bfloat16_ru
#define __short2bfloat16_rn rocm_bindgen_hip__short2bfloat16_rn
#define __short2bfloat16_rz rocm_bindgen_hip__short2bfloat16_rz
#define __short2bfloat16_rd rocm_bindgen_hip__short2bfloat16_rd
#define __short2bfloat16_ru rocm_bindgen_hip__short2bfloat16_ru
#define __ushort2bfloat16_rn rocm_bindgen_hip__ushort2bfloat16_rn
#define __ushort2bfloat16_rz rocm_bindgen_hip__ushort2bfloat16_rz
#define __ushort2bfloat16_rd rocm_bindgen_hip__ushort2bfloat16_rd
#define __ushort2bfloat16_ru rocm_bindgen_hip__ushort2bfloat16_ru
#define __ll2bfloat16_rn rocm_bindgen_hip__ll2bfloat16_rn
#define __ll2bfloat16_rz rocm_bindgen_hip__ll2bfloat16_rz
#define __ll2bfloat16_rd rocm_bindgen_hip__ll2bfloat16_rd
#define __ll2bfloat16_ru rocm_bindgen_hip__ll2bfloat16_ru
#define __ull2bfloat16_rn rocm_bindgen_hip__ull2bfloat16_rn
#define __ull2bfloat16_rz rocm_bindgen_hip__ull2bfloat16_rz
#define __ull2bfloat16_rd rocm_bindgen_hip__ull2bfloat16_rd
#define __ull2bfloat16_ru rocm_bindgen_hip__ull2bfloat16_ru
#include_next <hip/hip_bf16.h>
#undef float2
#undef __ushort_as_bfloat16
#undef __short_as_bfloat16
#undef __float2bfloat16
#undef __float2bfloat16_rn
#undef __float2bfloat16_rz
#undef __float2bfloat16_rd
#undef __float2bfloat16_ru
#undef __double2bfloat16
#undef __float2bfloat162_rn
#undef __floats2bfloat162_rn
#undef __float22bfloat162_rn
#undef __int2bfloat16_rn
#undef __int2bfloat16_rz
#undef __int2bfloat16_rd
#undef __int2bfloat16_ru
#undef __uint2bfloat16_rn
#undef __uint2bfloat16_rz
#undef __uint2bfloat16_rd
#undef __uint2bfloat16_ru
#undef __short2bfloat16_rn
#undef __short2bfloat16_rz
#undef __short2bfloat16_rd
#undef __short2bfloat16_ru
#undef __ushort2bfloat16_rn
#undef __ushort2bfloat16_rz
#undef __ushort2bfloat16_rd
#undef __ushort2bfloat16_ru
#undef __ll2bfloat16_rn
#undef __ll2bfloat16_rz
#undef __ll2bfloat16_rd
#undef __ll2bfloat16_ru
#undef __ull2bfloat16_rn
#undef __ull2bfloat16_rz
#undef __ull2bfloat16_rd
#undef __ull2bfloat16_ru
#endif

// Sources that test the guard of CUDA's header test this guard after translation.
#ifndef HIP_INCLUDE_HIP_HIP_BF16_H
#define HIP_INCLUDE_HIP_HIP_BF16_H
#endif
