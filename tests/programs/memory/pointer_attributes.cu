// cudaPointerGetAttributes() of device memory, of an address within an allocation, and of pinned host memory.
#include "../program.cuh"

int main() {
  int *device = nullptr, *pinned = nullptr;
  CUDA_CHECK(cudaMalloc(&device, 400));
  CUDA_CHECK(cudaMallocHost(&pinned, 400));
  cudaPointerAttributes attributes;

  CUDA_CHECK(cudaPointerGetAttributes(&attributes, device));
  expect(attributes.type == cudaMemoryTypeDevice && attributes.device == 0, "memory of the device");
  expect(attributes.devicePointer == device, "the address of memory of the device");
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, device + 50));
  expect(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == device + 50,
         "an address within an allocation");
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, pinned));
  expect(attributes.type == cudaMemoryTypeHost && attributes.hostPointer == pinned, "pinned memory of the host");

  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFreeHost(pinned));
  std::printf("two kinds of memory\n");
  return verdict();
}
