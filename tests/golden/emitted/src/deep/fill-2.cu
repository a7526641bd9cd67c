#include <cuda_runtime.h>

#include "shared.cuh"

namespace app {

template <class T>
__global__ void fill(T* out, T value) {
  out[threadIdx.x] = value;
}

template __global__ void fill<int>(int*, int);
template __global__ void fill<float>(float*, float);

// A name that C++ and Rust reserve.
__global__ void match(float* type, float fn) {
  *type = clamped(fn, 0.0f, 1.0f);
}

}  // namespace app
