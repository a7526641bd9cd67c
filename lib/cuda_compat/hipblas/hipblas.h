// hipBLAS: the library's own header where it is installed. Where it is not, its interface: sources that call it
// compile, and link on a machine that has the library.
#pragma once

#if __has_include_next(<hipblas/hipblas.h>)

// Translated programs use HIP's own types of numbers. hipBLAS 1 and 2 take them where these are defined, 3 anyway.
#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
#ifndef ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#endif
#ifndef HIPBLAS_USE_HIP_HALF
#define HIPBLAS_USE_HIP_HALF
#endif
#include_next <hipblas/hipblas.h>

#else

#include "rocm_bindgen_compat/blas/level3.hpp"

#endif

// hipBLAS has types to compute in since version 2.
#if !defined(hipblasVersionMajor) || hipblasVersionMajor >= 2
#include "rocm_bindgen_compat/blas/compute_types.hpp"
#endif
