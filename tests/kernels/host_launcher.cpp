// Runs the bodies of kernels on the host, one thread after the other. Barriers therefore have no effect, so kernels
// that have barriers need blocks of one thread.
#include "launcher.hpp"

namespace launcher {

namespace {

void run_block(const Launch& launch) {
  const HostIndex block = launch.geometry.block;
  for (threadIdx.z = 0; threadIdx.z < block.z; ++threadIdx.z) {
    for (threadIdx.y = 0; threadIdx.y < block.y; ++threadIdx.y) {
      for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x) launch.body();
    }
  }
  threadIdx = {0, 0, 0};
}

}  // namespace

void start(const Launch& launch) {
  const HostIndex grid = launch.geometry.grid;
  gridDim = grid;
  blockDim = launch.geometry.block;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z) {
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y) {
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) run_block(launch);
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
