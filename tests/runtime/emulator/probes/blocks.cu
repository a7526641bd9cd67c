// Blocks whose threads cooperate through shared memory and barriers.
#include "math.cuh"

constexpr unsigned kBlock = 256;

template <class T>
__device__ T block_sum(T* shared, T value) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  return shared[0];
}

extern "C" __global__ void reduce_static(unsigned count, const int* in, int* out) {
  __shared__ int shared[kBlock];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_sum(shared, i < count ? in[i] : 0);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// The block size may be any power of two. The launch sets the size of the dynamic shared memory.
extern "C" __global__ void reduce_dynamic(unsigned count, const double* in, double* out) {
  extern __shared__ double dynamic[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const double sum = block_sum(dynamic, i < count ? in[i] : 0.0);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Dynamic shared memory follows static shared memory, and is divided into arrays of three types.
extern "C" __global__ void carved_lds(const float* in, float* out) {
  __shared__ float fixed[32];
  extern __shared__ __align__(16) char bytes[];
  const unsigned i = threadIdx.x, count = blockDim.x;
  auto* wide = reinterpret_cast<double*>(bytes);
  auto* floats = reinterpret_cast<float*>(wide + count);
  auto* narrow = reinterpret_cast<unsigned char*>(floats + count);
  wide[i] = static_cast<double>(in[i]) * 2;
  floats[count - 1 - i] = in[i];
  narrow[i] = static_cast<unsigned char>(i * 3);
  if (i < 32) fixed[i] = in[i] * 10;
  __syncthreads();
  const unsigned other = (i + 1) % count;
  out[i] = static_cast<float>(wide[other]) + floats[other] + static_cast<float>(narrow[other]) + fixed[i % 32];
}

// An inclusive scan with one step per power of two, alternating between two arrays.
extern "C" __global__ void scan(const unsigned* in, unsigned* out) {
  __shared__ unsigned buffers[2][kBlock];
  unsigned from = 0;
  buffers[0][threadIdx.x] = in[blockIdx.x * kBlock + threadIdx.x];
  __syncthreads();
  for (unsigned offset = 1; offset < kBlock; offset *= 2) {
    unsigned sum = buffers[from][threadIdx.x];
    if (threadIdx.x >= offset) sum += buffers[from][threadIdx.x - offset];
    buffers[1 - from][threadIdx.x] = sum;
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * kBlock + threadIdx.x] = buffers[from][threadIdx.x];
}

// An exclusive scan in place, up and down a tree.
extern "C" __global__ void tree_scan(const int* in, int* out) {
  __shared__ int tree[2 * kBlock];
  const unsigned t = threadIdx.x;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  unsigned offset = 1;
  for (unsigned pairs = kBlock; pairs > 0; pairs /= 2, offset *= 2) {
    __syncthreads();
    if (t < pairs) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
  }
  if (t == 0) tree[2 * kBlock - 1] = 0;
  for (unsigned pairs = 1; pairs <= kBlock; pairs *= 2) {
    offset /= 2;
    __syncthreads();
    if (t >= pairs) continue;
    const unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
    const int before = tree[left];
    tree[left] = tree[right];
    tree[right] += before;
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

extern "C" __global__ void block_votes(const int* in, int* out) {
  const int x = in[blockIdx.x * blockDim.x + threadIdx.x];
  int* place = out + 3 * (blockIdx.x * blockDim.x + threadIdx.x);
  place[0] = __syncthreads_count(x > 0);
  place[1] = __syncthreads_and(x > -100) != 0;
  place[2] = __syncthreads_or(x > 98) != 0;
}

constexpr unsigned kTile = 16;

// The tile has one more column than the block has threads, so that accesses to a column use different banks.
extern "C" __global__ void transpose(unsigned rows, unsigned columns, const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  unsigned x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

// A stencil of five points with a border of zeros. The edges of a tile are read from its neighbours.
extern "C" __global__ void stencil(unsigned width, unsigned height, const int* in, int* out) {
  __shared__ int tile[kTile + 2][kTile + 2];
  const int x = static_cast<int>(blockIdx.x * kTile + threadIdx.x),
            y = static_cast<int>(blockIdx.y * kTile + threadIdx.y);
  const int w = static_cast<int>(width), h = static_cast<int>(height);
  const auto at = [&](int column, int row) {
    return column < 0 || row < 0 || column >= w || row >= h ? 0 : in[row * w + column];
  };
  const unsigned tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = at(x, y);
  if (threadIdx.x == 0) tile[ty][0] = at(x - 1, y);
  if (threadIdx.x == kTile - 1) tile[ty][kTile + 1] = at(x + 1, y);
  if (threadIdx.y == 0) tile[0][tx] = at(x, y - 1);
  if (threadIdx.y == kTile - 1) tile[kTile + 1][tx] = at(x, y + 1);
  __syncthreads();
  if (x >= w || y >= h) return;
  out[y * w + x] = 4 * tile[ty][tx] - tile[ty - 1][tx] - tile[ty + 1][tx] - tile[ty][tx - 1] - tile[ty][tx + 1];
}

// Counts bytes in shared memory first, then adds the counts of the blocks.
extern "C" __global__ void histogram(unsigned count, const unsigned char* in, unsigned* bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// The last block to finish adds the partial results of all blocks. `done` is 0 at the start and at the end.
extern "C" __global__ void last_block(unsigned count, const int* in, int* partial, unsigned* done, long long* total) {
  __shared__ int shared[kBlock];
  __shared__ bool last;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_sum(shared, i < count ? in[i] : 0);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  __threadfence();
  long long all = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) all += static_cast<volatile int*>(partial)[block];
  *total = all;
}

// All stages of the sorting network within a block.
extern "C" __global__ void bitonic_block(const int* in, int* out) {
  __shared__ int values[2 * kBlock];
  const unsigned t = threadIdx.x;
  values[t] = in[t];
  values[t + kBlock] = in[t + kBlock];
  for (unsigned size = 2; size <= 2 * kBlock; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const unsigned low = 2 * t - (t & (stride - 1)), high = low + stride;
      const bool ascending = (low & size) == 0;
      const int a = values[low], b = values[high];
      if ((a > b) == ascending) {
        values[low] = b;
        values[high] = a;
      }
    }
  __syncthreads();
  out[t] = values[t];
  out[t + kBlock] = values[t + kBlock];
}

// One stage of the sorting network; the host launches all stages in order. Each key has a value that moves with it.
extern "C" __global__ void bitonic_stage(unsigned size, unsigned stride, float* keys, unsigned* carried) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned low = 2 * t - (t & (stride - 1)), high = low + stride;
  const float a = keys[low], b = keys[high];
  if ((a > b) != ((low & size) == 0)) return;
  keys[low] = b;
  keys[high] = a;
  const unsigned first = carried[low];
  carried[low] = carried[high];
  carried[high] = first;
}
