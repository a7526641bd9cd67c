// Connected components of an undirected graph: labels hook onto smaller ones, and pointer jumping shortens the chains.
#include <numeric>

#include "../program.cuh"

__global__ void hook(const int2* edges, int count, int* labels, int* changed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int a = labels[edges[i].x];
  const int b = labels[edges[i].y];
  if (a == b) return;
  atomicMin(&labels[max(a, b)], min(a, b));
  *changed = 1;
}

__global__ void jump(int* labels, int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes) return;
  int label = labels[node];
  while (label != labels[label]) label = labels[label];
  labels[node] = label;
}

int root_of(std::vector<int>& parents, int node) {
  while (parents[node] != node) node = parents[node] = parents[parents[node]];
  return node;
}

int main() {
  const int nodes = 3000;
  Numbers numbers(/*seed=*/30);
  std::vector<int2> edges;
  for (int i = 0; i < 2200; ++i) edges.push_back(make_int2(numbers.below(nodes), numbers.below(nodes)));

  std::vector<int> parents(nodes);
  std::iota(parents.begin(), parents.end(), 0);
  for (const int2& edge : edges) {
    const int a = root_of(parents, edge.x), b = root_of(parents, edge.y);
    parents[a > b ? a : b] = a > b ? b : a;
  }
  std::vector<int> expected(nodes);
  int components = 0;
  for (int node = 0; node < nodes; ++node) {
    expected[node] = root_of(parents, node);
    components += expected[node] == node;
  }

  std::vector<int> initial(nodes);
  std::iota(initial.begin(), initial.end(), 0);
  DeviceArray<int2> device_edges(edges);
  DeviceArray<int> labels(initial), changed(1);
  int rounds = 0;
  do {
    changed.clear();
    hook<<<blocks_for(int(edges.size()), 128), 128>>>(device_edges.get(), int(edges.size()), labels.get(),
                                                      changed.get());
    jump<<<blocks_for(nodes, 128), 128>>>(labels.get(), nodes);
    CUDA_CHECK_KERNEL();
  } while (changed.host()[0] != 0 && ++rounds < nodes);
  expect(labels.host() == expected, "each node has the smallest number of its component");
  std::printf("%d components\n", components);
  return verdict();
}
