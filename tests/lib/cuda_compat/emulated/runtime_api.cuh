// Arguments for the calls of the runtime and driver APIs. The calls are never executed, so most of them have no value.
// Only the kernels kt<T> and k run.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

namespace runtime_api {

__constant__ float cf[16];
__constant__ int ci;
__device__ float4 dv;
struct P {
  int a;
  float b[4];
};
__constant__ P cp;
__device__ int* dptr;
__managed__ int mm;
__device__ volatile int vflag;
__device__ const float tbl[3] = {1, 2, 3};
// Stores a number.
template <typename T>
__global__ void kt(T* p, T v) {
  p[0] = v;
}
// Adds variables of the device.
__global__ void k(float* p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] = cf[0] + ci + dv.x + cp.a;
}
static void CUDART_CB cb(cudaStream_t s, cudaError_t e, void* d) {}
static void CUDART_CB hf(void* d) {}
#define RUNTIME_API_CHECK(x)                                           \
  do {                                                                 \
    cudaError_t e_ = (x);                                              \
    if (e_ != cudaSuccess) {                                           \
      printf("%s %s\n", cudaGetErrorName(e_), cudaGetErrorString(e_)); \
      exit(EXIT_FAILURE);                                              \
    }                                                                  \
  } while (0)
inline size_t smem(int bs) {
  return bs * 4;
}
texture<float, 2, cudaReadModeElementType> texRef;
texture<float4, 1, cudaReadModeElementType> tex1;
texture<unsigned char, cudaTextureType3D, cudaReadModeNormalizedFloat> tex3;
float *d, *h;
int n = 16, v = 0;
float hc[16];
P hp;
int hi = 3;
cudaStream_t st, s2;
cudaEvent_t e0, e1, ev;
float ms;
size_t pitch, fr, tot, sz;
float4 f4;
unsigned fl;
int dev;
void* args[] = {&d, &n};
CUdevice device;
CUmodule mod;
CUfunction fn;
CUcontext ctx;
CUdeviceptr address, d2;
cudaStream_t s = nullptr;
float* fp;
cudaArray* arr;
cudaArray_t arr2;
cudaChannelFormatDesc cd;
cudaExtent ext;

}  // namespace runtime_api
