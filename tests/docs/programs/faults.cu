// Kernels with the faults that their names state. docs/emulator.md shows how the emulated device reports each of them.
#include <cstdio>
#include <cuda_runtime.h>

extern "C" __global__ void no_tail_check(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];  // launched with 1024 work-items, and `in` has 1000 elements
}

extern "C" __global__ void twice(int* numbers) {
  numbers[threadIdx.x] *= 2;  // launched with freed memory, and with memory that was never written
}

extern "C" __global__ void null_pointer(int* out) {
  out[threadIdx.x] = 1;
}

extern "C" __global__ void lds_overrun(int* out) {
  __shared__ int values[64];
  values[threadIdx.x + 8] = static_cast<int>(threadIdx.x);  // 64 work-items: up to index 71
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

extern "C" __global__ void scratch_overrun(const unsigned* index, int* out) {
  int values[64];
  for (unsigned i = 0; i < 64; ++i) values[i] = static_cast<int>(i * index[0]);
  out[threadIdx.x] = values[index[1]];  // index[1] is 4000
}

extern "C" __global__ void no_barrier(const int* in, int* out) {
  __shared__ int values[256];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] += values[(threadIdx.x + 1) % 256];  // the neighbour may have written its sum already
  out[threadIdx.x] = values[threadIdx.x];
}

extern "C" __global__ void divergent_barrier(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 200) __syncthreads();  // launched with 256 work-items
  out[threadIdx.x] += 1;
}

extern "C" __global__ void uninitialised_lds(int* out, unsigned written) {
  __shared__ int values[256];
  if (threadIdx.x < written) values[threadIdx.x] = 1;  // 32 of 256 elements
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

extern "C" __global__ void misaligned_atomic(char* base) {
  atomicAdd(reinterpret_cast<unsigned*>(base + 2), 1u);
}

extern "C" __global__ void trap() {
  __builtin_trap();
}

extern "C" __global__ void endless(const volatile int* flag) {
  while (*flag == 0) {
  }
}

extern "C" __global__ void damaged() {
  asm volatile(".long 0xdfff0000, 0x01000000");  // no instruction has this encoding
}
