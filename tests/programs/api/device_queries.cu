// Queries that programs make of their device before they work: properties, attributes, versions, limits, and peers.
#include <cstring>

#include "../program.cuh"

int main() {
  int devices = 0, current = -1, driver = 0, runtime = 0;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  expect(devices >= 1, "there is a device");
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaGetDevice(&current));
  expect(current == 0, "the first device is in use");
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  expect(driver > 0 && runtime > 0, "versions");

  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  expect(std::strlen(properties.name) > 0, "the device has a name");
  expect(properties.totalGlobalMem > (1u << 20) && properties.sharedMemPerBlock >= 32 * 1024, "its memory");
  expect(properties.maxThreadsPerBlock == 1024 && properties.maxThreadsDim[0] == 1024, "threads of a block");
  expect(properties.maxGridSize[0] >= 65535 && properties.multiProcessorCount >= 1, "blocks and processors");
  expect(properties.major >= 3 && properties.regsPerBlock > 0, "its capability");

  int value = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
  expect(value == properties.maxThreadsPerBlock, "the attribute agrees with the property");
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  expect(value == properties.multiProcessorCount, "the number of processors agrees");
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  expect(size_t(value) == properties.sharedMemPerBlock, "shared memory agrees");

  size_t heap = 0;
  CUDA_CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  expect(heap > 0, "the heap of kernels has a size");

  // A machine with one device has no peers. Both answers are right, because the hardware decides.
  for (int peer = 1; peer < devices; ++peer) {
    int can_access = -1;
    CUDA_CHECK(cudaDeviceCanAccessPeer(&can_access, 0, peer));
    expect(can_access == 0 || can_access == 1, "an answer for each peer");
  }
  char bus[32] = "";
  CUDA_CHECK(cudaDeviceGetPCIBusId(bus, sizeof(bus), 0));
  int same = -1;
  CUDA_CHECK(cudaDeviceGetByPCIBusId(&same, bus));
  expect(same == 0, "the device is found by its place on the bus");
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaDeviceReset());
  std::printf("%d threads in a block at most\n", properties.maxThreadsPerBlock);
  return verdict();
}
