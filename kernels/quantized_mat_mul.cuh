// A matrix of quantized weights times a matrix of Q8_1 activations, a row of blocks for each column of the result.
#pragma once

#include "quantized_products.cuh"
#include "thread_grid.cuh"

// dst[column * rows + row]. A thread makes kColumns neighbouring columns of one row, and so decodes weights once for
// them; neighbouring threads have neighbouring rows, and the activations in common.
template <class Format, SumOf kSum>
struct QuantizedMatMul {
  static constexpr size_t kColumns = 8;
  using RowWeights = Weights<Format, kSum>;

  WeightMatrix<Format> matrix;
  const uint8_t* activations;
  size_t column_bytes;
  float* dst;
  size_t rows;
  size_t pitch;
  size_t columns;

  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t groups = (columns + kColumns - 1) / kColumns;
#pragma unroll 1
    for (size_t item = grid.thread(); item < rows * groups; item += grid.threads)
      run_item(item % rows, item / rows * kColumns);
  }

 private:
  __device__ __forceinline__ void run_item(size_t row, size_t first_column) const {
    const uint8_t* const from = matrix.row(row);
    // Of a column behind the last one the last is read instead.
    const size_t last = columns - 1 - first_column;
    size_t offset[kColumns];
    float sums[kColumns];
#pragma unroll
    for (size_t c = 0; c < kColumns; ++c) {
      offset[c] = (first_column + (c < last ? c : last)) * column_bytes;
      sums[c] = 0;
    }
#pragma unroll 1
    for (size_t span = 0; span < matrix.spans(); ++span) {
      RowWeights weights;
      weights.load(from, span);
#pragma unroll
      for (size_t c = 0; c < kColumns; ++c) {
        Activations column;
        column.load(activations + offset[c] + span * Q8Block::kBytes);
        if constexpr (RowWeights::kNeedsStoredSum) column.replace_infinite_sum();
        sums[c] += weights.times(column);
      }
    }
#pragma unroll
    for (size_t c = 0; c < kColumns; ++c) {
      if (c <= last) dst[(first_column + c) * pitch + row] = sums[c];
    }
  }
};
