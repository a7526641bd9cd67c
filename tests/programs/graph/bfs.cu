// Breadth-first search, level by level: atomics append the nodes of the next level to a queue.
#include <queue>

#include "graph.cuh"

__global__ void expand(const int* starts, const int* targets, int* levels, const int* frontier, int count, int* next,
                       int* next_count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int node = frontier[i];
  for (int k = starts[node]; k < starts[node + 1]; ++k) {
    const int target = targets[k];
    if (atomicCAS(&levels[target], -1, level) == -1) next[atomicAdd(next_count, 1)] = target;
  }
}

int main() {
  const Graph graph = make_graph(4000, /*most_edges=*/4, /*seed=*/1);
  std::vector<int> expected(graph.nodes, -1);
  std::queue<int> queue({0});
  expected[0] = 0;
  for (; !queue.empty(); queue.pop())
    for (int k = graph.starts[queue.front()]; k < graph.starts[queue.front() + 1]; ++k)
      if (expected[graph.targets[k]] < 0) {
        expected[graph.targets[k]] = expected[queue.front()] + 1;
        queue.push(graph.targets[k]);
      }

  DeviceArray<int> starts(graph.starts), targets(graph.targets), levels(graph.nodes), next_count(1);
  DeviceArray<int> first(graph.nodes), second(graph.nodes);
  // All levels are -1 (unknown), except level 0 of node 0, which is also the first frontier.
  CUDA_CHECK(cudaMemset(levels.get(), 0xff, levels.bytes()));
  CUDA_CHECK(cudaMemset(levels.get(), 0, sizeof(int)));
  CUDA_CHECK(cudaMemset(first.get(), 0, sizeof(int)));
  int* frontier = first.get();
  int* next = second.get();
  int count = 1, level = 0, widest = 1;
  while (count > 0) {
    next_count.clear();
    expand<<<blocks_for(count, 128), 128>>>(starts.get(), targets.get(), levels.get(), frontier, count, next,
                                            next_count.get(), ++level);
    CUDA_CHECK(cudaGetLastError());
    count = next_count.host()[0];
    widest = std::max(widest, count);
    std::swap(frontier, next);
  }
  expect(levels.host() == expected, "the levels are those of the host");
  std::printf("%d edges, %d levels, at most %d nodes in one\n", graph.edges(), level, widest);
  return verdict();
}
