// Thrust's algorithms on runs of equal keys: segmented scans and reductions in all their forms, and the first pair of
// each run. Some runs are longer than what one block processes at a time.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/unique.h>

#include "../program.cuh"

struct SameTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};

struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

std::vector<int> host_of(const thrust::device_vector<int>& v) {
  std::vector<int> values(v.size());
  thrust::copy(v.begin(), v.end(), values.begin());
  return values;
}

// Keys in runs of very different lengths. A run of keys with the same tens (SameTens) has several keys.
std::vector<int> runs(int count) {
  Numbers numbers(/*seed=*/7);
  std::vector<int> keys;
  for (int key = 0; int(keys.size()) < count; key += 1 + numbers.below(4))
    keys.insert(keys.end(), key % 16 == 3 ? 3000 : 1 + numbers.below(20), key);
  keys.resize(count);
  return keys;
}

template <typename Same, typename Op>
std::vector<int> inclusive(const std::vector<int>& keys, const std::vector<int>& values, Same same, Op op) {
  std::vector<int> out(values);
  for (size_t i = 1; i < out.size(); ++i)
    if (same(keys[i - 1], keys[i])) out[i] = op(out[i - 1], values[i]);
  return out;
}

template <typename Same, typename Op>
std::vector<int> exclusive(const std::vector<int>& keys, const std::vector<int>& values, int initial, Same same,
                           Op op) {
  std::vector<int> out(values.size());
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = i > 0 && same(keys[i - 1], keys[i]) ? op(out[i - 1], values[i - 1]) : initial;
  return out;
}

void check_scans(const std::vector<int>& keys, const std::vector<int>& values) {
  const thrust::equal_to<int> equal;
  const thrust::plus<int> plus;
  const thrust::device_vector<int> k(keys.begin(), keys.end()), v(values.begin(), values.end());
  thrust::device_vector<int> out(v.size());
  thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());
  expect(host_of(out) == inclusive(keys, values, equal, plus), "inclusive sums");
  thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), SameTens());
  expect(host_of(out) == inclusive(keys, values, SameTens(), plus), "inclusive sums with a predicate");
  const auto end =
      thrust::inclusive_scan_by_key(thrust::device, k.begin(), k.end(), v.begin(), out.begin(), SameTens(), Larger());
  expect(host_of(out) == inclusive(keys, values, SameTens(), Larger()) && end == out.end(), "inclusive maxima");

  thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());
  expect(host_of(out) == exclusive(keys, values, 0, equal, plus), "exclusive sums");
  thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), 5);
  expect(host_of(out) == exclusive(keys, values, 5, equal, plus), "exclusive sums from 5");
  thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), 7, SameTens());
  expect(host_of(out) == exclusive(keys, values, 7, SameTens(), plus), "exclusive sums with a predicate");
  thrust::exclusive_scan_by_key(thrust::device, k.begin(), k.end(), v.begin(), out.begin(), 50, SameTens(), Larger());
  expect(host_of(out) == exclusive(keys, values, 50, SameTens(), Larger()), "exclusive maxima");

  out = v;
  thrust::exclusive_scan_by_key(k.begin(), k.end(), out.begin(), out.begin());
  expect(host_of(out) == exclusive(keys, values, 0, equal, plus), "a scan over its own input");
  std::vector<int> on_host(values);
  thrust::inclusive_scan_by_key(thrust::host, keys.begin(), keys.end(), on_host.begin(), on_host.begin());
  expect(on_host == inclusive(keys, values, equal, plus), "a scan on the host");
}

void check_reductions(const std::vector<int>& keys, const std::vector<int>& values) {
  std::vector<int> unique, sums, largest, first;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) {
      unique.push_back(keys[i]);
      first.push_back(values[i]);
      sums.push_back(0);
      largest.push_back(values[i]);
    }
    sums.back() += values[i];
    largest.back() = Larger()(largest.back(), values[i]);
  }
  const thrust::device_vector<int> k(keys.begin(), keys.end()), v(values.begin(), values.end());
  thrust::device_vector<int> keys_out(k.size()), out(v.size());
  const auto resize =
      [&](const thrust::pair<thrust::device_vector<int>::iterator, thrust::device_vector<int>::iterator>& ends) {
        const bool same_count = ends.first - keys_out.begin() == ends.second - out.begin();
        out.resize(ends.second - out.begin());
        keys_out.resize(ends.first - keys_out.begin());
        return same_count && host_of(keys_out) == unique;
      };
  const auto prepare = [&] {
    keys_out.assign(k.size(), -1);
    out.assign(k.size(), -1);
  };
  expect(resize(thrust::reduce_by_key(k.begin(), k.end(), v.begin(), keys_out.begin(), out.begin())), "keys of sums");
  expect(host_of(out) == sums, "sums of runs");
  prepare();
  expect(resize(thrust::reduce_by_key(thrust::device, k.begin(), k.end(), v.begin(), keys_out.begin(), out.begin(),
                                      thrust::equal_to<int>(), Larger())),
         "keys of maxima");
  expect(host_of(out) == largest, "maxima of runs");
  prepare();
  expect(resize(thrust::unique_by_key_copy(k.begin(), k.end(), v.begin(), keys_out.begin(), out.begin())),
         "unique keys");
  expect(host_of(out) == first, "the first value of each run");
  keys_out = k;
  out = v;
  expect(resize(thrust::unique_by_key(keys_out.begin(), keys_out.end(), out.begin(), thrust::equal_to<int>())),
         "unique keys in place");
  expect(host_of(out) == first, "the first values in place");
  expect(thrust::unique_count(k.begin(), k.end()) == long(unique.size()), "the number of runs");

  // Pairs of equal numbers are keys, too.
  const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(k.begin(), k.begin()));
  out.assign(k.size(), -1);
  const auto ends = thrust::reduce_by_key(pairs, pairs + k.size(), thrust::constant_iterator<int>(1),
                                          thrust::make_discard_iterator(), out.begin());
  expect(ends.second - out.begin() == long(unique.size()), "the number of pairs");
}

int main() {
  for (const int count : {1, 9000}) {
    const std::vector<int> keys = runs(count);
    Numbers numbers(/*seed=*/11);
    std::vector<int> values(count);
    for (int& value : values) value = numbers.below(200) - 60;
    check_scans(keys, values);
    check_reductions(keys, values);
  }
  const thrust::device_vector<int> nothing;
  thrust::device_vector<int> out;
  thrust::inclusive_scan_by_key(nothing.begin(), nothing.end(), nothing.begin(), out.begin());
  return verdict();
}
