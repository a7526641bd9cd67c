// Thrust's algorithms that select, replace or reorder elements, in their forms with and without a stencil, and copies
// from and to std::vector<bool>.
#include <algorithm>
#include <list>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/shuffle.h>
#include <thrust/transform.h>
#include <thrust/transform_scan.h>
#include <thrust/uninitialized_fill.h>

#include "../program.cuh"

using Ints = std::vector<int>;

Ints host_of(const thrust::device_vector<int>& v) {
  Ints values(v.size());
  thrust::copy(v.begin(), v.end(), values.begin());
  return values;
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

struct IsSet {
  __host__ __device__ bool operator()(int x) const { return x != 0; }
};

struct Near {
  __host__ __device__ bool operator()(int a, int b) const { return a - b < 2 && b - a < 2; }
};

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

// The expected results of a selection by a stencil, on the host.
struct Split {
  Ints kept, rest;
  Split(const Ints& values, const Ints& stencil) {
    for (size_t i = 0; i < values.size(); ++i) (stencil[i] ? kept : rest).push_back(values[i]);
  }
  Ints joined() const {
    Ints all = kept;
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }
};

void check_partitions(const Ints& values, const Ints& stencil) {
  const Split split(values, stencil);
  const thrust::device_vector<int> in = values, device_stencil = stencil;
  thrust::device_vector<int> out = values, rest(values.size());
  const auto middle = thrust::stable_partition(out.begin(), out.end(), device_stencil.begin(), IsSet());
  expect(host_of(out) == split.joined() && middle - out.begin() == long(split.kept.size()), "a partition by a stencil");
  auto ends = thrust::partition_copy(in.begin(), in.end(), device_stencil.begin(), out.begin(), rest.begin(), IsSet());
  out.resize(ends.first - out.begin());
  rest.resize(ends.second - rest.begin());
  expect(host_of(out) == split.kept && host_of(rest) == split.rest, "copies of both parts");
  expect(thrust::is_partitioned(out.begin(), out.end(), IsEven()) ==
             std::is_partitioned(split.kept.begin(), split.kept.end(), IsEven()),
         "whether a range is partitioned");
  thrust::partition(out.begin(), out.end(), IsEven());
  expect(thrust::is_partitioned(thrust::device, out.begin(), out.end(), IsEven()), "a partitioned range");
  expect(thrust::partition_point(out.begin(), out.end(), IsEven()) - out.begin() ==
             std::count_if(split.kept.begin(), split.kept.end(), IsEven()),
         "a partition point");

  out = in;
  out.erase(thrust::remove_if(out.begin(), out.end(), device_stencil.begin(), IsSet()), out.end());
  expect(host_of(out) == split.rest, "a removal by a stencil");
  out.assign(values.size(), 0);
  out.erase(thrust::remove_copy_if(in.begin(), in.end(), device_stencil.begin(), out.begin(), IsSet()), out.end());
  expect(host_of(out) == split.rest, "a copy without removed elements");
  out.assign(values.size(), 0);
  out.erase(thrust::remove_copy(thrust::device, in.begin(), in.end(), out.begin(), values[5]), out.end());
  Ints expected = values;
  expected.erase(std::remove(expected.begin(), expected.end(), values[5]), expected.end());
  expect(host_of(out) == expected, "a copy without a value");
}

void check_replacements(const Ints& values, const Ints& stencil) {
  const thrust::device_vector<int> in = values, device_stencil = stencil;
  thrust::device_vector<int> out(values.size()), by_stencil = in;
  Ints expected(values.size()), expected_by_stencil = values;
  for (size_t i = 0; i < values.size(); ++i)
    if (stencil[i]) expected_by_stencil[i] = -3;
  thrust::replace_if(by_stencil.begin(), by_stencil.end(), device_stencil.begin(), IsSet(), -3);
  expect(host_of(by_stencil) == expected_by_stencil, "replacements by a stencil");
  thrust::replace_copy_if(in.begin(), in.end(), device_stencil.begin(), out.begin(), IsSet(), -3);
  expect(host_of(out) == expected_by_stencil, "a copy with replacements by a stencil");
  thrust::replace_copy_if(thrust::device, in.begin(), in.end(), out.begin(), IsEven(), -4);
  std::replace_copy_if(values.begin(), values.end(), expected.begin(), IsEven(), -4);
  expect(host_of(out) == expected, "a copy with replacements");
  thrust::replace_copy(in.begin(), in.end(), out.begin(), values[0], -5);
  std::replace_copy(values.begin(), values.end(), expected.begin(), values[0], -5);
  expect(host_of(out) == expected, "a copy with a replaced value");

  thrust::device_vector<int> sums = in;
  thrust::transform_if(in.begin(), in.end(), out.begin(), device_stencil.begin(), sums.begin(), thrust::plus<int>(),
                       IsSet());
  for (size_t i = 0; i < values.size(); ++i) expected[i] = stencil[i] ? values[i] + expected[i] : values[i];
  expect(host_of(sums) == expected, "a transformation of two ranges by a stencil");
}

void check_scans_with_initial_values(const Ints& values) {
  const thrust::device_vector<int> in = values;
  thrust::device_vector<int> out(values.size());
  Ints expected(values.size());
  int sum = 100, doubled = 100;
  thrust::inclusive_scan(in.begin(), in.end(), out.begin(), 100, thrust::plus<int>());
  for (size_t i = 0; i < values.size(); ++i) expected[i] = sum += values[i];
  expect(host_of(out) == expected, "prefix sums after an initial value");
  thrust::transform_inclusive_scan(in.begin(), in.end(), out.begin(), Twice(), 100, thrust::plus<int>());
  for (size_t i = 0; i < values.size(); ++i) expected[i] = doubled += 2 * values[i];
  expect(host_of(out) == expected, "prefix sums of transformed values");
  thrust::uninitialized_fill_n(out.begin(), 3, 9);
  expect(out[0] == 9 && out[2] == 9 && out[3] == expected[3], "three filled elements");
}

void check_shuffles(const Ints& values) {
  thrust::default_random_engine engine(17);
  thrust::device_vector<int> out = values, again(values.size());
  thrust::shuffle(out.begin(), out.end(), engine);
  Ints shuffled = host_of(out), sorted = values;
  expect(shuffled != values, "a different order");
  std::sort(shuffled.begin(), shuffled.end());
  std::sort(sorted.begin(), sorted.end());
  expect(shuffled == sorted, "the same elements");
  thrust::shuffle_copy(thrust::device, out.begin(), out.end(), again.begin(), engine);
  shuffled = host_of(again);
  std::sort(shuffled.begin(), shuffled.end());
  expect(shuffled == sorted, "the same elements in a copy");
}

void check_copies() {
  std::vector<bool> flags(300);
  for (size_t i = 0; i < flags.size(); ++i) flags[i] = i % 3 == 0;
  thrust::device_vector<bool> device_flags(flags.begin(), flags.end());
  expect(thrust::count(device_flags.begin(), device_flags.end(), true) == 100, "flags on the device");
  device_flags[1] = true;
  std::vector<bool> back(flags.size());
  thrust::copy(device_flags.begin(), device_flags.end(), back.begin());
  flags[1] = true;
  expect(back == flags, "flags from the device");
  const std::list<int> list{3, 1, 4, 1, 5};
  const thrust::device_vector<int> of_list(list.begin(), list.end());
  expect(host_of(of_list) == Ints(list.begin(), list.end()), "a copy of a list");
}

int main() {
  Numbers numbers(/*seed=*/21);
  Ints values(4500), stencil(values.size()), other;
  for (int& value : values) value = numbers.below(100);
  for (int& flag : stencil) flag = numbers.below(3);
  check_partitions(values, stencil);
  check_replacements(values, stencil);
  check_scans_with_initial_values(values);
  check_shuffles(values);
  check_copies();

  other = values;
  other[4000] += 1;  // which Near accepts
  other[4321] += 2;
  const thrust::device_vector<int> a = values, b = other;
  expect(thrust::mismatch(a.begin(), a.end(), b.begin()).first - a.begin() == 4000, "the first difference");
  expect(thrust::mismatch(a.begin(), a.end(), b.begin(), Near()).second - b.begin() == 4321, "a larger difference");
  expect(thrust::max(3, 7, thrust::greater<int>()) == 3 && thrust::min(3, 7, thrust::greater<int>()) == 7,
         "extrema with a comparison");
  return verdict();
}
