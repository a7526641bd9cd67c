// hipBLAS: the library's own header if it is installed, otherwise declarations of its interface. With the declarations,
// sources that call the library compile, and they link on a machine that has it.
#pragma once

#if __has_include_next(<hipblas/hipblas.h>)

// Translated programs use HIP's own number types. hipBLAS 1 and 2 accept them only if these macros are defined; hipBLAS
// 3 always accepts them.
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

// hipBLAS has separate compute types since version 2.
#if defined(__cplusplus) && (!defined(hipblasVersionMajor) || hipblasVersionMajor >= 2)
#include "rocm_bindgen_compat/blas/compute_types.hpp"
#endif
