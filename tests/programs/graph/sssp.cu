// Shortest paths from one node: Bellman-Ford rounds with atomicMin until no distance changes.
#include <climits>
#include <queue>

#include "graph.cuh"

__device__ bool changed;

__global__ void relax(const int* starts, const int* targets, const int* weights, int* distances, int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes) return;
  const int distance = distances[node];
  if (distance == INT_MAX) return;
  for (int k = starts[node]; k < starts[node + 1]; ++k)
    if (atomicMin(&distances[targets[k]], distance + weights[k]) > distance + weights[k]) changed = true;
}

std::vector<int> dijkstra(const Graph& graph) {
  std::vector<int> distances(graph.nodes, INT_MAX);
  std::priority_queue<std::pair<int, int>> queue;  // has the largest at its top, so distances are negated
  queue.push({0, 0});
  distances[0] = 0;
  while (!queue.empty()) {
    const auto [negative, node] = queue.top();
    queue.pop();
    if (-negative > distances[node]) continue;
    for (int k = graph.starts[node]; k < graph.starts[node + 1]; ++k) {
      const int distance = distances[node] + graph.weights[k];
      if (distance >= distances[graph.targets[k]]) continue;
      distances[graph.targets[k]] = distance;
      queue.push({-distance, graph.targets[k]});
    }
  }
  return distances;
}

int main() {
  const Graph graph = make_graph(2000, /*most_edges=*/6, /*seed=*/2);
  std::vector<int> initial(graph.nodes, INT_MAX);
  initial[0] = 0;
  DeviceArray<int> starts(graph.starts), targets(graph.targets), weights(graph.weights), distances(initial);
  int rounds = 0;
  for (bool again = true; again && rounds <= graph.nodes; ++rounds) {
    again = false;
    CUDA_CHECK(cudaMemcpyToSymbol(changed, &again, sizeof(bool)));
    relax<<<blocks_for(graph.nodes, 128), 128>>>(starts.get(), targets.get(), weights.get(), distances.get(),
                                                 graph.nodes);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyFromSymbol(&again, changed, sizeof(bool)));
  }
  const std::vector<int> expected = dijkstra(graph);
  expect(distances.host() == expected, "the distances are Dijkstra's");
  std::printf("the longest of the shortest paths has length %d\n", *std::max_element(expected.begin(), expected.end()));
  return verdict();
}
