// Compares CUB's functions for the whole device with the standard library's.
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

#include "check.cuh"

namespace {

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

// Composes functions x -> a x + b, which is associative but not commutative.
struct Compose {
  __host__ __device__ uint2 operator()(uint2 f, uint2 g) const { return make_uint2(f.x * g.x, f.y * g.x + g.y); }
};

// Calls the function for the size of its storage, and then for the work.
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
  size_t bytes = 0;
  CHECK(function(nullptr, bytes, arguments...) == cudaSuccess);
  OnDevice<char> storage(bytes);
  CHECK(function(storage.data, bytes, arguments...) == cudaSuccess);
}
#define CALL(function, ...) \
  call([&](void* storage, size_t& bytes, auto... all) { return cub::function(storage, bytes, all...); }, __VA_ARGS__)

// Numbers with 1024 different values.
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

  const std::vector<int> ends{0, n / 3, n / 3, n};  // the second segment is empty
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

  // The factors are odd, so each function is invertible modulo 2^32 and affects every later result.
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

  // The sort by the lowest twenty bits takes five passes of four bits, so that the alternate buffer has the result.
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

// Compares only a part of the key, so that keys that count as equal can differ and a sort that is not stable is
// noticed.
struct LessInTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; }
};

void check_sorts_of_segments(const std::vector<int>& values) {
  const int n = static_cast<int>(values.size());
  const std::vector<int> ends{0, n / 5, n / 5, n};  // the second segment is empty
  std::vector<int> indices(values.size()), expected_keys = values;
  std::iota(indices.begin(), indices.end(), 0);
  std::vector<int> expected = indices;
  for (size_t i = 0; i < 3; ++i) {
    std::stable_sort(expected.begin() + ends[i], expected.begin() + ends[i + 1],
                     [&](int a, int b) { return values[a] > values[b]; });
    std::sort(expected_keys.begin() + ends[i], expected_keys.begin() + ends[i + 1]);
  }
  OnDevice<int> keys(values), keys_out(values.size()), in(indices), out(values.size()), offsets(ends);
  CALL(DeviceSegmentedRadixSort::SortPairsDescending, keys.data, keys_out.data, in.data, out.data, n, 3, offsets.data,
       offsets.data + 1);
  CHECK(out.get(values.size()) == expected);
  CALL(DeviceSegmentedSort::SortKeys, keys.data, keys_out.data, n, 3, offsets.data, offsets.data + 1);
  CHECK(keys_out.get(values.size()) == expected_keys);
}

void check_merge_sorts(const std::vector<int>& values) {
  std::vector<int> indices(values.size()), expected_keys = values;
  std::iota(indices.begin(), indices.end(), 0);
  std::vector<int> expected = indices;
  std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) { return LessInTens()(values[a], values[b]); });
  std::stable_sort(expected_keys.begin(), expected_keys.end(), LessInTens());
  OnDevice<int> keys(values), in(indices), out(values.size());
  CALL(DeviceMergeSort::SortKeysCopy, keys.data, out.data, static_cast<int>(values.size()), LessInTens());
  CHECK(out.get(values.size()) == expected_keys);
  CALL(DeviceMergeSort::SortPairs, keys.data, in.data, static_cast<int>(values.size()), LessInTens());
  CHECK(keys.get(values.size()) == expected_keys);
  CHECK(in.get(values.size()) == expected);
}

constexpr int kThreads = 96;
constexpr int kPerThread = 3;
constexpr int kBlock = kThreads * kPerThread;

// Calls CUB's functions for blocks and warps in one block. Their results, kBlock items each, follow each other in
// `out`; the histogram comes last.
__global__ void collectives(const int* in, int* out) {
  using Discontinuity = cub::BlockDiscontinuity<int, kThreads>;
  using Difference = cub::BlockAdjacentDifference<int, kThreads>;
  using Shuffle = cub::BlockShuffle<int, kThreads>;
  using Sort = cub::BlockMergeSort<int, kThreads, kPerThread, int>;
  using WarpExchange = cub::WarpExchange<int, kPerThread>;
  using WarpSort = cub::WarpMergeSort<int, kPerThread>;
  using Histogram = cub::BlockHistogram<unsigned char, kThreads, kPerThread, 64>;
  __shared__ union {
    typename Discontinuity::TempStorage discontinuity;
    typename Difference::TempStorage difference;
    typename Shuffle::TempStorage shuffle;
    typename Sort::TempStorage sort;
    typename WarpSort::TempStorage warps[kThreads / 32];
    typename WarpExchange::TempStorage exchanges[kThreads / 32];
    typename Histogram::TempStorage histogram;
  } storage;
  __shared__ int counts[64];
  int items[kPerThread], result[kPerThread], tails[kPerThread];
  unsigned char bins[kPerThread];
  const auto load = [&] {
    __syncthreads();
    cub::LoadDirectBlocked(threadIdx.x, in, items);
  };
  // Some functions change `items`, so each starts from newly loaded ones.
  const auto put_and_reload = [&](const int(&values)[kPerThread]) {
    cub::StoreDirectBlocked(threadIdx.x, out, values);
    out += kBlock;
    load();
  };
  load();
  Discontinuity(storage.discontinuity).FlagHeadsAndTails(result, tails, items, cub::Inequality());
  put_and_reload(result);
  put_and_reload(tails);
  Discontinuity(storage.discontinuity).FlagHeads(result, items, cub::Inequality(), items[0]);
  put_and_reload(result);
  // The first item has no left neighbour, so 1000 is subtracted from it.
  Difference(storage.difference).SubtractLeft(items, items, cub::Difference(), 1000);
  put_and_reload(items);
  Difference(storage.difference).SubtractRight(items, result, cub::Difference());
  put_and_reload(result);
  result[0] = -1;  // Up() does not write the first item of the block
  Shuffle(storage.shuffle).Up(items, result);
  put_and_reload(result);
  Shuffle(storage.shuffle).Rotate(items[0], items[1], 5);
  put_and_reload(items);
  // The values of the sort are copies of its keys. The last 7 items are not sorted.
  cub::LoadDirectBlocked(threadIdx.x, in, result);
  Sort(storage.sort).Sort(items, result, LessInTens(), kBlock - 7, 0);
  put_and_reload(result);
  WarpSort(storage.warps[threadIdx.x / 32]).Sort(items, LessInTens());
  put_and_reload(items);
  const int warp = static_cast<int>(threadIdx.x) / 32;
  cub::WarpLoad<int, kPerThread, cub::WARP_LOAD_STRIPED>().Load(in + warp * 32 * kPerThread, items);
  WarpExchange(storage.exchanges[warp]).StripedToBlocked(items, result);
  cub::WarpStore<int, kPerThread>().Store(out + warp * 32 * kPerThread, result);
  // Each warp loads 40 items and sets the others to 7.
  cub::WarpLoad<int, kPerThread>().Load(in + warp * 32 * kPerThread, items, 40, 7);
  out += kBlock;
  put_and_reload(items);
  for (int i = 0; i < kPerThread; ++i) bins[i] = static_cast<unsigned char>(items[i] & 63);
  Histogram(storage.histogram).Histogram(bins, counts);
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = counts[threadIdx.x];
}

void check_blocks() {
  // Some neighbours are equal.
  std::vector<int> x = mixed(kBlock);
  for (size_t i = 1; i < kBlock; ++i)
    if (x[i] % 3 == 0) x[i] = x[i - 1];
  OnDevice<int> in(x), out(11 * kBlock + 64);
  collectives<<<1, kThreads>>>(in.data, out.data);
  // The outputs in the order in which collectives() writes them.
  std::vector<std::vector<int>> expected(11, std::vector<int>(kBlock));
  for (int i = 0; i < kBlock; ++i) {
    expected[0][i] = i == 0 || x[i] != x[i - 1];
    expected[1][i] = i + 1 == kBlock || x[i] != x[i + 1];
    expected[2][i] = i > 0 && x[i] != x[i - 1];
    expected[3][i] = x[i] - (i == 0 ? 1000 : x[i - 1]);
    expected[4][i] = i + 1 == kBlock ? x[i] : x[i] - x[i + 1];
    expected[5][i] = i == 0 ? -1 : x[i - 1];
    // Item 1 of each thread is item 0 of the thread 5 after it.
    expected[6][i] = i % kPerThread == 1 ? x[(i + 5 * kPerThread - 1) % kBlock] : x[i];
  }
  expected[7] = expected[8] = expected[9] = x;
  for (int i = 0; i < kBlock; ++i) expected[10][i] = i % (32 * kPerThread) < 40 ? x[i] : 7;
  std::stable_sort(expected[7].begin(), expected[7].end() - 7, LessInTens());
  for (auto warp = expected[8].begin(); warp != expected[8].end(); warp += 32 * kPerThread)
    std::stable_sort(warp, warp + 32 * kPerThread, LessInTens());
  std::vector<int> all = out.get(11 * kBlock + 64), counts(64);
  for (size_t i = 0; i < expected.size(); ++i)
    CHECK(std::vector<int>(all.begin() + i * kBlock, all.begin() + (i + 1) * kBlock) == expected[i]);
  for (const int value : x) ++counts[value & 63];
  CHECK(std::vector<int>(all.end() - 64, all.end()) == counts);
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

  // The lengths of runs are 1, 151 and 301, in turn for 1000 items each.
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
  OnDevice<int> keys_in(keys), aggregates(values.size());
  CALL(DeviceRunLengthEncode::Encode, keys_in.data, out.data, aggregates.data, number.data, n);
  CHECK(number.get(1)[0] == static_cast<int>(unique.size()));
  CHECK(out.get(unique.size()) == unique);
  CHECK(aggregates.get(unique.size()) == lengths);
  CALL(DeviceReduce::ReduceByKey, keys_in.data, out.data, in.data, aggregates.data, number.data, cub::Sum(), n);
  CHECK(aggregates.get(unique.size()) == sums);
}

void check_histograms(const std::vector<int>& values) {
  const int n = static_cast<int>(values.size());
  // Nine boundaries from -512 to 0 give eight bins of 64.
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
  check_blocks();
  // Tiles have 2048 items: no tile, parts of one, a whole one, and several.
  for (const size_t count : {0, 1, 7, 2048, 2049, 9000}) {
    const std::vector<int> values = mixed(count);
    check_reductions(values);
    check_scans(values);
    check_sorts(values);
    check_sorts_of_segments(values);
    check_merge_sorts(values);
    check_selections(values);
    check_histograms(values);
  }
  return failures == 0 ? 0 : 1;
}
