// CUB's device-wide algorithms: reductions, prefix sums, sorting, selection and run lengths, for arrays of many sizes.
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

#include "../program.cuh"

// Calls an algorithm twice, as CUB requires: first for the size of its temporary storage.
template <typename Algorithm>
void with_storage(Algorithm algorithm) {
  size_t bytes = 0;
  CUDA_CHECK(algorithm(nullptr, bytes));
  DeviceArray<unsigned char> storage(bytes + 1);  // never 0 bytes, because a null pointer asks for the size
  CUDA_CHECK(algorithm(storage.get(), bytes));
  CUDA_CHECK_KERNEL();
}

struct IsEven {
  __host__ __device__ bool operator()(int value) const { return value % 2 == 0; }
};

struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

// The function factor * x + offset. Composing functions is associative, but their order matters.
struct Affine {
  unsigned factor, offset;
};

struct Compose {
  __host__ __device__ Affine operator()(Affine first, Affine second) const {
    return {first.factor * second.factor, first.offset * second.factor + second.offset};
  }
};

// A linear recurrence x[i] = factor[i] * x[i - 1] + offset[i] is a prefix scan of compositions.
void check_recurrence(int count) {
  Numbers numbers(/*seed=*/134);
  std::vector<Affine> steps(count);
  // Factors are odd, so that no product of them becomes 0.
  for (Affine& step : steps) step = {numbers.next() | 1, numbers.next()};
  DeviceArray<Affine> in(steps), out(count);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::InclusiveScan(storage, bytes, in.get(), out.get(), Compose(), count);
  });
  const std::vector<Affine> result = out.host();
  bool right = true;
  unsigned x = 0;
  for (int i = 0; i < count; ++i) {
    x = steps[i].factor * x + steps[i].offset;
    right = right && result[i].offset == x;
  }
  expect(right, "a linear recurrence");
}

void check(int count) {
  Numbers numbers(/*seed=*/130 + count);
  std::vector<int> values(count);
  for (int& value : values) value = numbers.below(1000);
  DeviceArray<int> in(values), out(count), single(1), selected(1), lengths(count);

  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::Sum(storage, bytes, in.get(), single.get(), count);
  });
  const int sum = std::accumulate(values.begin(), values.end(), 0);
  expect(single.host()[0] == sum, "a sum");
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::Reduce(storage, bytes, in.get(), single.get(), count, Larger(), -1);
  });
  expect(single.host()[0] == *std::max_element(values.begin(), values.end()), "a reduction with an operation");

  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(storage, bytes, in.get(), out.get(), count);
  });
  std::vector<int> expected(count, 0);
  for (int i = 1; i < count; ++i) expected[i] = expected[i - 1] + values[i - 1];
  expect(out.host() == expected, "exclusive prefix sums");

  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(storage, bytes, in.get(), out.get(), count);
  });
  std::vector<int> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  expect(out.host() == sorted, "sorted keys");

  DeviceArray<int> unique(count);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(storage, bytes, out.get(), unique.get(), lengths.get(), selected.get(),
                                              count);
  });
  const int runs = selected.host()[0];
  std::vector<int> distinct = sorted;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<int> found = unique.host(), found_lengths = lengths.host();
  found.resize(runs);
  expect(found == distinct, "the distinct keys");
  bool right = true;
  for (int i = 0; i < runs; ++i)
    right = right && found_lengths[i] == std::count(sorted.begin(), sorted.end(), distinct[i]);
  expect(right, "the lengths of the runs");

  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, in.get(), out.get(), selected.get(), count, IsEven());
  });
  std::vector<int> even;
  for (int value : values)
    if (value % 2 == 0) even.push_back(value);
  std::vector<int> kept = out.host();
  kept.resize(selected.host()[0]);
  expect(kept == even, "the even numbers, in order");
  std::printf("%d numbers: sum %d, %d distinct, %d even\n", count, sum, runs, int(even.size()));
}

int main() {
  // Powers of two from 256 on fill the last block of an algorithm whose blocks have one of these sizes, and one more
  // leaves a block with a single number. 31 and 33 are next to the size of a warp.
  for (int count : {1, 2, 31, 33, 256, 257, 1024, 1025, 2049, 4096, 4097, 5000}) check(count);
  // Few and many blocks, whose results must be combined in order.
  check_recurrence(3000);
  check_recurrence(100000);
  return verdict();
}
