// Copies of every kind, with odd sizes: both directions, within the device, with cudaMemcpyDefault, and memory sets.
#include "../program.cuh"

int main() {
  const int count = 1001;
  std::vector<unsigned char> pattern(count), back(count);
  for (int i = 0; i < count; ++i) pattern[i] = (unsigned char)(i * 7);
  DeviceArray<unsigned char> a(count), b(count);

  CUDA_CHECK(cudaMemcpy(a.get(), pattern.data(), count, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(b.get(), a.get(), count, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaMemcpy(back.data(), b.get(), count, cudaMemcpyDeviceToHost));
  expect(back == pattern, "to the device, within it, and back");

  // Parts that begin and end at odd addresses.
  CUDA_CHECK(cudaMemset(b.get(), 0xee, count));
  CUDA_CHECK(cudaMemcpy(b.get() + 3, a.get() + 101, 333, cudaMemcpyDefault));
  CUDA_CHECK(cudaMemcpy(back.data(), b.get(), count, cudaMemcpyDefault));
  bool right = true;
  // Byte 3 has the value of byte 101, which is 98 bytes after it.
  for (int i = 0; i < count; ++i) right = right && back[i] == (i >= 3 && i < 336 ? pattern[i + 98] : 0xee);
  expect(right, "a part, and nothing around it");

  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMemsetAsync(b.get() + 1, 0x11, 500, stream));
  CUDA_CHECK(cudaMemsetAsync(b.get() + 500, 0x22, 500, stream));
  CUDA_CHECK(cudaMemcpyAsync(back.data(), b.get(), count, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  right = back[0] == 0xee && back[1000] == 0xee;
  for (int i = 1; i < 1000; ++i) right = right && back[i] == (i < 500 ? 0x11 : 0x22);
  expect(right, "memory sets of a stream happen in order");
  CUDA_CHECK(cudaStreamDestroy(stream));

  CUDA_CHECK(cudaMemcpy(back.data(), pattern.data(), count, cudaMemcpyHostToHost));
  expect(back == pattern, "from host to host");
  CUDA_CHECK(cudaMemcpy(a.get(), pattern.data(), 0, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaFree(nullptr));

  size_t free_bytes = 0, total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  expect(free_bytes > 0 && free_bytes <= total_bytes, "free memory is a part of all memory");
  std::printf("%d bytes\n", count);
  return verdict();
}
