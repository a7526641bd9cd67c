// A bitonic sort of keys with values: long distances in global memory, short ones in shared memory.
#include <algorithm>

#include "../program.cuh"

constexpr int kTile = 256;

// Exchanges two elements if they are not in the wanted order.
__device__ void order(unsigned& low_key, int& low_value, unsigned& high_key, int& high_value, bool ascending) {
  if ((low_key > high_key) != ascending) return;
  const unsigned key = low_key;
  low_key = high_key;
  high_key = key;
  const int value = low_value;
  low_value = high_value;
  high_value = value;
}

// Each thread orders a pair of elements at a distance, a power of two. `low` is t with a 0 inserted at the distance's
// bit.
__global__ void merge_global(unsigned* keys, int* values, int size, int distance) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = 2 * t - (t & (distance - 1));
  order(keys[low], values[low], keys[low + distance], values[low + distance], (low & size) == 0);
}

// Merges runs to sorted runs of `from`, 2 * `from`, ... `to` elements (`size`), as far as the steps' distances are
// within a tile. With `from` = 2 and `to` = kTile, this sorts each tile.
__global__ void merge_shared(unsigned* keys, int* values, int from, int to) {
  __shared__ unsigned tile_keys[kTile];
  __shared__ int tile_values[kTile];
  const int base = blockIdx.x * kTile;
  for (int i = threadIdx.x; i < kTile; i += blockDim.x) {
    tile_keys[i] = keys[base + i];
    tile_values[i] = values[base + i];
  }
  const int t = threadIdx.x;
  for (int size = from; size <= to; size *= 2) {
    for (int distance = min(size, kTile) / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const int low = 2 * t - (t & (distance - 1));
      order(tile_keys[low], tile_values[low], tile_keys[low + distance], tile_values[low + distance],
            ((base + low) & size) == 0);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kTile; i += blockDim.x) {
    keys[base + i] = tile_keys[i];
    values[base + i] = tile_values[i];
  }
}

int main() {
  const int count = 4096;
  Numbers numbers(/*seed=*/2);
  std::vector<unsigned> keys(count);
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) {
    keys[i] = numbers.next();
    values[i] = i;
  }
  DeviceArray<unsigned> device_keys(keys);
  DeviceArray<int> device_values(values);
  merge_shared<<<count / kTile, kTile / 2>>>(device_keys.get(), device_values.get(), 2, kTile);
  for (int size = 2 * kTile; size <= count; size *= 2) {
    for (int distance = size / 2; distance >= kTile; distance /= 2)
      merge_global<<<count / kTile, kTile / 2>>>(device_keys.get(), device_values.get(), size, distance);
    merge_shared<<<count / kTile, kTile / 2>>>(device_keys.get(), device_values.get(), size, size);
  }
  CUDA_CHECK_KERNEL();

  std::vector<unsigned> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  expect(device_keys.host() == sorted, "the keys are in order");
  const std::vector<int> moved = device_values.host();
  bool follow = true;
  for (int i = 0; i < count; ++i) follow = follow && keys[moved[i]] == sorted[i];
  expect(follow, "the values follow their keys");
  std::printf("smallest %u, largest %u\n", sorted.front(), sorted.back());
  return verdict();
}
