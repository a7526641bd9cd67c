// Many short lists: each block sorts one list by odd-even transposition, and stops after a pass without exchanges.
#include <algorithm>

#include "../program.cuh"

constexpr int kLength = 64;

__global__ void sort_lists(int* lists, int* rounds) {
  __shared__ int list[kLength];
  int* mine = lists + blockIdx.x * kLength;
  const int t = threadIdx.x;
  list[2 * t] = mine[2 * t];
  list[2 * t + 1] = mine[2 * t + 1];
  int round = 0;
  while (true) {
    bool moved = false;
    for (int odd = 0; odd < 2; ++odd) {
      __syncthreads();
      const int left = 2 * t + odd;
      if (left + 1 < kLength && list[left] > list[left + 1]) {
        const int value = list[left];
        list[left] = list[left + 1];
        list[left + 1] = value;
        moved = true;
      }
    }
    ++round;
    if (!__syncthreads_or(moved)) break;
  }
  mine[2 * t] = list[2 * t];
  mine[2 * t + 1] = list[2 * t + 1];
  if (t == 0) rounds[blockIdx.x] = round;
}

int main() {
  const int lists = 60;
  Numbers numbers(/*seed=*/6);
  std::vector<int> values(lists * kLength);
  for (int& value : values) value = numbers.below(1000);
  // The first list is sorted already, so that one round is enough.
  std::sort(values.begin(), values.begin() + kLength);

  DeviceArray<int> data(values), rounds(lists);
  sort_lists<<<lists, kLength / 2>>>(data.get(), rounds.get());
  CUDA_CHECK_KERNEL();
  for (int list = 0; list < lists; ++list)
    std::sort(values.begin() + list * kLength, values.begin() + (list + 1) * kLength);
  expect(data.host() == values, "each list is in order");
  const std::vector<int> needed = rounds.host();
  expect(needed[0] == 1, "a sorted list takes one round");
  // kLength passes sort any list; a round is two passes, and another round finds nothing to exchange.
  expect(*std::max_element(needed.begin(), needed.end()) <= kLength / 2 + 1, "no list takes more rounds than needed");
  std::printf("the second list took %d rounds\n", needed[1]);
  return verdict();
}
