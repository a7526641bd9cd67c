// A matrix of quantized weights times a few vectors: Q8_1 blocks (mul_mat_vec_*) or floats (dequantize_mul_mat_vec_*).
// Used by quantized.cu and view_quantized.cu.
//
// The threads of a thread block share rows. For Q8_1 blocks, each thread processes every n-th span of 32 elements,
// where n is the number of threads; for floats, every n-th word of four. Their partial sums are added in a fixed order.
// If there are fewer thread blocks than rows, they process rows in turn; this loop is block-uniform, so all threads
// reach the barriers of the sum.
#pragma once

#include "block_reduce.cuh"
#include "quantized_products.cuh"

// One sum for each row and vector that a thread block is processing.
template <int kCount>
struct Sums {
  float value[kCount];

  __device__ __forceinline__ static Sums zero() {
    Sums sums;
#pragma unroll
    for (float& value : sums.value) value = 0;
    return sums;
  }
};

template <int kCount>
struct Shuffle<Sums<kCount>> {
  __device__ __forceinline__ static Sums<kCount> down(uint32_t mask, const Sums<kCount>& sums, uint32_t distance) {
    Sums<kCount> other;
#pragma unroll
    for (int i = 0; i < kCount; ++i) other.value[i] = Shuffle<float>::down(mask, sums.value[i], distance);
    return other;
  }
};

struct PlusEach {
  template <int kCount>
  __device__ __forceinline__ Sums<kCount> operator()(const Sums<kCount>& a, const Sums<kCount>& b) const {
    Sums<kCount> sums;
#pragma unroll
    for (int i = 0; i < kCount; ++i) sums.value[i] = a.value[i] + b.value[i];
    return sums;
  }
};

// dst[v * pitch + row] = row of the matrix times vector v.
template <class Format, int kVectors>
struct QuantizedMatVec {
  // The number of rows that a thread block processes at once. Activations, once read, are used for all of them.
  static constexpr int kRows = kVectors == 1 ? 1 : 2;
  // The sums that docs/quantized.md lists: blocks of 32 elements use the stored sum, blocks of 256 that of the codes.
  using RowWeights = Weights<Format, Format::kPart == 32 && Format::kElements == 32 ? SumOf::kStored : SumOf::kCodes>;
  using BlockSums = Sums<kRows * kVectors>;

  WeightMatrix<Format> matrix;
  const uint8_t* vectors;
  size_t vector_bytes;
  float* dst;
  size_t rows;
  size_t pitch;

  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t step = grid.blocks * kRows;
#pragma unroll 1
    for (size_t row = grid.block * kRows; row < rows; row += step) {
      const BlockSums sums = reduce_block(grid, part_of(grid, row), PlusEach{});
      if (grid.block_thread == 0) store(sums, row);
    }
  }

 private:
  // Returns this thread's part of the products of the rows from `row` on. If the matrix ends after `row`, that row is
  // read twice.
  __device__ __forceinline__ BlockSums part_of(const ThreadGrid& grid, size_t row) const {
    const uint8_t* from[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r)
      from[r] = matrix.row(row + static_cast<size_t>(r) < rows ? row + static_cast<size_t>(r) : row);
    BlockSums sums = BlockSums::zero();
#pragma unroll 1
    for (size_t span = grid.block_thread; span < matrix.spans(); span += grid.block_threads) {
      RowWeights weights[kRows];
#pragma unroll
      for (int r = 0; r < kRows; ++r) weights[r].load(from[r], span);
#pragma unroll
      for (int v = 0; v < kVectors; ++v) {
        Activations activations;
        activations.load(vectors + static_cast<size_t>(v) * vector_bytes + span * Q8Block::kBytes);
        if constexpr (RowWeights::kNeedsStoredSum) activations.replace_infinite_sum();
#pragma unroll
        for (int r = 0; r < kRows; ++r) sums.value[v * kRows + r] += weights[r].times(activations);
      }
    }
    return sums;
  }

  // The address advances step by step: otherwise, the addresses of all vectors would be kept from row to row, in more
  // scalar registers than exist.
  __device__ __forceinline__ void store(const BlockSums& sums, size_t row) const {
    float* to = dst + row;
#pragma unroll
    for (int v = 0; v < kVectors; ++v) {
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        if (row + static_cast<size_t>(r) < rows) to[r] = sums.value[v * kRows + r];
      }
      to += pitch;
    }
  }
};

// dst[row] = the row's weights as floats, times a vector of floats.
template <class Format, class T>
struct DequantizingMatVec {
  WeightMatrix<Format> matrix;
  const T* vector;
  float* dst;

  // Computes all rows before `end`; each thread block computes one at a time.
  __device__ __forceinline__ void run(size_t end) const {
    const ThreadGrid grid = this_thread_in_grid();
#pragma unroll 1
    for (size_t row = grid.block; row < end; row += grid.blocks) {
      const float sum = reduce_block(grid, part_of(grid, matrix.row(row)), Plus{});
      if (grid.block_thread == 0) dst[row] = sum;
    }
  }

 private:
  __device__ __forceinline__ float part_of(const ThreadGrid& grid, const uint8_t* row) const {
    constexpr uint32_t kBlockWords = Format::kElements / 4;
    const size_t words = matrix.row_blocks * kBlockWords;
    float sum = 0;
#pragma unroll 1
    for (size_t w = grid.block_thread; w < words; w += grid.block_threads) {
      const uint8_t* const block = row + w / kBlockWords * Format::kBytes;
      const uint32_t within = static_cast<uint32_t>(w % kBlockWords);
      const PartScale scale = Format::scale(block, within * 4 / Format::kPart);
      const uint32_t codes = signed_codes<Format>(block, within);
#pragma unroll
      for (int j = 0; j < 4; ++j)
        sum += value_of<Format>(codes, j, scale) * Numeric<T>::widen(vector[4 * w + static_cast<size_t>(j)]);
    }
    return sum;
  }
};
