// What only HIP compiles is HIP already: it stays as it is.
// PROLOGUE: waves
#ifdef __HIP_PLATFORM_AMD__  // SAME
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
namespace cub = hipcub;                           // SAME
inline constexpr auto cudaSuccess = hipSuccess;   // SAME
#define cudaMalloc hipMalloc                      // SAME
typedef hipStream_t cudaStream_t;                 // SAME
#if defined(__GFX9__)
#define WS 64
#else
#define WS 32
#endif
static __device__ int __dp4a(const int a, const int b, int c) { return a * b + c; }  // SAME
__device__ int sum(int v) {
  for (int m = WS / 2; m; m /= 2) v += __shfl_xor(v, m);  // SAME
  return v + __popcll(__ballot(v)) + warpSize;            // SAME
}
#if __CUDA_ARCH__ >= 700                                // SAME
#endif
void launch() { kernel<<<{1, 1, 1}, 32>>>(); }          // SAME
__device__ void dot(int& c) { asm("v_dot4_i32_i8 %0, %0, %0, %0" : "+v"(c)); }  // SAME
// A name of CUDA's API that nothing there declares can only be meant for translation.
void sync() { cudaDeviceSynchronize(); }                // HIP: void sync() { hipDeviceSynchronize(); }
#else
#include <cub/cub.cuh>                                  // HIP: #include <hipcub/hipcub.hpp>
__device__ int sum(int v) { return __shfl_xor(v, 16); } // HIP: __device__ int sum(int v) { return rocm_bindgen__shfl_xor(v, 16); }
#endif
cudaStream_t stream;                                    // HIP: hipStream_t stream;
using Reduce = cub::WarpReduce<int>;                    // HIP: using Reduce = hipcub::WarpReduce<int>;
void allocate(void** p) { if (cudaMalloc(p, 4) != cudaSuccess) throw 1; }  // HIP: void allocate(void** p) { if (hipMalloc(p, 4) != hipSuccess) throw 1; }
#if defined(USE_ROCM)
__device__ bool all(bool b) { return __all(b); }        // SAME
#endif
__device__ int both(int v) { return __shfl_down(v, 1); }  // HIP: __device__ int both(int v) { return rocm_bindgen__shfl_down(v, 1); }
// WARNING: '__shfl_down' refers to HIP's waves ... -DROCM_BINDGEN_WARP_SIZE_OF_WAVES=0
int width() { return warpSize; }  // WARNING: 'warpSize' refers to HIP's waves
