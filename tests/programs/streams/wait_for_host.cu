// A kernel waits for a flag in mapped memory, which the host sets after the launch; then host and kernel take turns.
#include "../program.cuh"

constexpr int kRounds = 5;

__global__ void answer(volatile int* question, volatile int* reply) {
  for (int round = 1; round <= kRounds; ++round) {
    while (*question != round) {
    }
    *reply = round * round;
    __threadfence_system();
  }
}

int main() {
  int* mailbox = nullptr;
  int* device = nullptr;
  CUDA_CHECK(cudaHostAlloc(&mailbox, 2 * sizeof(int), cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&device, mailbox, 0));
  volatile int* question = &mailbox[0];
  volatile int* reply = &mailbox[1];
  *question = 0;
  *reply = 0;
  answer<<<1, 1>>>(device, device + 1);
  CUDA_CHECK(cudaGetLastError());
  bool right = cudaStreamQuery(0) == cudaErrorNotReady;
  expect(right, "the kernel waits");
  cudaGetLastError();  // clears cudaErrorNotReady
  for (int round = 1; round <= kRounds; ++round) {
    *question = round;
    while (*reply != round * round) {
    }
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("the last answer is %d\n", *reply);
  CUDA_CHECK(cudaFreeHost(mailbox));
  return verdict();
}
