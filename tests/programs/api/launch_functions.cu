// Launches without <<<>>>: cudaLaunchKernel with an array of arguments, cudaLaunchKernelEx, and pointers to kernels.
#include "../program.cuh"

struct Pair {
  short a;
  double b;
};

__global__ void mixed(char first, Pair pair, int* out, const float* in, unsigned long long last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = first + pair.a + int(pair.b) + int(in[i]) + int(last) + i;
}

template <typename T>
__global__ void fill(T* out, T value) {
  extern __shared__ unsigned char scratch[];  // a byte per thread
  scratch[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = value * T(scratch[blockDim.x - 1 - threadIdx.x]);
}

int main() {
  const int count = 128;
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = float(i % 10);
  DeviceArray<float> in(values);
  DeviceArray<int> out(count);

  char first = 'a';
  Pair pair = {-20, 1000.75};
  int* out_pointer = out.get();
  const float* in_pointer = in.get();
  unsigned long long last = 5;
  void* arguments[] = {&first, &pair, &out_pointer, &in_pointer, &last};
  CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(mixed), dim3(2), dim3(count / 2), arguments, 0, nullptr));
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = out.host();
  bool right = true;
  for (int i = 0; i < count; ++i) right = right && result[i] == 'a' - 20 + 1000 + i % 10 + 5 + i;
  expect(right, "a launch with an array of arguments");

  int value = 42;
  void* fill_arguments[] = {&out_pointer, &value};
  CUDA_CHECK(cudaLaunchKernel(fill<int>, dim3(4), dim3(32), fill_arguments, 32, cudaStream_t(0)));
  CUDA_CHECK_KERNEL();
  expect(out.host() == std::vector<int>(count, 42), "a template with dynamic shared memory");

  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(64);
  config.dynamicSmemBytes = 64;
  config.stream = stream;
  CUDA_CHECK(cudaLaunchKernelEx(&config, fill<int>, out.get(), 9));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  expect(out.host() == std::vector<int>(count, 9), "a launch with a configuration");
  CUDA_CHECK(cudaStreamDestroy(stream));
  std::printf("first result %d\n", result[0]);
  return verdict();
}
