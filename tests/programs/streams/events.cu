// Events: the times between them, queries, and a stream that waits for an event of another stream.
#include "../program.cuh"

__global__ void count_up(int* value, int times) {
  for (int i = 0; i < times; ++i) *value = *value + 1;
}

__global__ void copy(const int* from, int* to) {
  *to = *from;
}

int main() {
  cudaStream_t first, second;
  cudaEvent_t start, stop, ready;
  CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  CUDA_CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming | cudaEventBlockingSync));

  DeviceArray<int> value(1), seen(1);
  value.clear();
  seen.clear();
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaEventRecord(start, first));
  count_up<<<1, 1, 0, first>>>(value.get(), 2000);
  CUDA_CHECK(cudaEventRecord(ready, first));
  CUDA_CHECK(cudaEventRecord(stop, first));
  CUDA_CHECK(cudaStreamWaitEvent(second, ready, 0));
  copy<<<1, 1, 0, second>>>(value.get(), seen.get());
  CUDA_CHECK(cudaStreamSynchronize(second));
  expect(seen.host()[0] == 2000, "the second stream waits for the first one's kernel");

  CUDA_CHECK(cudaEventSynchronize(stop));
  CUDA_CHECK(cudaEventQuery(stop));
  float milliseconds = -1;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  expect(milliseconds >= 0, "time does not run backwards");

  // An event that was not recorded is complete; waiting for it does nothing.
  cudaEvent_t unused;
  CUDA_CHECK(cudaEventCreate(&unused));
  CUDA_CHECK(cudaEventQuery(unused));
  CUDA_CHECK(cudaStreamWaitEvent(first, unused, 0));
  expect(cudaEventElapsedTime(&milliseconds, start, unused) == cudaErrorInvalidResourceHandle,
         "no time to an event that was not recorded");
  expect(cudaGetLastError() == cudaErrorInvalidResourceHandle, "the error is remembered");

  CUDA_CHECK(cudaEventDestroy(unused));
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaEventDestroy(ready));
  CUDA_CHECK(cudaStreamDestroy(first));
  CUDA_CHECK(cudaStreamDestroy(second));
  std::printf("counted to 2000\n");
  return verdict();
}
