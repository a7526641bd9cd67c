// The legacy default stream and blocking streams wait for each other; streams with priorities; per-thread streams.
#include "../program.cuh"

__global__ void append(int* log, int* length, int value) {
  log[(*length)++] = value;
}

int main() {
  DeviceArray<int> log(16), length(1);
  length.clear();
  cudaStream_t blocking;
  CUDA_CHECK(cudaStreamCreate(&blocking));
  append<<<1, 1, 0, blocking>>>(log.get(), length.get(), 1);
  append<<<1, 1>>>(log.get(), length.get(), 2);
  append<<<1, 1, 0, blocking>>>(log.get(), length.get(), 3);
  append<<<1, 1, 0, cudaStreamLegacy>>>(log.get(), length.get(), 4);
  CUDA_CHECK_KERNEL();
  const std::vector<int> entries = log.host();
  expect(length.host()[0] == 4, "all four kernels ran");
  bool in_order = true;
  for (int i = 0; i < 4; ++i) in_order = in_order && entries[i] == i + 1;
  expect(in_order, "the default stream and a blocking stream take turns");

  append<<<1, 1, 0, cudaStreamPerThread>>>(log.get(), length.get(), 5);
  CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));
  expect(length.host()[0] == 5, "the per-thread stream");

  int least = 0, greatest = 0;
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  expect(greatest <= least, "a smaller number is a greater priority");
  cudaStream_t urgent;
  CUDA_CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
  int priority = 1000;
  unsigned flags = 0;
  CUDA_CHECK(cudaStreamGetPriority(urgent, &priority));
  CUDA_CHECK(cudaStreamGetFlags(urgent, &flags));
  expect(priority == greatest && flags == cudaStreamNonBlocking, "the stream reports its priority and flags");
  append<<<1, 1, 0, urgent>>>(log.get(), length.get(), 6);
  CUDA_CHECK(cudaStreamSynchronize(urgent));
  expect(log.host()[5] == 6, "a stream with a priority");
  CUDA_CHECK(cudaStreamDestroy(blocking));
  CUDA_CHECK(cudaStreamDestroy(urgent));
  std::printf("%d kernels\n", length.host()[0]);
  return verdict();
}
