// What a kernel can see of its launch. Built for code object versions 4, 5 and, for generic targets, 6.
#include <cuda_runtime.h>

// By the number that each thread has in the whole grid: its place in the block, the block's in the grid, and both
// sizes.
struct Place {
  uint3 thread, block, threads, blocks;
};

extern "C" __global__ void places(Place* out) {
  const size_t x = size_t(blockIdx.x) * blockDim.x + threadIdx.x, y = size_t(blockIdx.y) * blockDim.y + threadIdx.y,
               z = size_t(blockIdx.z) * blockDim.z + threadIdx.z;
  Place& mine = out[x + size_t(gridDim.x) * blockDim.x * (y + size_t(gridDim.y) * blockDim.y * z)];
  mine.thread = {threadIdx.x, threadIdx.y, threadIdx.z};
  mine.block = {blockIdx.x, blockIdx.y, blockIdx.z};
  mine.threads = {blockDim.x, blockDim.y, blockDim.z};
  mine.blocks = {gridDim.x, gridDim.y, gridDim.z};
}

// The arguments that the compiler adds, as bytes.
extern "C" __global__ void hidden(unsigned char* out, unsigned count) {
  extern __shared__ int dynamic[];
  const auto* bytes = static_cast<const unsigned char*>(__builtin_amdgcn_implicitarg_ptr());
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) out[i] = dynamic[0] != 0 ? bytes[i] : 0;
}

// Shows which block came when.
extern "C" __global__ void turns(unsigned* next, unsigned* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(next, 1u);
}

// The order of additions shows in the last bits.
extern "C" __global__ void whole_grid_sum(const float* in, float* out) {
  atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// A block's sum, without atomics.
extern "C" __global__ void block_sums(const float* in, float* out) {
  __shared__ float partial[1024];
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void mark_blocks(unsigned* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x + 1;
}

extern "C" __global__ void add_one(unsigned* data, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += 1;
}

// Per block: its threads, and the highest number of one in each dimension + 1. `blocks_x` and `blocks_y` are the
// grid's, in which the last block may be a partial one.
extern "C" __global__ void census(unsigned* out, unsigned blocks_x, unsigned blocks_y) {
  unsigned* mine = out + 4 * (blockIdx.x + blocks_x * (blockIdx.y + blocks_y * blockIdx.z));
  atomicAdd(mine, 1u);
  atomicMax(mine + 1, threadIdx.x + 1);
  atomicMax(mine + 2, threadIdx.y + 1);
  atomicMax(mine + 3, threadIdx.z + 1);
}
