// Memory that kernels allocate with malloc and new, use in a later kernel, and free there.
#include "../program.cuh"

constexpr int kThreads = 64;

struct Pair {
  int first, second;
  __device__ Pair(int a, int b) : first(a), second(b) {}
};

__device__ int* lists[kThreads];
__device__ Pair* pairs[kThreads];

__global__ void allocate() {
  const int i = threadIdx.x;
  lists[i] = static_cast<int*>(malloc((i + 1) * sizeof(int)));
  if (lists[i] != nullptr)
    for (int k = 0; k <= i; ++k) lists[i][k] = i * k;
  pairs[i] = new Pair(i, -i);
}

__global__ void use(int* sums) {
  const int i = threadIdx.x;
  int sum = 0;
  if (lists[i] != nullptr)
    for (int k = 0; k <= i; ++k) sum += lists[i][k];
  sums[i] = sum + pairs[i]->first * 1000 + pairs[i]->second;
}

__global__ void release() {
  free(lists[threadIdx.x]);
  delete pairs[threadIdx.x];
}

int main() {
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 * 1024 * 1024));
  DeviceArray<int> sums(kThreads);
  for (int round = 0; round < 2; ++round) {
    allocate<<<1, kThreads>>>();
    use<<<1, kThreads>>>(sums.get());
    release<<<1, kThreads>>>();
    CUDA_CHECK_KERNEL();
  }
  const std::vector<int> result = sums.host();
  bool right = true;
  // The list is 0, i, 2 i, ..., i * i; its sum is i * i (i + 1) / 2. The pair adds 1000 i - i.
  for (int i = 0; i < kThreads; ++i) right = right && result[i] == i * i * (i + 1) / 2 + 999 * i;
  expect(right, "what one kernel allocated, another one uses");
  std::printf("last sum %d\n", result.back());
  return verdict();
}
