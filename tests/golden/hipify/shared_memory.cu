// Dynamic shared memory stays as CUDA spells it.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace shared_memory {

extern __shared__ float at_namespace_scope[];  // SAME

__global__ void sums(float* out) {
  extern __shared__ float values[];  // SAME
  __shared__ float fixed[32];        // SAME
  values[threadIdx.x] = fixed[threadIdx.x & 15];
  __syncthreads();
  out[threadIdx.x] = values[0] + at_namespace_scope[0];
}

__global__ void aligned(double* out) {
  extern __shared__ __align__(16) unsigned char bytes[];  // SAME
  auto* doubles = reinterpret_cast<double*>(bytes);
  out[threadIdx.x] = doubles[threadIdx.x];
}

struct Pair { int a; float b; };
__global__ void pairs(Pair* out) {
  extern __shared__ Pair staged[];  // SAME
  out[threadIdx.x] = staged[threadIdx.x];
}

void launch(float* out, cudaStream_t stream) { sums<<<1, 64, 256, stream>>>(out); }
// HIP: void launch(float* out, hipStream_t stream) { sums<<<1, 64, 256, stream>>>(out); }

}  // namespace shared_memory
