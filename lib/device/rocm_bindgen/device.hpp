// What hipified code is compiled with: the CUDA types and functions that HIP lacks.
#pragma once

#if defined(__HIP__)
#include <hip/hip_fp16.h>
#endif

#include "rocm_bindgen/bf16.hpp"
#include "rocm_bindgen/cuda_macros.hpp"
#include "rocm_bindgen/fp8.hpp"
