// Grids and blocks of one, two and three dimensions: every thread runs once and has the right indices.
#include "../program.cuh"

__global__ void mark(unsigned* seen, uint3* last) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  atomicAdd(&seen[i], 1u);
  if (blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && blockIdx.z == gridDim.z - 1 &&
      threadIdx.x == blockDim.x - 1 && threadIdx.y == blockDim.y - 1 && threadIdx.z == blockDim.z - 1) {
    last[0] = make_uint3(blockIdx.x, blockIdx.y, blockIdx.z);
    last[1] = threadIdx;
  }
}

// The lanes of a warp are neighbours in x, then in y, then in z.
__global__ void lanes(unsigned* out) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[thread] = __shfl_sync(0xffffffffu, thread, 0);
}

int main() {
  const dim3 shapes[][2] = {{dim3(1), dim3(1)},           {dim3(5), dim3(33)},
                            {dim3(3, 4), dim3(8, 8)},     {dim3(2, 3, 4), dim3(5, 3, 2)},
                            {dim3(1, 1, 7), dim3(1, 64)}, {dim3(2, 2), dim3(1, 1, 64)},
                            {dim3(1), dim3(1024)}};
  for (const auto& [grid, block] : shapes) {
    const unsigned threads = grid.x * grid.y * grid.z * block.x * block.y * block.z;
    DeviceArray<unsigned> seen(threads);
    DeviceArray<uint3> last(2);
    seen.clear();
    mark<<<grid, block>>>(seen.get(), last.get());
    CUDA_CHECK_KERNEL();
    expect(seen.host() == std::vector<unsigned>(threads, 1u), "each thread runs once");
    const std::vector<uint3> indices = last.host();
    expect(indices[0].x == grid.x - 1 && indices[0].y == grid.y - 1 && indices[0].z == grid.z - 1, "the last block");
    expect(indices[1].x == block.x - 1 && indices[1].y == block.y - 1 && indices[1].z == block.z - 1,
           "the last thread");
  }
  DeviceArray<unsigned> out(128);
  lanes<<<1, dim3(4, 8, 4)>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<unsigned> first = out.host();
  bool right = true;
  for (unsigned i = 0; i < 128; ++i) right = right && first[i] == i / 32 * 32;
  expect(right, "the lanes of a block of three dimensions");
  std::printf("7 shapes\n");
  return verdict();
}
