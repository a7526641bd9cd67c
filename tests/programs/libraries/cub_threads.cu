// CUB's functions of single threads and lanes, its iterators, and its queue for grids. CUB 3 does not have them any
// more, so this program does nothing if nvcc 13 builds it.
#include <algorithm>
#include <cub/cub.cuh>
#include <thrust/version.h>

#include "../program.cuh"

#if THRUST_VERSION < 300000
using Ints = std::vector<int>;

constexpr int kItems = 6;

struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
struct Halved {
  __host__ __device__ int operator()(int x) const { return x / 2; }
};

__global__ void in_threads(const int* in, int* scanned, int* keys, int* values, unsigned int* masks) {
  int items[kItems], out[kItems], indices[kItems];
  const int first = int(threadIdx.x) * kItems;
  for (int i = 0; i < kItems; ++i) {
    items[i] = in[first + i];
    indices[i] = i;
  }
  cub::ThreadScanInclusive(items, out, cub::Sum());
  for (int i = 0; i < kItems; ++i) scanned[first + i] = out[i];
  cub::StableOddEvenSort(items, indices, Less());
  for (int i = 0; i < kItems; ++i) {
    keys[first + i] = items[i];
    values[first + i] = indices[i];
  }
  // Each lane is in one of the two masks, so all bits are set.
  masks[threadIdx.x] = cub::LaneMaskLt() ^ cub::LaneMaskGe();
}

__global__ void search(const int* a, int in_a, const int* b, int in_b, const int* wanted, int* lower, int* upper,
                       int2* paths) {
  const int i = threadIdx.x;
  lower[i] = cub::LowerBound(a, in_a, wanted[i]);
  upper[i] = cub::UpperBound(a, in_a, wanted[i]);
  int2 path;
  // How many of the first 5 * i elements of the merged sequence come from `a`, and how many from `b`.
  cub::MergePathSearch(i * 5, a, b, in_a, in_b, path);
  paths[i] = path;
}

// Each block takes work until the queue is empty, and counts what it took.
__global__ void drain(cub::GridQueue<int> queue, int work, int* taken) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = queue.Drain(1);
    __syncthreads();
    if (item >= work) return;
    if (threadIdx.x == 0) atomicAdd(&taken[item], 1);
    __syncthreads();
  }
}

__global__ void read_iterators(const int* in, cub::TexObjInputIterator<int> texture, int* out) {
  cub::TransformInputIterator<int, Halved, const int*> halves(in, Halved());
  cub::CountingInputIterator<int> numbers(10);
  out[threadIdx.x] = halves[threadIdx.x] + numbers[threadIdx.x] + texture[threadIdx.x];
}

void check_threads() {
  Numbers numbers(/*seed=*/2);
  constexpr int kThreads = 64;
  Ints values(kThreads * kItems);
  for (int& value : values) value = numbers.below(8);
  const DeviceArray<int> in(values);
  DeviceArray<int> scanned(values.size()), keys(values.size()), indices(values.size());
  DeviceArray<unsigned int> masks(kThreads);
  in_threads<<<1, kThreads>>>(in.get(), scanned.get(), keys.get(), indices.get(), masks.get());
  CUDA_CHECK_KERNEL();
  const Ints k = keys.host(), p = indices.host(), s = scanned.host();
  bool sums = true, sorted = true;
  for (size_t first = 0; first < values.size(); first += kItems) {
    int sum = 0;
    for (size_t i = first; i < first + kItems; ++i) {
      sum += values[i];
      sums = sums && s[i] == sum;
      sorted = sorted && k[i] == values[first + p[i]] &&
               (i == first || k[i - 1] < k[i] || (k[i - 1] == k[i] && p[i - 1] < p[i]));
    }
  }
  expect(sums, "scans in threads");
  expect(sorted, "stable sorts in threads");
  expect(masks.host() == std::vector<unsigned int>(kThreads, ~0u), "masks of lanes");
}

void check_searches() {
  Numbers numbers(/*seed=*/3);
  Ints a(90), b(70), wanted(32), merged;
  for (int& x : a) x = numbers.below(40);
  for (int& x : b) x = numbers.below(40);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  for (size_t i = 0; i < wanted.size(); ++i) wanted[i] = int(i) * 2 - 10;  // also values that no element has
  const DeviceArray<int> in_a(a), in_b(b), in_wanted(wanted);
  DeviceArray<int> lower(wanted.size()), upper(wanted.size());
  DeviceArray<int2> paths(wanted.size());
  search<<<1, 32>>>(in_a.get(), int(a.size()), in_b.get(), int(b.size()), in_wanted.get(), lower.get(), upper.get(),
                    paths.get());
  CUDA_CHECK_KERNEL();
  const Ints low = lower.host(), high = upper.host();
  const auto path = paths.host();
  bool bounds = true, splits = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    bounds = bounds && low[i] == std::lower_bound(a.begin(), a.end(), wanted[i]) - a.begin() &&
             high[i] == std::upper_bound(a.begin(), a.end(), wanted[i]) - a.begin();
    const int x = path[i].x, y = path[i].y;
    // No element before the split is larger than one after it. Of equal elements, those of `a` come first.
    splits = splits && x + y == int(i) * 5 && (x == 0 || y == int(b.size()) || a[x - 1] <= b[y]) &&
             (y == 0 || x == int(a.size()) || b[y - 1] < a[x]);
  }
  expect(bounds, "bounds");
  expect(splits, "splits of a merge");
}

void check_queue_and_iterators() {
  constexpr int kWork = 50;
  DeviceArray<unsigned char> memory(cub::GridQueue<int>::AllocationSize());
  DeviceArray<int> taken(kWork);
  taken.clear();
  cub::GridQueue<int> queue(memory.get());
  CUDA_CHECK(queue.FillAndResetDrain(kWork));
  drain<<<4, 32>>>(queue, kWork, taken.get());
  CUDA_CHECK_KERNEL();
  expect(taken.host() == Ints(kWork, 1), "each item of a queue once");

  Ints values(32), expected(32);
  for (int i = 0; i < 32; ++i) {
    values[i] = 3 * i;
    expected[i] = 3 * i / 2 + 10 + i + 3 * i;  // from the three iterators of read_iterators()
  }
  const DeviceArray<int> in(values);
  DeviceArray<int> out(32);
  cub::TexObjInputIterator<int> texture;
  CUDA_CHECK(texture.BindTexture(in.get(), in.bytes()));
  read_iterators<<<1, 32>>>(in.get(), texture, out.get());
  CUDA_CHECK_KERNEL();
  CUDA_CHECK(texture.UnbindTexture());
  expect(out.host() == expected, "iterators");
}

int main() {
  check_threads();
  check_searches();
  check_queue_and_iterators();
  static_assert(cub::NumericTraits<float>::CATEGORY == cub::FLOATING_POINT, "a category");
  static_assert(sizeof(cub::Traits<double>::UnsignedBits) == 8, "the bits of a number");
  return verdict();
}
#else
int main() {
  return verdict();
}
#endif
