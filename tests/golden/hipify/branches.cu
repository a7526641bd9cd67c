// Branches that no compiler takes are translated, too.
#if 0
cudaMalloc(&p, 4);                               // HIP: hipMalloc(&p, 4);
__global__ void never(cudaTextureObject_t t) {}  // HIP: __global__ void never(hipTextureObject_t t) {}
#include <cuda_fp16.h>                           // HIP: #include <hip/hip_fp16.h>
this is no C++ at all: cudaFree(p) }}}           // HIP: this is no C++ at all: hipFree(p) }}}
k<<<1, 2>>>(cudaStreamDefault);                  // HIP: k<<<1, 2>>>(hipStreamDefault);
#endif

#ifdef USE_STREAMS
cudaStream_t stream;  // HIP: hipStream_t stream;
#elif defined(USE_EVENTS)
cudaEvent_t event;  // HIP: hipEvent_t event;
#else
cudaGraph_t graph;  // HIP: hipGraph_t graph;
#endif

#if __CUDA_ARCH__ >= 9999      // HIP: #if ROCM_BINDGEN_CUDA_ARCH >= 9999
#  if CUDART_VERSION >= 99000  // HIP: #  if ROCM_BINDGEN_CUDA_VERSION >= 99000
__device__ cudaError_t deep;   // HIP: __device__ hipError_t deep;
#  else
__device__ cudaArray_t deeper;  // HIP: __device__ hipArray_t deeper;
#  endif
#endif

#ifdef __CUDACC__            // HIP: #ifdef __HIPCC__
#  define API_CALL cudaFree  // HIP: #  define API_CALL hipFree
#else
#  define API_CALL cudaFreeArray  // HIP: #  define API_CALL hipFreeArray
#endif

#if defined(cudaStreamNonBlocking)  // HIP: #if defined(hipStreamNonBlocking)
#endif
#undef cudaMallocHost       // HIP: #undef hipHostMalloc
#ifdef cudaMemAttachGlobal  // HIP: #ifdef hipMemAttachGlobal
#endif
#pragma message("cudaMalloc")  // SAME
#pragma unroll                 // HIP: #pragma no_loop_to_unroll
#pragma unroll 4               // SAME
