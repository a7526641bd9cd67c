// Managed memory: a list whose nodes host and device both follow, and variables that both sides change.
#include "../program.cuh"

struct Node {
  int value;
  Node* next;
};

__managed__ int rounds = 3;
__managed__ long long total;
__device__ __managed__ int powers[8];

__global__ void add_to_list(Node* head) {
  for (Node* node = head; node != nullptr; node = node->next) {
    node->value += rounds;
    total += node->value;
  }
}

__global__ void fill_powers() {
  powers[threadIdx.x] = 1 << threadIdx.x;
}

__global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

int main() {
  Node* head = nullptr;
  for (int i = 0; i < 20; ++i) {
    Node* node = nullptr;
    CUDA_CHECK(cudaMallocManaged(&node, sizeof(Node)));
    *node = {i, head};
    head = node;
  }
  rounds += 2;
  total = 0;
  add_to_list<<<1, 1>>>(head);
  CUDA_CHECK_KERNEL();
  long long sum = 0;
  for (Node* node = head; node != nullptr; node = node->next) sum += node->value;
  // 0 + 1 + ... + 19 = 190, and each of the 20 nodes has 5 added.
  expect(total == sum && sum == 190 + 20 * 5, "device and host see the same list");
  while (head != nullptr) {
    Node* next = head->next;
    CUDA_CHECK(cudaFree(head));
    head = next;
  }

  fill_powers<<<1, 8>>>();
  CUDA_CHECK_KERNEL();
  bool right = true;
  for (int i = 0; i < 8; ++i) right = right && powers[i] == 1 << i;
  expect(right, "the host reads a managed array that a kernel filled");

  const int count = 1000;
  float* values = nullptr;
  CUDA_CHECK(cudaMallocManaged(&values, count * sizeof(float), cudaMemAttachGlobal));
  for (int i = 0; i < count; ++i) values[i] = float(i);
  for (int round = 0; round < 3; ++round) {
    scale<<<blocks_for(count, 256), 256>>>(values, count);
    CUDA_CHECK_KERNEL();
    for (int i = 0; i < count; ++i) values[i] += 1;
  }
  right = true;
  // Doubled and increased by one, three times: ((2 i + 1) * 2 + 1) * 2 + 1.
  for (int i = 0; i < count; ++i) right = right && values[i] == float(8 * i + 7);
  expect(right, "host and device change the values in turn");

  cudaPointerAttributes attributes;
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, values));
  expect(attributes.type == cudaMemoryTypeManaged, "the attributes report managed memory");
  CUDA_CHECK(cudaFree(values));
  std::printf("total %lld\n", total);
  return verdict();
}
