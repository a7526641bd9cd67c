// LDS that the threads of a block share, with and without the required barriers.
#include <cuda_runtime.h>

constexpr unsigned kThreads = 256;

extern "C" __global__ void reverse(const int* in, int* out) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

extern "C" __global__ void reverse_without_barrier(const int* in, int* out) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x];
  out[blockIdx.x * kThreads + threadIdx.x] = tile[kThreads - 1 - threadIdx.x];  // fault: reverse_without_barrier
}

// Each thread reads the value of the previous one. Without the barrier, the result is still correct if waves run one
// after another.
extern "C" __global__ void shift(const int* in, int* out) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = threadIdx.x == 0 ? 0 : tile[threadIdx.x - 1];
}

extern "C" __global__ void shift_without_barrier(const int* in, int* out) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = threadIdx.x == 0 ? 0 : tile[threadIdx.x - 1];  // fault: shift_without_barrier
}

// Sums the numbers of a block. Half of the threads remain after each step. If `barriers` is 0, the barriers between
// steps are omitted. The sum is then correct only if the block is one wave.
extern "C" __global__ void sum(const int* in, int* out, int barriers) {
  extern __shared__ int partial[];
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];  // fault: sum
    if (barriers != 0) __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void overrun_static(int* out, unsigned offset) {
  __shared__ int tile[64];
  tile[(threadIdx.x + offset)] = static_cast<int>(threadIdx.x);  // fault: overrun_static
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void overrun_dynamic(int* out, unsigned offset) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = dynamic[threadIdx.x + offset];  // fault: overrun_dynamic
}

// Uses a generic pointer, which points to LDS or to global memory. The asm hides from the compiler where it points.
extern "C" __global__ void overrun_generic(int* global, unsigned offset, int in_lds) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 0;
  int* where = in_lds != 0 ? tile : global;
  asm volatile("" : "+v"(where));
  atomicAdd(where + threadIdx.x + offset, 1);  // fault: overrun_generic
  __syncthreads();
  global[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void read_unwritten(int* out, unsigned written) {
  __shared__ int tile[kThreads];
  if (threadIdx.x < written) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];  // fault: read_unwritten
}

extern "C" __global__ void count_in_lds(int* out, int atomically) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  if (atomically != 0)
    atomicAdd(&counter, 1);
  else
    counter += 1;  // fault: count_in_lds
  __syncthreads();
  if (threadIdx.x == 0) *out = counter;
}
