// The types of hipBLAS' interface, and the functions that do not compute anything.
//
// The interface is that of hipBLAS 3. Version 2 differs only in that functions that take hipDataType end in _v2. Older
// versions multiply by triangular matrices in place and have their own types instead of hipDataType.
#pragma once

#include <stdint.h>

#include "hip/hip_complex.h"
#include "hip/hip_runtime.h"
#include "hip/library_types.h"
#ifdef __cplusplus
#include "hip/hip_fp16.h"
#endif

// Macros that programs may test: hipify writes them for those of cuBLAS.
#define HIPBLAS_H
#define HIPBLAS_EXPORT

typedef void* hipblasHandle_t;
#ifdef __cplusplus
typedef __half hipblasHalf;
#endif
typedef int8_t hipblasInt8;
typedef int64_t hipblasStride;
typedef hipComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
typedef hipDataType hipblasDatatype_t;

typedef enum hipblasStatus_t {
  HIPBLAS_STATUS_SUCCESS,
  HIPBLAS_STATUS_NOT_INITIALIZED,
  HIPBLAS_STATUS_ALLOC_FAILED,
  HIPBLAS_STATUS_INVALID_VALUE,
  HIPBLAS_STATUS_MAPPING_ERROR,
  HIPBLAS_STATUS_EXECUTION_FAILED,
  HIPBLAS_STATUS_INTERNAL_ERROR,
  HIPBLAS_STATUS_NOT_SUPPORTED,
  HIPBLAS_STATUS_ARCH_MISMATCH,
  HIPBLAS_STATUS_HANDLE_IS_NULLPTR,
  HIPBLAS_STATUS_INVALID_ENUM,
  HIPBLAS_STATUS_UNKNOWN
} hipblasStatus_t;

typedef enum hipblasOperation_t { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
typedef enum hipblasPointerMode_t { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE } hipblasPointerMode_t;
typedef enum hipblasFillMode_t {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
typedef enum hipblasDiagType_t { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum hipblasSideMode_t {
  HIPBLAS_SIDE_LEFT = 141,
  HIPBLAS_SIDE_RIGHT = 142,
  HIPBLAS_SIDE_BOTH = 143
} hipblasSideMode_t;
typedef enum hipblasAtomicsMode_t { HIPBLAS_ATOMICS_NOT_ALLOWED, HIPBLAS_ATOMICS_ALLOWED } hipblasAtomicsMode_t;
typedef enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;

typedef enum hipblasMath_t {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH
} hipblasMath_t;

typedef enum hipblasComputeType_t {
  HIPBLAS_COMPUTE_16F,
  HIPBLAS_COMPUTE_16F_PEDANTIC,
  HIPBLAS_COMPUTE_32F,
  HIPBLAS_COMPUTE_32F_PEDANTIC,
  HIPBLAS_COMPUTE_32F_FAST_16F,
  HIPBLAS_COMPUTE_32F_FAST_16BF,
  HIPBLAS_COMPUTE_32F_FAST_TF32,
  HIPBLAS_COMPUTE_64F,
  HIPBLAS_COMPUTE_64F_PEDANTIC,
  HIPBLAS_COMPUTE_32I,
  HIPBLAS_COMPUTE_32I_PEDANTIC
} hipblasComputeType_t;

#ifdef __cplusplus
extern "C" {
#endif
hipblasStatus_t hipblasCreate(hipblasHandle_t* handle);
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream);
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t* stream);
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t mode);
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t* mode);
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t mode);
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t* mode);
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t* mode);
const char* hipblasStatusToString(hipblasStatus_t status);

hipblasStatus_t hipblasSetVector(int n, int size, const void* x, int incx, void* y, int incy);
hipblasStatus_t hipblasGetVector(int n, int size, const void* x, int incx, void* y, int incy);
hipblasStatus_t hipblasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, hipStream_t stream);
hipblasStatus_t hipblasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, hipStream_t stream);
hipblasStatus_t hipblasSetMatrix(int m, int n, int size, const void* a, int lda, void* b, int ldb);
hipblasStatus_t hipblasGetMatrix(int m, int n, int size, const void* a, int lda, void* b, int ldb);
hipblasStatus_t hipblasSetMatrixAsync(int m, int n, int size, const void* a, int lda, void* b, int ldb,
                                      hipStream_t stream);
hipblasStatus_t hipblasGetMatrixAsync(int m, int n, int size, const void* a, int lda, void* b, int ldb,
                                      hipStream_t stream);
#ifdef __cplusplus
}
#endif

/// Apply F to the real, the complex or all element types: F(letter, type). For complex types alone, the letter and the
/// type of the corresponding real numbers follow.
#define ROCM_BINDGEN_BLAS_REAL_TYPES(F) F(S, float) F(D, double)
#define ROCM_BINDGEN_BLAS_COMPLEX_TYPES(F) F(C, hipComplex, S, float) F(Z, hipDoubleComplex, D, double)
#define ROCM_BINDGEN_BLAS_TYPES(F) ROCM_BINDGEN_BLAS_REAL_TYPES(F) F(C, hipComplex) F(Z, hipDoubleComplex)

#ifdef __cplusplus
#define ROCM_BINDGEN_BLAS_C extern "C"
#else
#define ROCM_BINDGEN_BLAS_C extern
#endif

/// Declares a function of the interface with 32-bit sizes (`Index` is int) and, as name_64, with 64-bit sizes. C
/// sources get the former only. level3.hpp, the last file of the interface, removes their macro Index.
#ifdef __cplusplus
#define ROCM_BINDGEN_BLAS(name, ...)                                   \
  namespace rocm_bindgen {                                             \
  namespace blas {                                                     \
  namespace name##_ {                                                  \
    template <class Index>                                             \
    using Function = hipblasStatus_t(hipblasHandle_t, __VA_ARGS__);    \
  }                                                                    \
  }                                                                    \
  }                                                                    \
  extern "C" rocm_bindgen::blas::name##_::Function<int> hipblas##name; \
  extern "C" rocm_bindgen::blas::name##_::Function<int64_t> hipblas##name##_64;
#else
#define Index int
#define ROCM_BINDGEN_BLAS(name, ...) hipblasStatus_t hipblas##name(hipblasHandle_t, __VA_ARGS__);
#endif
