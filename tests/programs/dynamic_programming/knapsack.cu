// The knapsack problem: one launch per item, a thread per capacity, and the chosen items from a table of bits.
#include <algorithm>

#include "../program.cuh"

__global__ void add_item(const int* in, int* out, unsigned* chosen, int capacity, int weight, int value) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const bool valid = c <= capacity;
  const int without = valid ? in[c] : 0;
  const int with = valid && c >= weight ? in[c - weight] + value : -1;
  const bool take = with > without;
  if (valid) out[c] = take ? with : without;
  const unsigned word = __ballot_sync(0xffffffffu, take);
  if (threadIdx.x % 32 == 0) chosen[c / 32] = word;  // a bit per capacity: whether this item is taken
}

int main() {
  const int items = 30, capacity = 900, threads = 128;
  Numbers numbers(/*seed=*/52);
  std::vector<int> weights(items), values(items);
  for (int i = 0; i < items; ++i) {
    weights[i] = 20 + numbers.below(80);
    values[i] = 10 + numbers.below(100);
  }
  const int blocks = blocks_for(capacity + 1, threads);
  const int words = blocks * threads / 32;
  DeviceArray<int> first(capacity + 1), second(capacity + 1);
  DeviceArray<unsigned> chosen(words * items);
  first.clear();
  int* from = first.get();
  int* to = second.get();
  for (int i = 0; i < items; ++i) {
    add_item<<<blocks, threads>>>(from, to, chosen.get() + i * words, capacity, weights[i], values[i]);
    std::swap(from, to);
  }
  CUDA_CHECK_KERNEL();
  std::vector<int> best(capacity + 1);
  CUDA_CHECK(cudaMemcpy(best.data(), from, best.size() * sizeof(int), cudaMemcpyDeviceToHost));

  std::vector<int> expected(capacity + 1, 0);
  for (int i = 0; i < items; ++i)
    for (int c = capacity; c >= weights[i]; --c)
      expected[c] = std::max(expected[c], expected[c - weights[i]] + values[i]);
  expect(best == expected, "the best values of all capacities");

  // From the last item to the first: whether an item is taken for the capacity that the later ones leave.
  const std::vector<unsigned> bits = chosen.host();
  int value = 0, weight = 0, count = 0;
  for (int i = items - 1; i >= 0; --i) {
    const int rest = capacity - weight;
    if (!(bits[i * words + rest / 32] >> rest % 32 & 1)) continue;
    value += values[i];
    weight += weights[i];
    ++count;
  }
  expect(value == expected[capacity] && weight <= capacity, "the chosen items have the best value and fit");
  std::printf("%d items of value %d weigh %d\n", count, value, weight);
  return verdict();
}
