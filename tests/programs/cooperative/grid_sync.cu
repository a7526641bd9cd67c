// A cooperative launch: all blocks wait for each other between the steps of a relaxation, and add up a sum at the end.
#include <cooperative_groups.h>

#include "../program.cuh"

namespace cg = cooperative_groups;

__global__ void relax(int* a, int* b, int count, int steps, unsigned long long* sum) {
  cg::grid_group grid = cg::this_grid();
  int* from = a;
  int* to = b;
  for (int step = 0; step < steps; ++step) {
    for (unsigned long long i = grid.thread_rank(); i < count; i += grid.size())
      to[i] = (from[(i + count - 1) % count] + 2 * from[i] + from[(i + 1) % count]) / 4;
    grid.sync();
    int* other = from;
    from = to;
    to = other;
  }
  unsigned long long mine = 0;
  for (unsigned long long i = grid.thread_rank(); i < count; i += grid.size()) mine += from[i];
  atomicAdd(sum, mine);
}

int main() {
  int cooperative = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
  expect(cooperative == 1, "the device launches cooperatively");
  int count = 3000, steps = 6;  // an even number of steps, so that the last one writes to the first array
  // Each of the 768 threads has several elements, and not all have the same number.
  const int blocks = 6, threads = 128;
  int blocks_per_processor = 0, processors = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_processor, relax, threads, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  expect(blocks_per_processor * processors >= blocks, "all blocks are resident at once");

  Numbers numbers(/*seed=*/80);
  std::vector<int> values(count);
  for (int& value : values) value = numbers.below(1000000);
  DeviceArray<int> first(values), second(count);
  DeviceArray<unsigned long long> sum(1);
  sum.clear();
  int* a = first.get();
  int* b = second.get();
  unsigned long long* total = sum.get();
  void* arguments[] = {&a, &b, &count, &steps, &total};
  CUDA_CHECK(cudaLaunchCooperativeKernel(relax, dim3(blocks), dim3(threads), arguments, 0, 0));
  CUDA_CHECK(cudaDeviceSynchronize());

  unsigned long long expected = 0;
  for (int step = 0; step < steps; ++step) {
    std::vector<int> next(count);
    for (int i = 0; i < count; ++i)
      next[i] = (values[(i + count - 1) % count] + 2 * values[i] + values[(i + 1) % count]) / 4;
    values = next;
  }
  for (int value : values) expected += value;
  expect(first.host() == values, "the values are those of the host");
  expect(sum.host()[0] == expected, "the sum is the host's");
  std::printf("sum %llu\n", expected);
  return verdict();
}
