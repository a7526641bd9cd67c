// Functions for host and device, in which __CUDA_ARCH__ selects the code of each.
#include "../program.cuh"

__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ >= 500 ? 2 : 1;
#else
  return 0;
#endif
}

#if defined(__CUDA_ARCH__)
__device__ int only_for_device(int x) {
  return x + 1;
}
#endif

template <typename T>
__host__ __device__ T clamp_low(T x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 500
  return x > T(0) ? only_for_device(x) : T(0);
#else
  return x > T(0) ? x + 1 : T(0);
#endif
}

__global__ void ask(int* out) {
  out[0] = where();
  out[1] = clamp_low(41);
  out[2] = clamp_low(-41);
}

int main() {
  DeviceArray<int> out(3);
  ask<<<1, 1>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = out.host();
  expect(where() == 0, "host code is compiled without __CUDA_ARCH__");
  expect(result[0] == 2, "device code is compiled with __CUDA_ARCH__");
  expect(clamp_low(41) == 42 && clamp_low(-41) == 0, "the host's branch");
  expect(result[1] == 42 && result[2] == 0, "the device's branch");
  std::printf("host %d, device %d\n", where(), result[0]);
  return verdict();
}
