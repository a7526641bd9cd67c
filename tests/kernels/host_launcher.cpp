// Runs kernels' bodies on the host: blocks of one thread, one after the other.
#include "launcher.hpp"

namespace launcher {

void start(const Launch& launch) {
  const HostIndex grid = launch.geometry.grid;
  gridDim = grid;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z) {
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y) {
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) launch.body();
    }
  }
}

std::vector<Geometry> geometries(HostIndex grid, size_t) {
  return {{grid, {1, 1, 1}}};
}

std::vector<Geometry> row_geometries(size_t rows) {
  return {{{static_cast<unsigned>(rows), 1, 1}, {1, 1, 1}}};
}

bool runs_on_host() {
  return true;
}

bool has_time_for_large_sizes() {
  return false;
}

}  // namespace launcher
