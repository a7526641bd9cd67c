// Kernels whose accesses to global memory can be counted by hand. The lines that the tests look at end with a comment
// that names them.
#include <cuda_runtime.h>

extern "C" __global__ void contiguous(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // line: contiguous
}

extern "C" __global__ void every_other(const float* in, float* out) {
  const unsigned i = threadIdx.x;
  out[i] = in[2 * i];  // line: every other
}

extern "C" __global__ void column(const float* in, float* out) {
  const unsigned i = threadIdx.x;
  out[i] = in[32 * i];  // line: column
}

// `mask` is 0. The compiler does not know it, and so uses the address of each thread.
extern "C" __global__ void one_element(const float* in, float* out, unsigned mask) {
  const unsigned i = threadIdx.x;
  out[i] = in[i & mask];  // line: one element
}

extern "C" __global__ void misaligned(const float* in, float* out) {
  const unsigned i = threadIdx.x;
  out[i + 1] = in[i + 1];  // line: misaligned
}

extern "C" __global__ void bytes(const unsigned char* in, unsigned char* out) {
  const unsigned i = threadIdx.x;
  out[i] = in[i];  // line: bytes
}

extern "C" __global__ void vectors(const float4* in, float4* out) {
  const unsigned i = threadIdx.x;
  out[i] = in[i];  // line: vectors
}

extern "C" __global__ void half_empty(const float* in, float* out) {
  const unsigned i = threadIdx.x;
  if (i % 2 == 0) out[i] = in[i];  // line: half empty
}

extern "C" __global__ void atomics(unsigned* out) {
  atomicAdd(&out[threadIdx.x], 1u);
}

extern "C" __global__ void beyond(float* out) {
  out[1 << 20] = 1;
}
