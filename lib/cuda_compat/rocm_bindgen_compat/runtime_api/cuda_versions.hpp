// The CUDA version and the NVIDIA architecture that version tests of translated sources see.
#pragma once

// The version is CUDA 12.2.
#define ROCM_BINDGEN_CUDA_VERSION 12020
#define ROCM_BINDGEN_CUDACC_VER_MAJOR 12
#define ROCM_BINDGEN_CUDACC_VER_MINOR 2
#define ROCM_BINDGEN_CUDACC_VER_BUILD 140

// As in CUDA, this is only defined in device passes. The tool selects another value, or none, by a definition on the
// command line.
#if defined(__HIP_DEVICE_COMPILE__) && !defined(ROCM_BINDGEN_CUDA_ARCH) && !defined(ROCM_BINDGEN_NO_CUDA_ARCH)
#define ROCM_BINDGEN_CUDA_ARCH 900
#define ROCM_BINDGEN_CUDA_ARCH_BY_DEFAULT
#endif
