// Macros of CUDA's headers and of nvcc, and one type, that have no counterpart in HIP.
#pragma once

#include "rocm_bindgen_compat/runtime_api/cuda_versions.hpp"

// The calling convention of callbacks (CUDART_CB, CUDA_CB, CUDAAPI), which is empty except on Windows.
#define ROCM_BINDGEN_CALLBACK

// hipify writes this name for `cudaError` if that may be a variable: programs declare `cudaError_t cudaError`.
#if defined(__HIP__)
typedef hipError_t hipError;
#endif

// The value of __CUDACC_VER__, the version macro of nvcc up to CUDA 8.
#define ROCM_BINDGEN_CUDACC_VER \
  (ROCM_BINDGEN_CUDACC_VER_MAJOR * 10000 + ROCM_BINDGEN_CUDACC_VER_MINOR * 100 + ROCM_BINDGEN_CUDACC_VER_BUILD)

// Features that the command line disables by CUDA's macros are disabled by the names that hipify writes for them. A
// source may test such a macro, and undefine it, before it includes the header that the macro affects.
#if defined(__CUDA_NO_HALF_OPERATORS__)
#undef __CUDA_NO_HALF_OPERATORS__
#define __HIP_NO_HALF_OPERATORS__ 1
#endif
#if defined(__CUDA_NO_HALF_CONVERSIONS__)
#undef __CUDA_NO_HALF_CONVERSIONS__
#define __HIP_NO_HALF_CONVERSIONS__ 1
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#undef __CUDA_NO_HALF2_OPERATORS__
#define __HIP_NO_HALF2_OPERATORS__ 1
#endif
