// CUB's device-wide algorithms in the forms that cub_device.cu does not use: scans by key and in place, three-way
// partitions, runs of several items, differences, loops, and copies of many ranges.
#include <algorithm>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <numeric>

#include "../program.cuh"

using Ints = std::vector<int>;

// Calls an algorithm twice, as CUB requires: first for the size of its temporary storage.
template <typename Algorithm>
void with_storage(Algorithm algorithm) {
  size_t bytes = 0;
  CUDA_CHECK(algorithm(nullptr, bytes));
  DeviceArray<unsigned char> storage(bytes + 1);  // never 0 bytes, because a null pointer asks for the size
  CUDA_CHECK(algorithm(storage.get(), bytes));
  CUDA_CHECK_KERNEL();
}

struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Plus {
  __host__ __device__ int operator()(int a, int b) const { return a + b; }
};
struct SameTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct IsBelow {
  int end;
  __host__ __device__ bool operator()(int x) const { return x < end; }
};
struct Squared {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Falling {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};
struct Twice {
  int* out;
  __device__ void operator()(int i) { out[i] = 2 * i; }
};
struct AddOne {
  __device__ void operator()(int& x) { ++x; }
};

template <typename Same, typename Op>
Ints scanned_by_key(const Ints& keys, const Ints& values, bool inclusive, int initial, Same same, Op op) {
  Ints out(values.size());
  for (size_t i = 0; i < out.size(); ++i) {
    const bool is_head = i == 0 || !same(keys[i - 1], keys[i]);
    if (inclusive)
      out[i] = is_head ? values[i] : op(out[i - 1], values[i]);
    else
      out[i] = is_head ? initial : op(out[i - 1], values[i - 1]);
  }
  return out;
}

// An operation whose order matters.
struct Second {
  __host__ __device__ int operator()(int, int second) const { return second; }
};

void check_scans(const Ints& keys, const Ints& values) {
  const int count = int(values.size());
  DeviceArray<int> k(keys), v(values), out(values.size());
  const auto equal = [](int a, int b) { return a == b; };
  const auto plus = [](int a, int b) { return a + b; };
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::InclusiveSumByKey(storage, bytes, k.get(), v.get(), out.get(), count);
  });
  expect(out.host() == scanned_by_key(keys, values, true, 0, equal, plus), "inclusive sums by key");
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSumByKey(storage, bytes, k.get(), v.get(), out.get(), count, SameTens());
  });
  expect(out.host() == scanned_by_key(keys, values, false, 0, SameTens(), plus), "exclusive sums by key");
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::ExclusiveScanByKey(storage, bytes, k.get(), v.get(), out.get(), Larger(), 30, count);
  });
  expect(out.host() == scanned_by_key(keys, values, false, 30, equal, Larger()), "exclusive maxima by key");
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::InclusiveScanByKey(storage, bytes, k.get(), v.get(), v.get(), Larger(), count, SameTens());
  });
  expect(v.host() == scanned_by_key(keys, values, true, 0, SameTens(), Larger()), "inclusive maxima in place");
  v.set(values);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::InclusiveScanByKey(storage, bytes, k.get(), v.get(), out.get(), Second(), count);
  });
  expect(out.host() == values, "the latest value by key");

  v.set(values);
  Ints expected(values);
  with_storage(
      [&](void* storage, size_t& bytes) { return cub::DeviceScan::InclusiveSum(storage, bytes, v.get(), count); });
  std::partial_sum(values.begin(), values.end(), expected.begin());
  expect(v.host() == expected, "sums in place");
  v.set(values);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::ExclusiveScan(storage, bytes, v.get(), Larger(), 5, count, stream);
  });
  CUDA_CHECK(cudaStreamDestroy(stream));
  int largest = 5;
  for (int i = 0; i < count; ++i) {
    expected[i] = largest;
    largest = Larger()(largest, values[i]);
  }
  expect(v.host() == expected, "maxima in place");
}

void check_selections(const Ints& keys, const Ints& values) {
  const int count = int(values.size());
  DeviceArray<int> k(keys), v(values), first(values.size()), second(values.size()), rest(values.size()), numbers(2);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DevicePartition::If(storage, bytes, v.get(), first.get(), second.get(), rest.get(), numbers.get(),
                                    count, IsBelow{40}, IsEven());
  });
  Ints below, even, odd;
  for (const int x : values) (x < 40 ? below : x % 2 == 0 ? even : odd).push_back(x);
  const auto begins_with = [](const DeviceArray<int>& array, const Ints& expected) {
    const Ints all = array.host();
    return std::equal(expected.begin(), expected.end(), all.begin());
  };
  expect(numbers.host() == Ints({int(below.size()), int(even.size())}), "the sizes of two parts");
  expect(begins_with(first, below) && begins_with(second, even) && begins_with(rest, odd), "three parts");

  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSelect::FlaggedIf(storage, bytes, k.get(), v.get(), first.get(), numbers.get(), count, IsEven());
  });
  Ints flagged;
  for (int i = 0; i < count; ++i)
    if (values[i] % 2 == 0) flagged.push_back(keys[i]);
  expect(numbers.host()[0] == int(flagged.size()) && begins_with(first, flagged), "keys whose values are even");
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, v.get(), numbers.get(), count, IsBelow{40});
  });
  expect(numbers.host()[0] == int(below.size()) && begins_with(v, below), "a selection in place");
  v.set(values);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSelect::UniqueByKey(storage, bytes, k.get(), v.get(), first.get(), second.get(), numbers.get(),
                                          count, SameTens());
  });
  Ints unique_keys, unique_values, offsets, lengths;
  for (int i = 0; i < count; ++i)
    if (i == 0 || !SameTens()(keys[i - 1], keys[i])) {
      unique_keys.push_back(keys[i]);
      unique_values.push_back(values[i]);
    }
  expect(begins_with(first, unique_keys) && begins_with(second, unique_values), "unique keys by a predicate");

  for (const bool sums : {true, false}) {
    with_storage([&](void* storage, size_t& bytes) {
      return sums ? cub::DeviceReduce::ReduceByKey(storage, bytes, k.get(), first.get(), v.get(), second.get(),
                                                   numbers.get(), Plus(), count)
                  : cub::DeviceReduce::ReduceByKey(storage, bytes, k.get(), first.get(), v.get(), second.get(),
                                                   numbers.get(), Larger(), count);
    });
    Ints run_keys, reduced;
    for (int i = 0; i < count; ++i) {
      const bool is_head = i == 0 || keys[i] != keys[i - 1];
      if (is_head) {
        run_keys.push_back(keys[i]);
        reduced.push_back(values[i]);
      } else {
        reduced.back() = sums ? reduced.back() + values[i] : Larger()(reduced.back(), values[i]);
      }
    }
    expect(numbers.host()[0] == int(run_keys.size()) && begins_with(first, run_keys) && begins_with(second, reduced),
           sums ? "the sums of runs" : "the maxima of runs");
  }

  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(storage, bytes, k.get(), first.get(), second.get(), numbers.get(),
                                                      count);
  });
  for (int i = 0, end = 0; i < count; i = end) {
    while (end < count && keys[end] == keys[i]) ++end;
    if (end - i < 2) continue;
    offsets.push_back(i);
    lengths.push_back(end - i);
  }
  expect(numbers.host()[0] == int(offsets.size()) && begins_with(first, offsets) && begins_with(second, lengths),
         "runs of several items");
}

void check_reductions(const Ints& values) {
  const int count = int(values.size());
  DeviceArray<int> v(values), single(1);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::TransformReduce(storage, bytes, v.get(), single.get(), count, Plus(), Squared(), 7);
  });
  int sum = 7;
  for (const int x : values) sum += x * x;
  expect(single.host()[0] == sum, "a sum of squares");

  // 0, the value of a default-constructed item, is neither the smallest positive nor the largest negative one.
  std::vector<__half> positive(100), negative(100);
  for (int i = 0; i < 100; ++i) {
    positive[i] = __float2half(float(3 + i * 7 % 100));
    negative[i] = __float2half(-float(3 + i * 7 % 100));
  }
  DeviceArray<__half> device_positive(positive), device_negative(negative), bounds(2);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::Min(storage, bytes, device_positive.get(), bounds.get(), 100);
  });
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::Max(storage, bytes, device_negative.get(), bounds.get() + 1, 100);
  });
  expect(__half2float(bounds.host()[0]) == 3 && __half2float(bounds.host()[1]) == -3, "bounds of halves");

  using Pair = cub::KeyValuePair<int, int>;
  const DeviceArray<int> offsets(Ints{0, 10, 10, 2500, count});  // four segments, the second of which is empty
  DeviceArray<Pair> smallest(4), largest(4);
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSegmentedReduce::ArgMin(storage, bytes, v.get(), smallest.get(), 4, offsets.get(),
                                              offsets.get() + 1);
  });
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSegmentedReduce::ArgMax(storage, bytes, v.get(), largest.get(), 4, offsets.get(),
                                              offsets.get() + 1);
  });
  const auto low = smallest.host(), high = largest.host();
  const Ints at = offsets.host();
  for (const int i : {0, 2, 3}) {
    const auto begin = values.begin() + at[i], end = values.begin() + at[i + 1];
    expect(low[i].key == std::min_element(begin, end) - begin && low[i].value == *std::min_element(begin, end),
           "the smallest item of a segment");
    expect(high[i].key == std::max_element(begin, end) - begin && high[i].value == *std::max_element(begin, end),
           "the largest item of a segment");
  }
  // CUB documents the key 1 for an empty segment.
  expect(low[1].key == 1 && high[1].key == 1, "an empty segment");

  // Sorts segments in two buffers, either of which may have the result.
  DeviceArray<int> other(values.size());
  cub::DoubleBuffer<int> keys(v.get(), other.get());
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSegmentedSort::StableSortKeysDescending(storage, bytes, keys, count, 4, offsets.get(),
                                                              offsets.get() + 1);
  });
  Ints expected = values;
  for (int i = 0; i < 4; ++i) std::sort(expected.begin() + at[i], expected.begin() + at[i + 1], Falling());
  expect((keys.Current() == v.get() ? v : other).host() == expected, "sorted segments in a double buffer");
}

void check_differences(const Ints& values) {
  const int count = int(values.size());
  DeviceArray<int> v(values), out(values.size());
  Ints expected = values;
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(storage, bytes, v.get(), out.get(), count);
  });
  std::adjacent_difference(values.begin(), values.end(), expected.begin());
  expect(out.host() == expected, "differences to the left");
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceAdjacentDifference::SubtractRight(storage, bytes, v.get(), count);
  });
  for (int i = 0; i < count; ++i) expected[i] = i + 1 < count ? values[i] - values[i + 1] : values[i];
  expect(v.host() == expected, "differences to the right in place");
}

void check_loops(const Ints& values) {
  const int count = int(values.size());
  DeviceArray<int> v(values), out(values.size());
  CUDA_CHECK(cub::DeviceFor::Bulk(count, Twice{out.get()}));
  CUDA_CHECK(cub::DeviceFor::ForEach(v.get(), v.get() + 10, AddOne()));
  CUDA_CHECK(cub::DeviceFor::ForEachN(v.get(), 5, AddOne()));
  CUDA_CHECK_KERNEL();
  const Ints doubled = out.host(), added = v.host();
  bool right = true;
  for (int i = 0; i < count; ++i)
    right = right && doubled[i] == 2 * i && added[i] == values[i] + (i < 10 ? 1 : 0) + (i < 5 ? 1 : 0);
  expect(right, "loops over a range");

  v.set(values);
  out.clear();
  const DeviceArray<int*> from(std::vector<int*>{v.get(), v.get() + 100, v.get() + 7});
  const DeviceArray<int*> to(std::vector<int*>{out.get() + 2000, out.get(), out.get() + 1000});
  const DeviceArray<int> sizes(Ints{900, 300, 1}), bytes_of(Ints{3600, 1200, 4});
  Ints expected(count);
  std::copy_n(values.begin(), 900, expected.begin() + 2000);
  std::copy_n(values.begin() + 100, 300, expected.begin());
  expected[1000] = values[7];
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceCopy::Batched(storage, bytes, from.get(), to.get(), sizes.get(), 3);
  });
  expect(out.host() == expected, "copies of three ranges");
  out.clear();
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceMemcpy::Batched(storage, bytes, from.get(), to.get(), bytes_of.get(), 3);
  });
  expect(out.host() == expected, "copies of three buffers");
}

void check_histograms() {
  Numbers numbers(/*seed=*/5);
  std::vector<unsigned char> pixels(4 * 3000);
  for (auto& x : pixels) x = static_cast<unsigned char>(numbers.below(256));
  const Ints levels_red{0, 10, 100, 256}, levels_green{50, 60, 200};
  const DeviceArray<unsigned char> samples(pixels);
  DeviceArray<int> red_levels(levels_red), green_levels(levels_green), red(3), green(2);
  int* histograms[2] = {red.get(), green.get()};
  const int num_levels[2] = {4, 3};
  const int* levels[2] = {red_levels.get(), green_levels.get()};
  with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceHistogram::MultiHistogramRange<4, 2>(storage, bytes, samples.get(), histograms, num_levels,
                                                           levels, 3000);
  });
  Ints expected_red(3), expected_green(2);
  for (size_t i = 0; i < pixels.size(); i += 4) {
    ++expected_red[pixels[i] < 10 ? 0 : pixels[i] < 100 ? 1 : 2];
    const int g = pixels[i + 1];
    if (g >= 50 && g < 200) ++expected_green[g < 60 ? 0 : 1];
  }
  expect(red.host() == expected_red && green.host() == expected_green, "histograms of two channels");
}

int main() {
  Numbers numbers(/*seed=*/31);
  // Some runs of equal keys are longer than what a block processes at a time.
  Ints keys, values(6000);
  for (int key = 0; keys.size() < values.size(); key += 1 + numbers.below(3))
    keys.insert(keys.end(), key == 0 || key % 40 == 7 ? 2500 : 1 + numbers.below(6), key);
  keys.resize(values.size());
  for (int& value : values) value = numbers.below(100);
  check_scans(keys, values);
  check_selections(keys, values);
  check_reductions(values);
  check_differences(values);
  check_loops(values);
  check_histograms();
  return verdict();
}
