// A bottom-up merge sort: in each pass, every thread finds the position of one element by binary search.
#include <algorithm>

#include "../program.cuh"

// The number of elements of a sorted range that come before `value`. With `equal_too`, elements equal to `value` count
// as well. It is set for a value of the right range, which equal elements of the left range precede, so that the sort
// is stable.
template <typename T>
__device__ int rank_in(const T* range, int count, const T& value, bool equal_too) {
  int low = 0, high = count;
  while (low < high) {
    const int middle = (low + high) / 2;
    const bool before = equal_too ? !(value < range[middle]) : range[middle] < value;
    if (before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <typename T>
__global__ void merge_pass(const T* in, T* out, int count, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int begin = i / (2 * width) * (2 * width);
  const int middle = min(begin + width, count);
  const int end = min(begin + 2 * width, count);
  const T value = in[i];
  const bool left = i < middle;
  const int own_rank = left ? i - begin : i - middle;
  const int other_rank =
      left ? rank_in(in + middle, end - middle, value, false) : rank_in(in + begin, middle - begin, value, true);
  out[begin + own_rank + other_rank] = value;
}

struct Record {
  short key;
  short order;
  __host__ __device__ bool operator<(const Record& other) const { return key < other.key; }
};

template <typename T>
std::vector<T> sort_on_device(const std::vector<T>& values) {
  const int count = int(values.size());
  DeviceArray<T> first(values), second(count);
  T* from = first.get();
  T* to = second.get();
  for (int width = 1; width < count; width *= 2) {
    merge_pass<<<blocks_for(count, 128), 128>>>(from, to, count, width);
    std::swap(from, to);
  }
  CUDA_CHECK_KERNEL();
  return from == first.get() ? first.host() : second.host();
}

int main() {
  Numbers numbers(/*seed=*/9);
  std::vector<double> values(5000);
  for (double& value : values) value = numbers.between(-1.0f, 1.0f);
  const std::vector<double> sorted = sort_on_device(values);
  std::sort(values.begin(), values.end());
  expect(sorted == values, "the numbers are in order");

  std::vector<Record> records(3000);
  for (int i = 0; i < 3000; ++i) records[i] = {short(numbers.below(50)), short(i)};
  const std::vector<Record> stable = sort_on_device(records);
  std::stable_sort(records.begin(), records.end());
  bool same = true;
  for (int i = 0; i < 3000; ++i) same = same && stable[i].key == records[i].key && stable[i].order == records[i].order;
  expect(same, "records with equal keys keep their order");
  std::printf("first record %d, last record %d\n", stable.front().order, stable.back().order);
  return verdict();
}
