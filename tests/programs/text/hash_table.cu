// A hash table with open addressing: compare-and-swap claims slots, values are added up, and some keys are looked up.
#include <algorithm>
#include <map>

#include "../program.cuh"

constexpr unsigned kEmpty = 0xffffffffu;

struct Table {
  unsigned* keys;
  unsigned long long* sums;
  unsigned mask;

  __device__ static unsigned hash(unsigned key) {
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    return key;
  }
  __device__ void add(unsigned key, unsigned value) {
    for (unsigned slot = hash(key) & mask;; slot = (slot + 1) & mask) {
      const unsigned there = atomicCAS(&keys[slot], kEmpty, key);
      if (there != kEmpty && there != key) continue;
      atomicAdd(&sums[slot], (unsigned long long)value);
      return;
    }
  }
  __device__ unsigned long long find(unsigned key) const {
    for (unsigned slot = hash(key) & mask; keys[slot] != kEmpty; slot = (slot + 1) & mask)
      if (keys[slot] == key) return sums[slot];
    return 0;
  }
};

__global__ void fill(Table table, const uint2* pairs, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) table.add(pairs[i].x, pairs[i].y);
}

__global__ void look_up(Table table, const unsigned* keys, unsigned long long* sums, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sums[i] = table.find(keys[i]);
}

int main() {
  const int count = 6000;
  const unsigned slots = 4096;  // a power of two, and more than the 2500 distinct keys
  Numbers numbers(/*seed=*/61);
  std::map<unsigned, unsigned long long> expected;
  std::vector<uint2> pairs(count);
  for (uint2& pair : pairs) {
    // Keys are multiples of a prime number, so that they are far from each other.
    pair = make_uint2(numbers.below(2500) * 7919u, numbers.next());
    expected[pair.x] += pair.y;
  }
  DeviceArray<unsigned> keys(slots);
  DeviceArray<unsigned long long> sums(slots);
  CUDA_CHECK(cudaMemset(keys.get(), 0xff, keys.bytes()));
  sums.clear();
  const Table table = {keys.get(), sums.get(), slots - 1};
  DeviceArray<uint2> device_pairs(pairs);
  fill<<<blocks_for(count, 128), 128>>>(table, device_pairs.get(), count);
  CUDA_CHECK_KERNEL();

  const std::vector<unsigned> host_keys = keys.host();
  const long used = slots - std::count(host_keys.begin(), host_keys.end(), kEmpty);
  expect(used == long(expected.size()), "the number of distinct keys");

  std::vector<unsigned> wanted;
  for (unsigned i = 0; i < 3000; ++i) wanted.push_back(i * 7919u);
  DeviceArray<unsigned> device_wanted(wanted);
  DeviceArray<unsigned long long> found(wanted.size());
  look_up<<<blocks_for(int(wanted.size()), 128), 128>>>(table, device_wanted.get(), found.get(), int(wanted.size()));
  CUDA_CHECK_KERNEL();
  const std::vector<unsigned long long> result = found.host();
  bool same = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto entry = expected.find(wanted[i]);
    same = same && result[i] == (entry == expected.end() ? 0 : entry->second);
  }
  expect(same, "each key has the sum of its values, and a key that was not added has none");
  std::printf("%ld keys\n", used);
  return verdict();
}
