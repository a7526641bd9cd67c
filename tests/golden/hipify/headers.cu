// RUN: --rocm-path HIP-7.0
// Headers: renamed, their brackets or quotes kept. What follows the name stays.
#include <cuda.h>                                 // HIP: #include <hip/hip_runtime.h>
#include <cuda_runtime.h>                         // HIP: #include <hip/hip_runtime.h>
#include "cuda_runtime.h"                         // HIP: #include "hip/hip_runtime.h"
#include <cuda_runtime_api.h>                     // HIP: #include <hip/hip_runtime_api.h>
#include "cuda_runtime_api.h"                     // HIP: #include "hip/hip_runtime_api.h"
#include <driver_types.h>                         // HIP: #include <hip/driver_types.h>
#include <vector_types.h>                         // HIP: #include <hip/hip_vector_types.h>
#include <channel_descriptor.h>                   // HIP: #include <hip/channel_descriptor.h>
#include <cuda_fp16.h>                            // HIP: #include <hip/hip_fp16.h>
#include <cuda_fp16.hpp>                          // HIP: #include <hip/hip_fp16.h>
#include "cuda_bf16.h"                            // HIP: #include "hip/hip_bf16.h"
#include <cuda_fp8.h>                             // HIP: #include <hip/hip_fp8.h>
#include <cuComplex.h>                            // HIP: #include <hip/hip_complex.h>
#include <cooperative_groups.h>                   // HIP: #include <hip/hip_cooperative_groups.h>
#include <library_types.h>                        // HIP: #include <hip/library_types.h>
#include <cuda_profiler_api.h>                    // HIP: #include <hip/hip_runtime_api.h>
#include <nvrtc.h>                                // HIP: #include <hip/hiprtc.h>
#include <cublas_v2.h>                            // HIP: #include <hipblas/hipblas.h>
#include "cublas_v2.h"                            // HIP: #include "hipblas/hipblas.h"
#include <cublas.h>                               // HIP: #include <hipblas/hipblas.h>
#include <cublasLt.h>                             // HIP: #include <hipblaslt/hipblaslt.h>
#include <curand.h>                               // HIP: #include <hiprand/hiprand.h>
#include <curand_kernel.h>                        // HIP: #include <hiprand/hiprand_kernel.h>
#include <cufft.h>                                // HIP: #include <hipfft/hipfft.h>
#include <cufftXt.h>                              // HIP: #include <hipfft/hipfftXt.h>
#include <cusparse.h>                             // HIP: #include <hipsparse/hipsparse.h>
#include <cusparse_v2.h>                          // HIP: #include <hipsparse/hipsparse.h>
#include <cusolverDn.h>                           // HIP: #include <hipsolver/hipsolver.h>
#include <cusolverSp.h>                           // HIP: #include <hipsolver/hipsolver.h>
#include <cudnn.h>                                // HIP: #include <miopen/miopen.h>
#include <nccl.h>                                 // HIP: #include <rccl/rccl.h>
#include <cub/cub.cuh>                            // HIP: #include <hipcub/hipcub.hpp>
#include <cub/device/device_reduce.cuh>           // HIP: #include <hipcub/hipcub.hpp>
#include <cub/block/block_scan.cuh>               // HIP: #include <hipcub/hipcub.hpp>
#include <nvToolsExt.h>                           // HIP: #include <roctracer/roctx.h>
#include <thrust/device_vector.h>                 // SAME
#include <thrust/system/cuda/execution_policy.h>  // HIP: #include <thrust/system/hip/execution_policy.h>
#include <cooperative_groups/reduce.h>            // SAME
#include <cuda/std/limits>                        // SAME
#include <cuda/atomic>                            // SAME
#include <cstdio>                                 // SAME
  #  include   <cuda_fp16.h>   // spaced          // HIP: #  include   <hip/hip_fp16.h>   // spaced
#	include	"cuda_fp16.h" /* tabs */                // HIP: #	include	"hip/hip_fp16.h" /* tabs */
#include/**/<cuda_fp16.h>                         // HIP: #include/**/<hip/hip_fp16.h>
#include<cuda_fp16.h>                             // HIP: #include<hip/hip_fp16.h>
#include_next <cuda_fp16.h>                       // HIP: #include_next <hip/hip_fp16.h>
%:include <cuda_fp16.h>                           // HIP: %:include <hip/hip_fp16.h>
// A line that goes on.
#include \
  <cuda_fp16.h>  // HIP: <hip/hip_fp16.h>
// By a macro.
#define HALF_HEADER <cuda_fp16.h>                // HIP: #define HALF_HEADER <hip/hip_fp16.h>
#define COMPLEX_HEADER <cuComplex.h>             // HIP: #define COMPLEX_HEADER <hip/hip_complex.h>
#define HALF_HEADER_QUOTED "cuda_fp16.h"         // HIP: #define HALF_HEADER_QUOTED "hip/hip_fp16.h"
#include HALF_HEADER                             // SAME
#if __has_include(<cuda_bf16.h>)                 // HIP: #if __has_include(<hip/hip_bf16.h>)
#if __has_include("cuda_bf16.h") && !defined(X)  // HIP: #if __has_include("hip/hip_bf16.h") && !defined(X)
#endif
#endif
// What only looks like one.
const char* not_a_header = "cuda_runtime.h";               // SAME
const char* not_an_include = "#include <cuda_runtime.h>";  // SAME
// #include <cuda_runtime.h>
/* #include <cuda_runtime.h> */
#include <cuda_runtime.h.in>  // SAME
#include <my/cuda_runtime.h>  // SAME
