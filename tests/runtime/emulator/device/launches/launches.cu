// What a kernel reads about its launch. The file is built for code object versions 4, 5 and, for generic targets, 6.
#include <cuda_runtime.h>

// What a thread reads: its ID in the block, the block's index in the grid, and the sizes of block and grid. The array
// of these is indexed by the thread's number in the whole grid.
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

// Copies the hidden arguments, as bytes.
extern "C" __global__ void hidden(unsigned char* out, unsigned count) {
  extern __shared__ int dynamic[];
  const auto* bytes = static_cast<const unsigned char*>(__builtin_amdgcn_implicitarg_ptr());
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) out[i] = dynamic[0] != 0 ? bytes[i] : 0;
}

// Records the order in which the blocks ran.
extern "C" __global__ void turns(unsigned* next, unsigned* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(next, 1u);
}

// The order of the additions affects the last bits of the sum.
extern "C" __global__ void whole_grid_sum(const float* in, float* out) {
  atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// Sums a block without atomics.
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

// Counts the threads of each block, and finds one more than the highest thread ID in each dimension. `blocks_x` and
// `blocks_y` are the size of the grid, whose last blocks may be partial.
extern "C" __global__ void census(unsigned* out, unsigned blocks_x, unsigned blocks_y) {
  unsigned* mine = out + 4 * (blockIdx.x + blocks_x * (blockIdx.y + blocks_y * blockIdx.z));
  atomicAdd(mine, 1u);
  atomicMax(mine + 1, threadIdx.x + 1);
  atomicMax(mine + 2, threadIdx.y + 1);
  atomicMax(mine + 3, threadIdx.z + 1);
}
