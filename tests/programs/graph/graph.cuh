// A pseudorandom directed graph in CSR form, in which every node can be reached from node 0.
#pragma once

#include <algorithm>

#include "../program.cuh"

struct Graph {
  int nodes = 0;
  std::vector<int> starts{0};
  std::vector<int> targets;
  std::vector<int> weights;
  int edges() const { return int(targets.size()); }
};

// In addition to the edges by which nodes are reached, 0 to most_edges - 1 edges begin at each node.
inline Graph make_graph(int nodes, int most_edges, uint32_t seed) {
  Numbers numbers(/*seed=*/seed);
  std::vector<std::vector<int>> lists(nodes);
  // Each node gets an edge from a node with a smaller number, so node 0 has a path to every node.
  for (int node = 1; node < nodes; ++node) lists[numbers.below(node)].push_back(node);
  for (auto& list : lists)
    for (int more = numbers.below(most_edges); more > 0; --more) list.push_back(numbers.below(nodes));
  Graph graph;
  graph.nodes = nodes;
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    for (int target : list) {
      graph.targets.push_back(target);
      graph.weights.push_back(1 + numbers.below(20));
    }
    graph.starts.push_back(graph.edges());
  }
  return graph;
}
