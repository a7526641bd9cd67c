// Macros of CUDA's headers and of nvcc, and one name, that have no counterpart in HIP.
#pragma once

#include "rocm_bindgen_compat/runtime_api/cuda_versions.hpp"

// CUDART_CB, CUDA_CB, CUDAAPI: the calling convention of callbacks, which is a word on Windows alone.
#define ROCM_BINDGEN_CALLBACK

// What hipify makes of `cudaError` where it may be a variable's name: programs write `cudaError_t cudaError`.
#if defined(__HIP__)
typedef hipError_t hipError;
#endif

// __CUDACC_VER__, by which nvcc was known up to CUDA 8.
#define ROCM_BINDGEN_CUDACC_VER \
  (ROCM_BINDGEN_CUDACC_VER_MAJOR * 10000 + ROCM_BINDGEN_CUDACC_VER_MINOR * 100 + ROCM_BINDGEN_CUDACC_VER_BUILD)

// What the command line switches off by CUDA's names, under those that hipify gives them: a source may ask for it, and
// take it back (#undef), before it includes the header that is meant.
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
