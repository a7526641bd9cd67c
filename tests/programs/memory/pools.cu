// Stream-ordered memory: allocations and frees between kernels of a stream, in the default pool and in a new one.
#include "../program.cuh"

__global__ void fill(int* values, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = value + i;
}

__global__ void add(const int* a, const int* b, int* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

int main() {
  int supported = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  expect(supported == 1, "the device has memory pools");

  const int count = 2000, blocks = blocks_for(count, 128);
  const size_t bytes = count * sizeof(int);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  std::vector<int> result(count);
  for (int round = 0; round < 5; ++round) {
    int *a = nullptr, *b = nullptr, *sum = nullptr;
    CUDA_CHECK(cudaMallocAsync(&a, bytes, stream));
    CUDA_CHECK(cudaMallocAsync(&b, bytes, stream));
    fill<<<blocks, 128, 0, stream>>>(a, count, round);
    fill<<<blocks, 128, 0, stream>>>(b, count, 100);
    CUDA_CHECK(cudaMallocAsync(&sum, bytes, stream));
    add<<<blocks, 128, 0, stream>>>(a, b, sum, count);
    CUDA_CHECK(cudaFreeAsync(a, stream));
    CUDA_CHECK(cudaFreeAsync(b, stream));
    CUDA_CHECK(cudaMemcpyAsync(result.data(), sum, bytes, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaFreeAsync(sum, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    bool right = true;
    for (int i = 0; i < count; ++i) right = right && result[i] == round + 100 + 2 * i;
    expect(right, "the sums of one round");
  }

  cudaMemPool_t default_pool;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&default_pool, 0));
  uint64_t threshold = UINT64_MAX;
  CUDA_CHECK(cudaMemPoolSetAttribute(default_pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  threshold = 0;
  CUDA_CHECK(cudaMemPoolGetAttribute(default_pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  expect(threshold == UINT64_MAX, "the pool keeps its threshold");
  CUDA_CHECK(cudaMemPoolTrimTo(default_pool, 0));

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  cudaMemPool_t pool;
  CUDA_CHECK(cudaMemPoolCreate(&pool, &properties));
  int* values = nullptr;
  CUDA_CHECK(cudaMallocFromPoolAsync(&values, bytes, pool, stream));
  fill<<<blocks, 128, 0, stream>>>(values, count, 5);
  CUDA_CHECK(cudaMemcpyAsync(result.data(), values, bytes, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  expect(result[0] == 5 && result[count - 1] == 4 + count, "memory of our own pool");
  CUDA_CHECK(cudaFreeAsync(values, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemPoolDestroy(pool));
  CUDA_CHECK(cudaStreamDestroy(stream));
  std::printf("last sum %d\n", 4 + 100 + 2 * (count - 1));
  return verdict();
}
