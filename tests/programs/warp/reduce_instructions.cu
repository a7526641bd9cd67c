// Reductions of a warp by __reduce_*_sync, with all lanes and with subsets of them.
#include <algorithm>

#include "../program.cuh"

struct Reduced {
  int sum, smallest, largest;
  unsigned sum_unsigned, conjunction, disjunction, parity, sum_of_ten, sum_of_half, smallest_of_half;
};

__global__ void reduce(const int* in, Reduced* out) {
  const int value = in[threadIdx.x];
  Reduced r;
  r.sum = __reduce_add_sync(0xffffffffu, value);
  r.smallest = __reduce_min_sync(0xffffffffu, value);
  r.largest = __reduce_max_sync(0xffffffffu, value);
  r.sum_unsigned = __reduce_add_sync(0xffffffffu, unsigned(value));
  r.conjunction = __reduce_and_sync(0xffffffffu, unsigned(value) | 0xf0u);
  r.disjunction = __reduce_or_sync(0xffffffffu, unsigned(value) & 0xffu);
  r.parity = __reduce_xor_sync(0xffffffffu, unsigned(value));
  r.sum_of_ten = r.sum_of_half = r.smallest_of_half = 0;
  // The masks of the first ten and of the first sixteen lanes.
  if (threadIdx.x % 32 < 10) r.sum_of_ten = __reduce_add_sync(0x3ffu, unsigned(value));
  if (threadIdx.x % 32 < 16) {
    r.sum_of_half = __reduce_add_sync(0xffffu, unsigned(value));
    // Greater than 0, which must not come from a lane outside of the mask.
    r.smallest_of_half = __reduce_min_sync(0xffffu, unsigned(value) | 1u);
  }
  out[threadIdx.x] = r;
}

int main() {
  const int threads = 96;
  Numbers numbers(/*seed=*/91);
  std::vector<int> values(threads);
  for (int& value : values) value = int(numbers.next()) / 64;  // so small that sums of 32 do not overflow
  DeviceArray<int> in(values);
  DeviceArray<Reduced> out(threads);
  reduce<<<1, threads>>>(in.get(), out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<Reduced> result = out.host();
  bool right = true;
  for (int i = 0; i < threads; ++i) {
    Reduced e = {0, INT32_MAX, INT32_MIN, 0, ~0u, 0, 0, 0, 0, i % 32 < 16 ? ~0u : 0};
    for (int k = 0; k < 32; ++k) {
      const int value = values[i / 32 * 32 + k];
      e.sum += value;
      e.smallest = value < e.smallest ? value : e.smallest;
      e.largest = value > e.largest ? value : e.largest;
      e.conjunction &= unsigned(value) | 0xf0u;
      e.disjunction |= unsigned(value) & 0xffu;
      e.parity ^= unsigned(value);
      if (k < 10 && i % 32 < 10) e.sum_of_ten += unsigned(value);
      if (k < 16 && i % 32 < 16) {
        e.sum_of_half += unsigned(value);
        e.smallest_of_half = std::min(e.smallest_of_half, unsigned(value) | 1u);
      }
    }
    const Reduced& r = result[i];
    right = right && r.sum == e.sum && r.smallest == e.smallest && r.largest == e.largest &&
            r.sum_unsigned == unsigned(e.sum) && r.conjunction == e.conjunction && r.disjunction == e.disjunction &&
            r.parity == e.parity && r.sum_of_ten == e.sum_of_ten && r.sum_of_half == e.sum_of_half &&
            r.smallest_of_half == e.smallest_of_half;
  }
  expect(right, "each reduction of each warp");
  std::printf("sum of the first warp %d\n", result[0].sum);
  return verdict();
}
