// Declarations of hipBLASLt: matrix products that descriptors specify. The enumerators, the structures and the
// parameters are those of hipBLASLt in ROCm 6 and 7, whose versions only add enumerators to each other.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hipblas/hipblas.h"

// Values of an epilogue are sums of flags: 2 is ReLU, 4 bias, 32 GELU, and 128 writes or reads the auxiliary matrix.
typedef enum hipblasLtEpilogue_t {
  HIPBLASLT_EPILOGUE_DEFAULT = 1,
  HIPBLASLT_EPILOGUE_RELU = 2,
  HIPBLASLT_EPILOGUE_BIAS = 4,
  HIPBLASLT_EPILOGUE_RELU_BIAS = 6,
  HIPBLASLT_EPILOGUE_GELU = 32,
  HIPBLASLT_EPILOGUE_GELU_BIAS = 36,
  HIPBLASLT_EPILOGUE_RELU_AUX = 130,
  HIPBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
  HIPBLASLT_EPILOGUE_GELU_AUX = 160,
  HIPBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  HIPBLASLT_EPILOGUE_DGELU = 192,
  HIPBLASLT_EPILOGUE_DGELU_BGRAD = 208,
  HIPBLASLT_EPILOGUE_BGRADA = 256,
  HIPBLASLT_EPILOGUE_BGRADB = 512
} hipblasLtEpilogue_t;

typedef enum hipblasLtMatrixLayoutAttribute_t {
  HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
  HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
  HIPBLASLT_MATRIX_LAYOUT_TYPE,
  HIPBLASLT_MATRIX_LAYOUT_ORDER,
  HIPBLASLT_MATRIX_LAYOUT_ROWS,
  HIPBLASLT_MATRIX_LAYOUT_COLS,
  HIPBLASLT_MATRIX_LAYOUT_LD
} hipblasLtMatrixLayoutAttribute_t;

typedef enum hipblasLtPointerMode_t {
  HIPBLASLT_POINTER_MODE_HOST,
  HIPBLASLT_POINTER_MODE_DEVICE,
  HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} hipblasLtPointerMode_t;

typedef enum hipblasLtMatmulMatrixScale_t {
  HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0,
  HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F,
  HIPBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F,
  HIPBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F,
  HIPBLASLT_MATMUL_MATRIX_SCALE_END
} hipblasLtMatmulMatrixScale_t;

typedef enum hipblasLtMatmulDescAttributes_t {
  HIPBLASLT_MATMUL_DESC_TRANSA,
  HIPBLASLT_MATMUL_DESC_TRANSB,
  HIPBLASLT_MATMUL_DESC_EPILOGUE,
  HIPBLASLT_MATMUL_DESC_BIAS_POINTER,
  HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE,
  HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
  HIPBLASLT_MATMUL_DESC_POINTER_MODE,
  HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
  HIPBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
  HIPBLASLT_MATMUL_DESC_B_SCALE_MODE = 32
} hipblasLtMatmulDescAttributes_t;

typedef enum hipblasLtMatmulPreferenceAttributes_t {
  HIPBLASLT_MATMUL_PREF_SEARCH_MODE,
  HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES
} hipblasLtMatmulPreferenceAttributes_t;

typedef enum hipblasLtOrder_t { HIPBLASLT_ORDER_COL, HIPBLASLT_ORDER_ROW } hipblasLtOrder_t;

typedef enum hipblasLtMatrixTransformDescAttributes_t {
  HIPBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
  HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
  HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
  HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB
} hipblasLtMatrixTransformDescAttributes_t;

// The library writes these structures, whose contents only it knows.
typedef struct hipblasLtMatmulDescOpaque_t {
  uint64_t data[4];
} hipblasLtMatmulDescOpaque_t;
typedef struct hipblasLtMatrixLayoutOpaque_t {
  uint64_t data[4];
} hipblasLtMatrixLayoutOpaque_t;
typedef struct hipblasLtMatmulPreferenceOpaque_t {
  uint64_t data[5];
} hipblasLtMatmulPreferenceOpaque_t;
typedef struct hipblasLtMatrixTransformDescOpaque_t {
  uint64_t data[8];
} hipblasLtMatrixTransformDescOpaque_t;
typedef struct hipblasLtMatmulAlgo_t {
  uint8_t data[16];
  size_t max_workspace_bytes;
} hipblasLtMatmulAlgo_t;
typedef struct hipblasLtMatmulHeuristicResult_t {
  hipblasLtMatmulAlgo_t algo;
  size_t workspaceSize;   // in bytes
  hipblasStatus_t state;  // the other members are valid only if this is HIPBLAS_STATUS_SUCCESS
  float wavesCount;
  int reserved[4];
} hipblasLtMatmulHeuristicResult_t;

typedef void* hipblasLtHandle_t;
typedef hipblasLtMatmulDescOpaque_t* hipblasLtMatmulDesc_t;
typedef hipblasLtMatrixLayoutOpaque_t* hipblasLtMatrixLayout_t;
typedef hipblasLtMatmulPreferenceOpaque_t* hipblasLtMatmulPreference_t;
typedef hipblasLtMatrixTransformDescOpaque_t* hipblasLtMatrixTransformDesc_t;

/// Declares the functions that read and write an attribute of a descriptor. The size is that of the value in bytes.
#define ROCM_BINDGEN_BLASLT_ATTRIBUTES(name, Descriptor, Attribute)                                                   \
  hipblasStatus_t hipblasLt##name##SetAttribute(Descriptor descriptor, Attribute attribute, const void* value,        \
                                                size_t size);                                                         \
  hipblasStatus_t hipblasLt##name##GetAttribute(Descriptor descriptor, Attribute attribute, void* value, size_t size, \
                                                size_t* written);

#ifdef __cplusplus
extern "C" {
#endif
hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t* handle);
hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle);

hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t* layout, hipDataType type, uint64_t rows,
                                            uint64_t columns, int64_t ld);
hipblasStatus_t hipblasLtMatrixLayoutDestroy(const hipblasLtMatrixLayout_t layout);
ROCM_BINDGEN_BLASLT_ATTRIBUTES(MatrixLayout, hipblasLtMatrixLayout_t, hipblasLtMatrixLayoutAttribute_t)

hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t* product, hipblasComputeType_t compute,
                                          hipDataType scale);
hipblasStatus_t hipblasLtMatmulDescDestroy(const hipblasLtMatmulDesc_t product);
ROCM_BINDGEN_BLASLT_ATTRIBUTES(MatmulDesc, hipblasLtMatmulDesc_t, hipblasLtMatmulDescAttributes_t)

hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t* preference);
hipblasStatus_t hipblasLtMatmulPreferenceDestroy(const hipblasLtMatmulPreference_t preference);
ROCM_BINDGEN_BLASLT_ATTRIBUTES(MatmulPreference, hipblasLtMatmulPreference_t, hipblasLtMatmulPreferenceAttributes_t)

hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t product,
                                                hipblasLtMatrixLayout_t a, hipblasLtMatrixLayout_t b,
                                                hipblasLtMatrixLayout_t c, hipblasLtMatrixLayout_t d,
                                                hipblasLtMatmulPreference_t preference, int wanted,
                                                hipblasLtMatmulHeuristicResult_t results[], int* found);
hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t product, const void* alpha,
                                const void* a, hipblasLtMatrixLayout_t a_layout, const void* b,
                                hipblasLtMatrixLayout_t b_layout, const void* beta, const void* c,
                                hipblasLtMatrixLayout_t c_layout, void* d, hipblasLtMatrixLayout_t d_layout,
                                const hipblasLtMatmulAlgo_t* algorithm, void* workspace, size_t workspace_size,
                                hipStream_t stream);

hipblasStatus_t hipblasLtMatrixTransformDescCreate(hipblasLtMatrixTransformDesc_t* transform, hipDataType scale);
hipblasStatus_t hipblasLtMatrixTransformDescDestroy(hipblasLtMatrixTransformDesc_t transform);
ROCM_BINDGEN_BLASLT_ATTRIBUTES(MatrixTransformDesc, hipblasLtMatrixTransformDesc_t,
                               hipblasLtMatrixTransformDescAttributes_t)
hipblasStatus_t hipblasLtMatrixTransform(hipblasLtHandle_t handle, hipblasLtMatrixTransformDesc_t transform,
                                         const void* alpha, const void* a, hipblasLtMatrixLayout_t a_layout,
                                         const void* beta, const void* b, hipblasLtMatrixLayout_t b_layout, void* c,
                                         hipblasLtMatrixLayout_t c_layout, hipStream_t stream);
#ifdef __cplusplus
}
#endif
