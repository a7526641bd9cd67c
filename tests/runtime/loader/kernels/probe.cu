// Kernels for tests of the runtime, with parameter lists of each kind. Their results matter only on a real GPU.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

struct Affine {
  float by;
  float plus;
};

extern "C" __global__ void empty() {}

extern "C" __global__ void scale(float* data, float by, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

extern "C" __global__ void add(const float* a, const float* b, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

extern "C" __global__ void affine(float* data, Affine how, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * how.by + how.plus;
}

extern "C" __global__ void narrow(float* out, __half half_value, __nv_bfloat16 bfloat_value, unsigned char byte,
                                  double wide, long long integer) {
  out[0] = __half2float(half_value);
  out[1] = __bfloat162float(bfloat_value);
  out[2] = float(byte);
  out[3] = float(wide);
  out[4] = float(integer);
}

// Uses 1 KB of static LDS in addition to the launch's dynamic LDS. Reverses the elements of each workgroup.
extern "C" __global__ void reverse(float* data) {
  __shared__ float fixed[256];
  extern __shared__ float dynamic[];
  fixed[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  dynamic[threadIdx.x] = fixed[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = dynamic[threadIdx.x];
}

namespace shapes {

template <class T>
__global__ void fill(T* data, T value, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value;
}
template __global__ void fill<float>(float*, float, unsigned);
template __global__ void fill<int>(int*, int, unsigned);

}  // namespace shapes
