// A module of quantized kernels that keeps the compiler's back end busy: 140 kernels, 14 for each of ten block formats,
// most of them unrolled dot products of packed int8 values. Only `./dev bench build` compiles it; nothing runs it.
#include <cuda_runtime.h>
#include <stdint.h>

namespace {

/// The number of weights in a block, a multiple of 32. The amount of generated code is proportional to it.
constexpr int kWeights = 160;

/// Blocks of weights of BITS bits with a scale, and a minimum if HAS_MINIMUM, in groups of GROUP weights.
template <int BITS, bool HAS_MINIMUM, int GROUP>
struct Format {
  static constexpr int kWords = kWeights * BITS / 32;
  static constexpr int kGroups = kWeights / GROUP;
  float scale;
  float minimum;
  uint8_t group_scales[kGroups];
  uint32_t words[kWords];

  /// The four weights from number 4 * `index` on, packed as int8 values.
  __device__ int lanes(int index) const {
    int packed = 0;
#pragma unroll
    for (int lane = 0; lane < 4; ++lane) {
      const int bit = (4 * index + lane) * BITS;
      const uint64_t two = words[bit / 32] | (uint64_t)words[(bit / 32 + 1) % kWords] << 32;
      packed |= (int)(two >> bit % 32 & ((1u << BITS) - 1)) << 8 * lane;
    }
    return packed;
  }

  __device__ float dot(const int* activations, float activation_scale, float activation_sum) const {
    float sum = 0;
#pragma unroll
    for (int group = 0; group < kGroups; ++group) {
      int partial = 0;
#pragma unroll
      for (int i = 0; i < GROUP / 4; ++i)
        partial = __dp4a(lanes(group * GROUP / 4 + i), activations[group * GROUP / 4 + i], partial);
      sum += (float)partial * (float)group_scales[group];
    }
    sum *= scale * activation_scale;
    return HAS_MINIMUM ? sum - minimum * activation_sum : sum;
  }
};

struct Activations {
  float scale;
  float sum;
  int lanes[kWeights / 4];
};

template <class F, int COLUMNS, int ROWS>
__device__ void mat_vec(const F* weights, const Activations* activations, float* out, int blocks, int rows) {
  const int row = (blockIdx.x * blockDim.y + threadIdx.y) * ROWS;
  float sums[ROWS][COLUMNS] = {};
  for (int block = threadIdx.x; block < blocks; block += 32) {
#pragma unroll
    for (int column = 0; column < COLUMNS; ++column) {
      const Activations& here = activations[column * blocks + block];
#pragma unroll
      for (int r = 0; r < ROWS; ++r)
        if (row + r < rows)
          sums[r][column] += weights[(row + r) * blocks + block].dot(here.lanes, here.scale, here.sum);
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
#pragma unroll
    for (int column = 0; column < COLUMNS; ++column) {
      for (int mask = 16; mask > 0; mask /= 2) sums[r][column] += __shfl_xor_sync(0xffffffff, sums[r][column], mask);
      if (threadIdx.x == 0 && row + r < rows) out[column * rows + row + r] = sums[r][column];
    }
}

template <class F>
__device__ void dequantize(const F* weights, float* out, int blocks) {
  const int block = blockIdx.x * blockDim.x + threadIdx.x;
  if (block >= blocks) return;
#pragma unroll
  for (int i = 0; i < kWeights / 4; ++i) {
    const int lanes = weights[block].lanes(i);
#pragma unroll
    for (int lane = 0; lane < 4; ++lane)
      out[block * kWeights + 4 * i + lane] =
          weights[block].scale * (float)(lanes >> 8 * lane & 255) - weights[block].minimum;
  }
}

}  // namespace

#define MAT_VEC(NAME, FORMAT, COLUMNS, ROWS)                                                                        \
  extern "C" __global__ void mat_vec_##NAME##_##COLUMNS##_##ROWS(const FORMAT* w, const Activations* a, float* out, \
                                                                 int blocks, int rows) {                            \
    mat_vec<FORMAT, COLUMNS, ROWS>(w, a, out, blocks, rows);                                                        \
  }

#define FORMAT_KERNELS(NAME, ...)                                                       \
  using NAME = Format<__VA_ARGS__>;                                                     \
  MAT_VEC(NAME, NAME, 1, 2)                                                             \
  MAT_VEC(NAME, NAME, 2, 2)                                                             \
  MAT_VEC(NAME, NAME, 3, 2)                                                             \
  MAT_VEC(NAME, NAME, 4, 2)                                                             \
  MAT_VEC(NAME, NAME, 5, 2)                                                             \
  MAT_VEC(NAME, NAME, 6, 2)                                                             \
  MAT_VEC(NAME, NAME, 7, 2)                                                             \
  MAT_VEC(NAME, NAME, 8, 2)                                                             \
  MAT_VEC(NAME, NAME, 2, 4)                                                             \
  MAT_VEC(NAME, NAME, 3, 4)                                                             \
  MAT_VEC(NAME, NAME, 4, 4)                                                             \
  MAT_VEC(NAME, NAME, 5, 4)                                                             \
  MAT_VEC(NAME, NAME, 2, 8)                                                             \
  extern "C" __global__ void dequantize_##NAME(const NAME* w, float* out, int blocks) { \
    dequantize(w, out, blocks);                                                         \
  }

FORMAT_KERNELS(b2, 2, true, 16)
FORMAT_KERNELS(b3, 3, false, 16)
FORMAT_KERNELS(b4, 4, false, 32)
FORMAT_KERNELS(b4m, 4, true, 32)
FORMAT_KERNELS(b4g, 4, true, 8)
FORMAT_KERNELS(b5, 5, false, 32)
FORMAT_KERNELS(b5m, 5, true, 32)
FORMAT_KERNELS(b5g, 5, true, 16)
FORMAT_KERNELS(b6, 6, false, 16)
FORMAT_KERNELS(b8, 8, false, 32)
