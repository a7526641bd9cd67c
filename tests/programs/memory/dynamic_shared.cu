// Dynamic shared memory: several arrays in one allocation, sizes by launch, in templates, and next to static arrays.
#include "../program.cuh"

// Three arrays of different types, largest alignment first.
__global__ void several_arrays(int count, double* out) {
  extern __shared__ __align__(16) unsigned char storage[];
  double* doubles = reinterpret_cast<double*>(storage);
  int* ints = reinterpret_cast<int*>(doubles + count);
  unsigned char* bytes = reinterpret_cast<unsigned char*>(ints + count);
  const int i = threadIdx.x;
  doubles[i] = 0.5 * i;
  ints[i] = 10 * i;
  bytes[i] = (unsigned char)(i % 7);
  __syncthreads();
  const int other = count - 1 - i;
  out[i] = doubles[other] + ints[other] + bytes[other];
}

template <typename T>
struct SharedArray {
  __device__ static T* get() {
    extern __shared__ __align__(16) unsigned char template_storage[];
    return reinterpret_cast<T*>(template_storage);
  }
};

template <typename T>
__global__ void reverse(T* values) {
  T* shared = SharedArray<T>::get();
  shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

__global__ void with_static(int* out) {
  __shared__ int fixed[32];
  extern __shared__ int dynamic[];
  fixed[threadIdx.x] = threadIdx.x;
  dynamic[threadIdx.x] = 100 + threadIdx.x;
  dynamic[threadIdx.x + 32] = 200 + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = fixed[31 - threadIdx.x] + dynamic[threadIdx.x] + dynamic[63 - threadIdx.x];
}

template <typename T>
void check_reverse(int count) {
  std::vector<T> values(count);
  for (int i = 0; i < count; ++i) values[i] = T(i % 100);
  DeviceArray<T> device(values);
  reverse<T><<<1, count, count * sizeof(T)>>>(device.get());
  CUDA_CHECK_KERNEL();
  expect(device.host() == std::vector<T>(values.rbegin(), values.rend()), "the values are reversed");
}

int main() {
  for (int count : {32, 100, 256}) {
    DeviceArray<double> out(count);
    several_arrays<<<1, count, count * (sizeof(double) + sizeof(int) + 1)>>>(count, out.get());
    CUDA_CHECK_KERNEL();
    const std::vector<double> values = out.host();
    bool right = true;
    for (int i = 0; i < count; ++i) {
      const int other = count - 1 - i;
      right = right && values[i] == 0.5 * other + 10 * other + other % 7;
    }
    expect(right, "three arrays in one allocation");
  }
  check_reverse<char>(50);
  check_reverse<short>(128);
  check_reverse<float>(200);
  check_reverse<double>(1000);

  DeviceArray<int> out(32);
  with_static<<<1, 32, 64 * sizeof(int)>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> values = out.host();
  bool right = true;
  for (int i = 0; i < 32; ++i) right = right && values[i] == (31 - i) + (100 + i) + (200 + 31 - i);
  expect(right, "a static and a dynamic array");

  // More than 48 KiB has to be asked for.
  CUDA_CHECK(cudaFuncSetAttribute(reverse<double>, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 * 1024));
  DeviceArray<double> large(std::vector<double>(64, 1.0));
  reverse<double><<<1, 64, 60 * 1024>>>(large.get());
  CUDA_CHECK_KERNEL();
  expect(large.host()[63] == 1.0, "60 KiB of shared memory");
  std::printf("out[0] = %d\n", values[0]);
  return verdict();
}
