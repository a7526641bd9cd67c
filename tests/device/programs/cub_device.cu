// CUB's functions for the whole device, against the standard library's.
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

#include "check.cuh"

namespace {

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

// Of functions x -> a x + b: associative, and not commutative.
struct Compose {
  __host__ __device__ uint2 operator()(uint2 f, uint2 g) const { return make_uint2(f.x * g.x, f.y * g.x + g.y); }
};

// Asks for the storage, then has the work done.
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
  size_t bytes = 0;
  CHECK(function(nullptr, bytes, arguments...) == cudaSuccess);
  OnDevice<char> storage(bytes);
  CHECK(function(storage.data, bytes, arguments...) == cudaSuccess);
}
#define CALL(function, ...) \
  call([&](void* storage, size_t& bytes, auto... all) { return cub::function(storage, bytes, all...); }, __VA_ARGS__)

// Of 1024 different values.
std::vector<int> mixed(size_t count) {
  std::vector<int> values;
  for (unsigned int i = 0; i < count; ++i) values.push_back(static_cast<int>((i * 2654435761u) >> 22u) - 512);
  return values;
}

void check_reductions(const std::vector<int>& values) {
  const int n = static_cast<int>(values.size());
  OnDevice<int> in(values), out(1);
  CALL(DeviceReduce::Sum, in.data, out.data, n);
  CHECK(out.get(1)[0] == std::accumulate(values.begin(), values.end(), 0));
  if (n == 0) return;
  CALL(DeviceReduce::Max, in.data, out.data, n);
  CHECK(out.get(1)[0] == *std::max_element(values.begin(), values.end()));
  OnDevice<cub::KeyValuePair<int, int>> smallest(1);
  CALL(DeviceReduce::ArgMin, in.data, smallest.data, n);
  const auto expected = std::min_element(values.begin(), values.end());
  CHECK(smallest.get(1)[0].key == expected - values.begin());
  CHECK(smallest.get(1)[0].value == *expected);

  const std::vector<int> ends{0, n / 3, n / 3, n};
  OnDevice<int> offsets(ends), sums(3);
  CALL(DeviceSegmentedReduce::Sum, in.data, sums.data, 3, offsets.data, offsets.data + 1);
  for (size_t i = 0; i < 3; ++i)
    CHECK(sums.get(3)[i] == std::accumulate(values.begin() + ends[i], values.begin() + ends[i + 1], 0));
}

void check_scans(const std::vector<int>& values) {
  const size_t n = values.size();
  OnDevice<int> in(values), out(n);
  std::vector<int> expected(n);
  CALL(DeviceScan::ExclusiveSum, in.data, out.data, static_cast<int>(n));
  std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0);
  CHECK(out.get(n) == expected);
  CALL(DeviceScan::InclusiveSum, in.data, in.data, static_cast<int>(n));
  std::inclusive_scan(values.begin(), values.end(), expected.begin());
  CHECK(in.get(n) == expected);

  std::vector<uint2> functions;
  for (size_t i = 0; i < n; ++i) functions.push_back(make_uint2(2 * values[i] + 1, i));
  OnDevice<uint2> composed(functions), last(1);
  CALL(DeviceReduce::Reduce, composed.data, last.data, static_cast<int>(n), Compose(), make_uint2(1, 0));
  CALL(DeviceScan::InclusiveScan, composed.data, composed.data, Compose(), static_cast<int>(n));
  const std::vector<uint2> got = composed.get(n);
  uint2 all = make_uint2(1, 0);
  size_t different = 0;
  for (size_t i = 0; i < n; ++i) {
    all = Compose()(all, functions[i]);
    different += got[i].x != all.x || got[i].y != all.y;
  }
  CHECK(different == 0);
  CHECK((last.get(1)[0].x == all.x && last.get(1)[0].y == all.y));
}

void check_sorts(const std::vector<int>& values) {
  const size_t n = values.size();
  std::vector<float> keys;
  for (const int x : values) keys.push_back(x * 0.5f);
  std::vector<int> order(n), indices(n);
  std::iota(indices.begin(), indices.end(), 0);
  order = indices;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
  OnDevice<float> keys_in(keys), keys_out(n);
  OnDevice<int> in(indices), out(n);
  CALL(DeviceRadixSort::SortPairs, keys_in.data, keys_out.data, in.data, out.data, static_cast<int>(n));
  CHECK(out.get(n) == order);
  CHECK(keys_in.get(n) == keys);

  // Five passes, so that the alternate buffer has the result; by the lowest twenty bits.
  OnDevice<int> sorted(values), alternate(n);
  cub::DoubleBuffer<int> buffers(sorted.data, alternate.data);
  call([&](void* storage, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeysDescending(storage, bytes, buffers, static_cast<int>(n), 0, 20);
  });
  const auto low = [](int x) { return static_cast<unsigned int>(x) & 0xfffffu; };
  std::vector<int> expected = values;
  std::sort(expected.begin(), expected.end(), [&](int a, int b) { return low(a) > low(b); });
  CHECK(OnDevice<int>::get(buffers.Current(), n) == expected);
}

void check_selections(const std::vector<int>& values) {
  const int n = static_cast<int>(values.size());
  OnDevice<int> in(values), out(values.size()), number(1);
  std::vector<int> even, odd;
  std::partition_copy(values.begin(), values.end(), std::back_inserter(even), std::back_inserter(odd), IsEven());
  CALL(DeviceSelect::If, in.data, out.data, number.data, n, IsEven());
  CHECK(number.get(1)[0] == static_cast<int>(even.size()));
  CHECK(out.get(even.size()) == even);
  CALL(DevicePartition::If, in.data, out.data, number.data, n, IsEven());
  even.insert(even.end(), odd.rbegin(), odd.rend());
  CHECK(out.get(values.size()) == even);

  // Runs from one to several hundred.
  std::vector<int> keys, unique, lengths, sums;
  for (int i = 0; i < n; ++i) {
    keys.push_back(i / (1 + i % 3000 / 1000 * 150));
    if (i == 0 || keys[i] != keys[i - 1]) {
      unique.push_back(keys[i]);
      lengths.push_back(0);
      sums.push_back(0);
    }
    ++lengths.back();
    sums.back() += values[i];
  }
  OnDevice<int> keys_in(keys), made(values.size());
  CALL(DeviceRunLengthEncode::Encode, keys_in.data, out.data, made.data, number.data, n);
  CHECK(number.get(1)[0] == static_cast<int>(unique.size()));
  CHECK(out.get(unique.size()) == unique);
  CHECK(made.get(unique.size()) == lengths);
  CALL(DeviceReduce::ReduceByKey, keys_in.data, out.data, in.data, made.data, number.data, cub::Sum(), n);
  CHECK(made.get(unique.size()) == sums);
}

void check_histograms(const std::vector<int>& values) {
  const int n = static_cast<int>(values.size());
  OnDevice<int> in(values), counts(8);
  CALL(DeviceHistogram::HistogramEven, in.data, counts.data, 9, -512, 0, n);
  std::vector<int> expected(8);
  for (const int x : values)
    if (x < 0) ++expected[(x + 512) / 64];
  CHECK(counts.get(8) == expected);
  const std::vector<int> levels{-200, -10, 0, 3, 100};
  OnDevice<int> boundaries(levels);
  CALL(DeviceHistogram::HistogramRange, in.data, counts.data, 5, boundaries.data, n);
  expected.assign(4, 0);
  for (const int x : values)
    for (size_t i = 0; i < 4; ++i) expected[i] += x >= levels[i] && x < levels[i + 1];
  CHECK(counts.get(4) == expected);
}

}  // namespace

int main() {
  // Tiles have 2048 items.
  for (const size_t count : {0, 1, 7, 2048, 2049, 9000}) {
    const std::vector<int> values = mixed(count);
    check_reductions(values);
    check_scans(values);
    check_sorts(values);
    check_selections(values);
    check_histograms(values);
  }
  return failures == 0 ? 0 : 1;
}
