// Host functions in a stream: they run between its kernels and see what the kernels wrote.
#include "../program.cuh"

__global__ void add_one(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) ++values[i];
}

constexpr int kCount = 500;

struct Step {
  int* values;  // mapped memory: the host and the device see it
  int expected;
  bool right;
};

void check_and_double(void* data) {
  Step* step = static_cast<Step*>(data);
  step->right = true;
  for (int i = 0; i < kCount; ++i) {
    step->right = step->right && step->values[i] == step->expected;
    step->values[i] *= 2;
  }
}

void note_callback(cudaStream_t, cudaError_t status, void* data) {
  *static_cast<int*>(data) = status == cudaSuccess ? 1 : -1;
}

int main() {
  int* values = nullptr;
  int* device = nullptr;
  CUDA_CHECK(cudaHostAlloc(&values, kCount * sizeof(int), cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&device, values, 0));
  for (int i = 0; i < kCount; ++i) values[i] = 0;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  // 0, +1 is 1, doubled 2, +1 is 3, doubled 6, ...
  Step steps[5];
  int expected = 0;
  for (Step& step : steps) {
    expected += 1;
    step = {values, expected, false};
    expected *= 2;
    add_one<<<blocks_for(kCount, 128), 128, 0, stream>>>(device, kCount);
    CUDA_CHECK(cudaLaunchHostFunc(stream, check_and_double, &step));
  }
  int called = 0;
  CUDA_CHECK(cudaStreamAddCallback(stream, note_callback, &called, 0));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (const Step& step : steps) expect(step.right, "the host function sees the kernel's result");
  expect(called == 1, "the callback was called without an error");
  expect(values[0] == expected && values[kCount - 1] == expected, "the kernels see what host functions wrote");
  std::printf("last value %d\n", values[0]);
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFreeHost(values));
  return verdict();
}
