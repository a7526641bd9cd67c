// Matrix products and dot products in single and double precision, of pairs of halves, and of 8-bit integers, four to a
// word.
#include "math.cuh"

constexpr unsigned kProductTile = 16;

// Works for any sizes. The elements of tiles beyond the edges are zeros. The rows of b_tile are longer by an element,
// so that LDS is accessed with two strides.
extern "C" __global__ void gemm_f32(unsigned rows, unsigned columns, unsigned depth, const float* a, const float* b,
                                    float* c) {
  __shared__ float a_tile[kProductTile][kProductTile], b_tile[kProductTile][kProductTile + 1];
  const unsigned x = blockIdx.x * kProductTile + threadIdx.x, y = blockIdx.y * kProductTile + threadIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < depth; k += kProductTile) {
    const unsigned a_column = k + threadIdx.x, b_row = k + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = y < rows && a_column < depth ? a[y * depth + a_column] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = x < columns && b_row < depth ? b[b_row * columns + x] : 0.0f;
    __syncthreads();
    for (unsigned i = 0; i < kProductTile; ++i) sum = fmaf(a_tile[threadIdx.y][i], b_tile[i][threadIdx.x], sum);
    __syncthreads();
  }
  if (x < columns && y < rows) c[y * columns + x] = sum;
}

// Each thread has four by four results in registers.
extern "C" __global__ void gemm_f64(unsigned size, const double* a, const double* b, double* c) {
  const unsigned column = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  double sums[4][4] = {};
  for (unsigned k = 0; k < size; ++k)
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned j = 0; j < 4; ++j) sums[i][j] = fma(a[(row + i) * size + k], b[k * size + column + j], sums[i][j]);
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = 0; j < 4; ++j) c[(row + i) * size + column + j] = sums[i][j];
}

// Multiplies the rows of `a` by one vector, two halves at a time. Products are rounded to half; sums are float.
extern "C" __global__ void matrix_vector_f16(unsigned columns, const __half2* a, const __half2* x, float* y) {
  const unsigned row = blockIdx.x * blockDim.y + threadIdx.y, pairs = columns / 2;
  float sum = 0;
  for (unsigned k = threadIdx.x; k < pairs; k += 32) {
    const __half2 product = __hmul2(a[row * pairs + k], x[k]);
    sum += __low2float(product) + __high2float(product);
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(kAllLanes, sum, offset);
  if (threadIdx.x == 0) y[row] = sum;
}

// Computes c = a * transposed b; along the depth, each word has four 8-bit integers.
extern "C" __global__ void gemm_i8(unsigned columns, unsigned words, const int* a, const int* b, int* c) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (unsigned k = 0; k < words; ++k) sum = __dp4a(a[y * words + k], b[x * words + k], sum);
  c[y * columns + x] = sum;
}

// 32 weights of 8 bits with a common scale. Quantised models store weights and values in this form.
struct Quantised {
  __half scale;
  signed char weights[32];
};

extern "C" __global__ void quantised_dot(unsigned blocks, const Quantised* rows, const Quantised* x, float* y) {
  const unsigned row = blockIdx.x, lane = threadIdx.x;
  float sum = 0;
  for (unsigned block = lane; block < blocks; block += 32) {
    const Quantised& left = rows[row * blocks + block];
    int products = 0;
    for (unsigned k = 0; k < 32; k += 4) {
      int a, b;
      memcpy(&a, left.weights + k, 4);
      memcpy(&b, x[block].weights + k, 4);
      products = __dp4a(a, b, products);
    }
    sum = fmaf(__half2float(left.scale) * __half2float(x[block].scale), static_cast<float>(products), sum);
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kAllLanes, sum, offset);
  if (lane == 0) y[row] = sum;
}

// A dot product of doubles over a grid. The sums of the blocks are added with atomics, in unspecified order.
extern "C" __global__ void dot_f64(unsigned count, const double* a, const double* b, double* sum) {
  __shared__ double partial[8];
  double mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    mine = fma(a[i], b[i], mine);
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(kAllLanes, mine, offset);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) mine += partial[warp];
  if (threadIdx.x == 0) atomicAdd(sum, mine);
}
