// Pinned host memory: copies to and from it, mapped memory that a kernel uses, and memory that is registered later.
#include <cstring>

#include "../program.cuh"

__global__ void square(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i];
}

int main() {
  const int count = 3000;
  const size_t bytes = count * sizeof(int);
  CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceMapHost));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  int* pinned = nullptr;
  CUDA_CHECK(cudaMallocHost(&pinned, bytes));
  for (int i = 0; i < count; ++i) pinned[i] = i - 1500;
  DeviceArray<int> in(count), out(count);
  CUDA_CHECK(cudaMemcpyAsync(in.get(), pinned, bytes, cudaMemcpyHostToDevice, stream));
  square<<<blocks_for(count, 128), 128, 0, stream>>>(in.get(), out.get(), count);
  CUDA_CHECK(cudaMemcpyAsync(pinned, out.get(), bytes, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  bool right = true;
  for (int i = 0; i < count; ++i) right = right && pinned[i] == (i - 1500) * (i - 1500);
  expect(right, "a kernel between two asynchronous copies");
  CUDA_CHECK(cudaFreeHost(pinned));

  int *mapped_in = nullptr, *mapped_out = nullptr, *device_in = nullptr, *device_out = nullptr;
  CUDA_CHECK(cudaHostAlloc(&mapped_in, bytes, cudaHostAllocMapped | cudaHostAllocWriteCombined));
  CUDA_CHECK(cudaHostAlloc(&mapped_out, bytes, cudaHostAllocMapped | cudaHostAllocPortable));
  CUDA_CHECK(cudaHostGetDevicePointer(&device_in, mapped_in, 0));
  CUDA_CHECK(cudaHostGetDevicePointer(&device_out, mapped_out, 0));
  for (int i = 0; i < count; ++i) mapped_in[i] = i % 100;
  square<<<blocks_for(count, 128), 128, 0, stream>>>(device_in, device_out, count);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  right = true;
  for (int i = 0; i < count; ++i) right = right && mapped_out[i] == (i % 100) * (i % 100);
  expect(right, "a kernel reads and writes mapped memory");
  unsigned flags = 0;
  CUDA_CHECK(cudaHostGetFlags(&flags, mapped_out));
  expect((flags & cudaHostAllocMapped) != 0, "the flags of mapped memory");
  cudaPointerAttributes attributes;
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, mapped_in));
  expect(attributes.type == cudaMemoryTypeHost && attributes.hostPointer == mapped_in, "attributes of mapped memory");
  CUDA_CHECK(cudaFreeHost(mapped_in));
  CUDA_CHECK(cudaFreeHost(mapped_out));

  std::vector<int> registered(count, 7);
  int* device = nullptr;
  CUDA_CHECK(cudaHostRegister(registered.data(), bytes, cudaHostRegisterMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&device, registered.data(), 0));
  square<<<blocks_for(count, 128), 128, 0, stream>>>(device, device, count);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaHostUnregister(registered.data()));
  right = true;
  for (int value : registered) right = right && value == 49;
  expect(right, "a kernel changes registered memory");
  CUDA_CHECK(cudaStreamDestroy(stream));
  std::printf("%d numbers\n", count);
  return verdict();
}
