// Several host threads use the device at the same time, each with its own stream and its own last error.
#include <thread>

#include "../program.cuh"

__global__ void sum_squares(int first, int count, unsigned long long* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(sum, (unsigned long long)(first + i) * (first + i));
}

int main() {
  const int threads = 4, count = 1000;
  unsigned long long sums[threads] = {};
  bool clean[threads] = {};
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      CUDA_CHECK(cudaSetDevice(0));
      // One thread makes an error, which the others must not see.
      if (t == 0) cudaMalloc(static_cast<void**>(nullptr), 100);
      cudaStream_t stream;
      if (t != 0)
        clean[t] = cudaGetLastError() == cudaSuccess;
      else
        clean[t] = cudaGetLastError() == cudaErrorInvalidValue;
      CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      DeviceArray<unsigned long long> sum(1);
      CUDA_CHECK(cudaMemsetAsync(sum.get(), 0, sizeof(unsigned long long), stream));
      for (int part = 0; part < 4; ++part)
        sum_squares<<<blocks_for(count / 4, 64), 64, 0, stream>>>(t * count + part * count / 4, count / 4, sum.get());
      CUDA_CHECK(cudaMemcpyAsync(&sums[t], sum.get(), sizeof(sums[t]), cudaMemcpyDeviceToHost, stream));
      CUDA_CHECK(cudaStreamSynchronize(stream));
      CUDA_CHECK(cudaStreamDestroy(stream));
    });
  for (std::thread& worker : workers) worker.join();
  for (int t = 0; t < threads; ++t) {
    unsigned long long expected = 0;
    for (unsigned long long i = t * count; i < (unsigned long long)((t + 1) * count); ++i) expected += i * i;
    expect(sums[t] == expected, "each thread has its sum");
    expect(clean[t], "each thread has its own last error");
  }
  std::printf("sum of the first thread %llu\n", sums[0]);
  return verdict();
}
