// PageRank by pulling along incoming edges, in double precision, with the rank of dead ends spread over all nodes.
#include "graph.cuh"

constexpr double kDamping = 0.85;

__global__ void pull(const int* in_starts, const int* sources, const int* out_degrees, const double* ranks,
                     double* next, double base, int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes) return;
  double sum = 0;
  for (int k = in_starts[node]; k < in_starts[node + 1]; ++k) sum += ranks[sources[k]] / out_degrees[sources[k]];
  next[node] = base + kDamping * sum;
}

__global__ void sum_dead_ends(const int* out_degrees, const double* ranks, double* sum, int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  double mine = node < nodes && out_degrees[node] == 0 ? ranks[node] : 0.0;
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

int main() {
  const Graph graph = make_graph(1500, /*most_edges=*/5, /*seed=*/3);
  const int n = graph.nodes;
  std::vector<int> degrees(n), in_starts(n + 1, 0), sources(graph.edges());
  for (int node = 0; node < n; ++node) degrees[node] = graph.starts[node + 1] - graph.starts[node];
  for (int target : graph.targets) ++in_starts[target + 1];
  for (int node = 0; node < n; ++node) in_starts[node + 1] += in_starts[node];
  std::vector<int> next_positions(in_starts.begin(), in_starts.end() - 1);
  for (int node = 0; node < n; ++node)
    for (int k = graph.starts[node]; k < graph.starts[node + 1]; ++k)
      sources[next_positions[graph.targets[k]]++] = node;

  std::vector<double> expected(n, 1.0 / n);
  DeviceArray<int> device_in_starts(in_starts), device_sources(sources), device_degrees(degrees);
  DeviceArray<double> first(expected), second(n), dead(1);
  double* ranks = first.get();
  double* next = second.get();
  for (int step = 0; step < 20; ++step) {
    dead.clear();
    sum_dead_ends<<<blocks_for(n, 128), 128>>>(device_degrees.get(), ranks, dead.get(), n);
    const double base = (1 - kDamping) / n + kDamping * dead.host()[0] / n;
    pull<<<blocks_for(n, 128), 128>>>(device_in_starts.get(), device_sources.get(), device_degrees.get(), ranks, next,
                                      base, n);
    std::swap(ranks, next);

    double host_dead = 0;
    for (int node = 0; node < n; ++node)
      if (degrees[node] == 0) host_dead += expected[node];
    std::vector<double> host_next(n, (1 - kDamping) / n + kDamping * host_dead / n);
    for (int node = 0; node < n; ++node)
      for (int k = graph.starts[node]; k < graph.starts[node + 1]; ++k)
        host_next[graph.targets[k]] += kDamping * expected[node] / degrees[node];
    expected = host_next;
  }
  CUDA_CHECK_KERNEL();
  const std::vector<double> result = first.host();  // after an even number of swaps
  bool same = true;
  double sum = 0;
  for (int node = 0; node < n; ++node) {
    same = same && std::fabs(result[node] - expected[node]) < 1e-12;
    sum += result[node];
  }
  expect(same, "the ranks are those of the host");
  expect(near(sum, 1, 1e-9), "the ranks add up to one");
  const int best = int(std::max_element(result.begin(), result.end()) - result.begin());
  std::printf("node %d has the highest rank\n", best);
  return verdict();
}
