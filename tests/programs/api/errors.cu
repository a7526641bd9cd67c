// Errors of the runtime: bad launches and arguments, cudaGetLastError() and cudaPeekAtLastError(), and a good launch
// after them.
#include <cstring>

#include "../program.cuh"

__global__ void set(int* value) {
  *value = 7;
}

// A launch with an impossible geometry gives one of these errors; runtimes differ in which one.
bool is_launch_error(cudaError_t error) {
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

int main() {
  DeviceArray<int> value(1);
  value.clear();
  expect(cudaGetLastError() == cudaSuccess, "no error at the start");

  set<<<1, 5000>>>(value.get());
  expect(is_launch_error(cudaPeekAtLastError()), "a block with too many threads");
  expect(is_launch_error(cudaGetLastError()), "peeking keeps the error");
  expect(cudaGetLastError() == cudaSuccess, "getting the error clears it");

  set<<<0, 32>>>(value.get());
  expect(is_launch_error(cudaGetLastError()), "a grid without blocks");
  set<<<1, 32, 100000000>>>(value.get());
  expect(cudaGetLastError() != cudaSuccess, "more shared memory than a block can have");
  CUDA_CHECK(cudaDeviceSynchronize());
  expect(value.host()[0] == 0, "none of these kernels ran");

  void* memory = nullptr;
  expect(cudaMalloc(&memory, size_t(1) << 60) == cudaErrorMemoryAllocation, "more memory than the device has");
  expect(cudaGetLastError() == cudaErrorMemoryAllocation, "the error of an allocation is remembered");
  expect(cudaMemcpy(value.get(), nullptr, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue, "a copy from nowhere");
  expect(cudaSetDevice(1000) == cudaErrorInvalidDevice, "a device that does not exist");
  int attribute = 0;
  expect(cudaDeviceGetAttribute(&attribute, cudaDevAttrMaxThreadsPerBlock, 1000) == cudaErrorInvalidDevice,
         "an attribute of a device that does not exist");
  cudaGetLastError();  // clears the error

  expect(std::strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess") == 0 ||
             std::strcmp(cudaGetErrorName(cudaSuccess), "hipSuccess") == 0,
         "the name of success");
  expect(std::strlen(cudaGetErrorString(cudaErrorInvalidValue)) > 0, "errors have a text");
  expect(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorMemoryAllocation)) != 0,
         "different errors have different texts");

  set<<<1, 1>>>(value.get());
  CUDA_CHECK_KERNEL();
  expect(value.host()[0] == 7, "the device works after errors");
  std::printf("value %d\n", value.host()[0]);
  return verdict();
}
