// Kernels whose accesses to LDS can be counted by hand: each thread writes one element, and reads that of the thread
// with the opposite number. The lines that the tests look at end with a comment that names them.
#include <cuda_runtime.h>

constexpr unsigned kThreads = 256;

template <unsigned stride, class T>
__device__ void exchange(const T* in, T* out) {
  __shared__ T tile[kThreads * stride];
  const unsigned i = threadIdx.x, opposite = kThreads - 1 - i;
  const T value = in[i];
  tile[i * stride] = value;  // line: write
  __syncthreads();
  const T other = tile[opposite * stride];  // line: read
  out[i] = other;
}

extern "C" __global__ void no_conflict(const float* in, float* out) {
  exchange<1>(in, out);
}
extern "C" __global__ void two_ways(const float* in, float* out) {
  exchange<2>(in, out);
}
extern "C" __global__ void all_ways(const float* in, float* out) {
  exchange<32>(in, out);
}
extern "C" __global__ void padded(const float* in, float* out) {
  exchange<33>(in, out);
}
extern "C" __global__ void pairs(const float2* in, float2* out) {
  exchange<1>(in, out);
}
extern "C" __global__ void quads(const float4* in, float4* out) {
  exchange<1>(in, out);
}
extern "C" __global__ void bytes_of_lds(const unsigned char* in, unsigned char* out) {
  exchange<1>(in, out);
}

// `mask` is 0. The compiler does not know it, and so uses the address of each thread.
extern "C" __global__ void one_dword(const float* in, float* out, unsigned mask) {
  __shared__ float tile[kThreads];
  const unsigned i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[i & mask];  // line: one dword
}

extern "C" __global__ void one_counter(unsigned* out, unsigned mask) {
  __shared__ unsigned counters[kThreads];
  counters[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counters[threadIdx.x & mask], threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = counters[threadIdx.x];
}

extern "C" __global__ void three_barriers(unsigned* out) {
  for (unsigned i = 0; i < 3; ++i) {
    out[threadIdx.x] += i;
    __syncthreads();
  }
}
