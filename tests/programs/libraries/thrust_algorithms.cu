// Thrust: vectors, transformations, reductions, sorting by keys, prefix sums, and removal.
#include <algorithm>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include "../program.cuh"

struct Saxpy {
  float factor;
  __host__ __device__ float operator()(float x, float y) const { return factor * x + y; }
};

struct Square {
  __host__ __device__ long long operator()(int x) const { return (long long)(x)*x; }
};

struct IsMultipleOfSeven {
  __host__ __device__ bool operator()(int x) const { return x % 7 == 0; }
};

int main() {
  const int count = 3000;
  thrust::device_vector<float> x(count), y(count, 1.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2.0f});
  const thrust::host_vector<float> result = y;
  bool right = true;
  for (int i = 0; i < count; ++i) right = right && result[i] == 2.0f * i + 1.0f;
  expect(right, "a transformation of two vectors");

  Numbers numbers(/*seed=*/132);
  thrust::host_vector<int> keys(count), values(count);
  for (int i = 0; i < count; ++i) {
    keys[i] = numbers.below(1 << 20);
    values[i] = i;
  }
  thrust::device_vector<int> device_keys = keys, device_values = values;
  expect(
      thrust::reduce(device_keys.begin(), device_keys.end()) ==
          [&] {
            int sum = 0;
            for (int key : keys) sum += key;
            return sum;
          }(),
      "a sum");
  const long long squares =
      thrust::transform_reduce(device_keys.begin(), device_keys.end(), Square(), 0ll, thrust::plus<long long>());
  long long expected_squares = 0;
  for (int key : keys) expected_squares += (long long)(key)*key;
  expect(squares == expected_squares, "a sum of squares");
  const long multiples = thrust::count_if(device_keys.begin(), device_keys.end(), IsMultipleOfSeven());
  expect(multiples == std::count_if(keys.begin(), keys.end(), IsMultipleOfSeven()), "the multiples of seven");

  thrust::sort_by_key(device_keys.begin(), device_keys.end(), device_values.begin());
  const thrust::host_vector<int> sorted = device_keys, moved = device_values;
  right = std::is_sorted(sorted.begin(), sorted.end());
  for (int i = 0; i < count; ++i) right = right && keys[moved[i]] == sorted[i];
  expect(right, "keys in order, and values with them");

  thrust::device_vector<int> sums(count);
  thrust::inclusive_scan(device_values.begin(), device_values.end(), sums.begin());
  const thrust::host_vector<int> prefixes = sums;
  right = true;
  for (int i = 0, sum = 0; i < count; ++i) right = right && prefixes[i] == (sum += moved[i]);
  // The values are 0 to count - 1 in the order of their keys.
  expect(right && sums[count - 1] == count * (count - 1) / 2, "prefix sums");
  thrust::device_vector<int> kept(count);
  const auto end = thrust::copy_if(device_keys.begin(), device_keys.end(), kept.begin(), IsMultipleOfSeven());
  expect(end - kept.begin() == multiples, "the number of multiples of seven");
  kept.resize(multiples);
  const thrust::host_vector<int> copied = kept;
  std::vector<int> of_seven;
  for (int key : sorted)
    if (key % 7 == 0) of_seven.push_back(key);
  expect(std::equal(of_seven.begin(), of_seven.end(), copied.begin()), "a copy of the multiples of seven");
  std::printf("%ld multiples, sum of squares %lld\n", multiples, squares);
  return verdict();
}
