// Kernels that write to the code or the constants of their code object.
#include <cuda_runtime.h>

__device__ __noinline__ int called(int x) {
  return x * 3 + 1;
}
__device__ int (*function)(int) = called;
__device__ const int table[4] = {11, 12, 13, 14};
__device__ int variables[4] = {1, 2, 3, 4};

extern "C" __global__ void write_own_code(int* out) {
  auto* code = reinterpret_cast<int*>(__builtin_amdgcn_s_getpc());
  out[threadIdx.x] = 1;
  if (threadIdx.x == 5) *code = 0;  // fault: write_own_code
}

extern "C" __global__ void clear_function(int* out) {
  auto* code = reinterpret_cast<unsigned char*>(function);
  out[0] = function(2);
  for (unsigned i = 0; i < 16; ++i) code[i] = 0;  // fault: clear_function
}

extern "C" __global__ void add_to_function() {
  atomicAdd(reinterpret_cast<unsigned*>(function), 1u);  // fault: add_to_function
}

extern "C" __global__ void write_constant(unsigned index) {
  const_cast<volatile int*>(table)[index] = 7;  // fault: write_constant
}

// The writable variables are next to the read-only ones.
extern "C" __global__ void write_variables(int* out, unsigned index) {
  variables[threadIdx.x] += 10;
  out[threadIdx.x] = variables[threadIdx.x] + table[index] + function(threadIdx.x);
}
