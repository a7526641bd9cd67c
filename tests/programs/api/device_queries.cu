// Queries that programs make about their device before they use it: properties, attributes, versions, limits, and
// peers.
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
  expect(driver > 0 && runtime > 0, "the driver and the runtime have versions");

  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  expect(std::strlen(properties.name) > 0, "the device has a name");
  expect(properties.totalGlobalMem > (1u << 20) && properties.sharedMemPerBlock >= 32 * 1024,
         "the device has global and shared memory");
  expect(properties.maxThreadsPerBlock == 1024 && properties.maxThreadsDim[0] == 1024,
         "a block has up to 1024 threads");
  expect(properties.maxGridSize[0] >= 65535 && properties.multiProcessorCount >= 1,
         "the limits of a grid, and the number of processors");
  expect(properties.major >= 3 && properties.regsPerBlock > 0, "the compute capability and the registers of a block");

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
    expect(can_access == 0 || can_access == 1, "the answer for a peer is yes or no");
  }
  char bus[32] = "";
  CUDA_CHECK(cudaDeviceGetPCIBusId(bus, sizeof(bus), 0));
  int same = -1;
  CUDA_CHECK(cudaDeviceGetByPCIBusId(&same, bus));
  expect(same == 0, "the device is found by its bus id");
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaDeviceReset());
  std::printf("%d threads in a block at most\n", properties.maxThreadsPerBlock);
  return verdict();
}
