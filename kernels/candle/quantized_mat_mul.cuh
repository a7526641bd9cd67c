// A matrix of quantized weights times a matrix of Q8_1 activations; used by mul_mat_* (quantized.cu). Tiles of both
// matrices are decoded into shared memory, and each thread computes a few rows by a few columns of the result from
// there.
//
// Weights are stored row by row, activations column by column, `column_bytes` apart. The result is f32. Thread blocks
// process tiles in turn; all loops around barriers are block-uniform.
#pragma once

#include "../common/quantized_products.cuh"
#include "../common/thread_grid.cuh"

// The weights and activations in shared memory. Codes and scales of a record are three units of 16 bytes; with this
// size, neighbouring threads, which read neighbouring records, have no bank conflicts.
struct alignas(kAccessBytes) TileRow {
  uint32_t codes[Q8Block::kWords];
  PartScale part[2];
};
struct alignas(kAccessBytes) TileColumn {
  uint32_t codes[Q8Block::kWords];
  float scale;
  float stored_sum;
  uint32_t unused[2];  // the rest of the third unit
};

// dst[column * pitch + row]. A thread block computes tiles of kRows by kColumns and processes each span of 32 elements
// after the other, so that a sum is added in the order of the row whatever the launch geometry is. If a thread block
// has fewer threads than a tile has items, each thread computes several items, one after the other.
template <class Format, SumOf kSum>
struct QuantizedMatMul {
  using RowWeights = Weights<Format, kSum>;
  static constexpr uint32_t kParts = RowWeights::kParts;
  // An item is the part of a tile that a thread computes: its columns are neighbours, its rows are kRowItems apart.
  static constexpr uint32_t kItemRows = 4;
  static constexpr uint32_t kItemColumns = 8;
  static constexpr uint32_t kRowItems = 16;
  static constexpr uint32_t kColumnItems = 8;
  static constexpr uint32_t kRows = kItemRows * kRowItems;
  static constexpr uint32_t kColumns = kItemColumns * kColumnItems;

  WeightMatrix<Format> matrix;
  const uint8_t* activations;
  size_t column_bytes;
  float* dst;
  size_t rows;
  size_t pitch;
  size_t columns;

  struct Tile {
    TileRow rows[kRows];
    TileColumn columns[kColumns];
  };
  // The position of a tile in the result, and the number of its rows and columns that exist.
  struct TileBounds {
    size_t row;
    size_t column;
    uint32_t rows;
    uint32_t columns;

    __device__ __forceinline__ TileBounds(const QuantizedMatMul& product, size_t row_tile, size_t column_tile)
        : row(row_tile * kRows),
          column(column_tile * kColumns),
          rows(product.rows - row < kRows ? static_cast<uint32_t>(product.rows - row) : kRows),
          columns(product.columns - column < kColumns ? static_cast<uint32_t>(product.columns - column) : kColumns) {}
    __device__ __forceinline__ uint32_t items() const {
      return (columns + kItemColumns - 1) / kItemColumns * kRowItems;
    }
  };
  // An item's first row and column, relative to the tile.
  struct Item {
    uint32_t row;
    uint32_t column;
    bool works;

    __device__ __forceinline__ Item(uint32_t item, const TileBounds& tile_bounds)
        : row(item % kRowItems), column(item / kRowItems * kItemColumns), works(item < tile_bounds.items()) {}
  };

  __device__ __forceinline__ void run() const {
    __shared__ Tile tile;
    const ThreadGrid grid = this_thread_in_grid();
    const size_t row_tiles = (rows + kRows - 1) / kRows;
    const size_t tiles = row_tiles * ((columns + kColumns - 1) / kColumns);
#pragma unroll 1
    for (size_t t = grid.block; t < tiles; t += grid.blocks) {
      const TileBounds tile_bounds(*this, t % row_tiles, t / row_tiles);
#pragma unroll 1
      for (uint32_t first = 0; first < tile_bounds.items(); first += grid.block_threads)
        make(grid, tile, tile_bounds, Item(first + grid.block_thread, tile_bounds));
    }
  }

 private:
  // Computes one item of a tile.
  __device__ __forceinline__ void make(const ThreadGrid& grid, Tile& tile, const TileBounds& tile_bounds,
                                       const Item& item) const {
    float sums[kItemRows][kItemColumns] = {};
#pragma unroll 1
    for (size_t span = 0; span < matrix.spans(); ++span) {
      // Other threads may still be reading the previous span.
      __syncthreads();
      fill_rows(grid, tile, tile_bounds, span);
      fill_columns(grid, tile, tile_bounds, span);
      __syncthreads();
      if (item.works) multiply(tile, item, sums);
    }
    if (item.works) store(tile_bounds, item, sums);
  }

  // Rows beyond the last keep their previous contents, as do columns beyond the last: no result depends on them.
  __device__ __forceinline__ void fill_rows(const ThreadGrid& grid, Tile& tile, const TileBounds& tile_bounds,
                                            size_t span) const {
    const size_t block = span / RowWeights::kSpans * Format::kBytes;
    const uint32_t span_in_block = static_cast<uint32_t>(span % RowWeights::kSpans);
#pragma unroll 1
    for (uint32_t i = grid.block_thread; i < tile_bounds.rows * Q8Block::kWords; i += grid.block_threads) {
      const uint32_t row = i / Q8Block::kWords, word = i % Q8Block::kWords;
      tile.rows[row].codes[word] =
          Format::codes(matrix.row(tile_bounds.row + row) + block, span_in_block * Q8Block::kWords + word);
    }
#pragma unroll 1
    for (uint32_t i = grid.block_thread; i < tile_bounds.rows * kParts; i += grid.block_threads) {
      const uint32_t row = i / kParts, part = i % kParts;
      tile.rows[row].part[part] =
          Format::scale(matrix.row(tile_bounds.row + row) + block, span_in_block * kParts + part);
    }
  }

  __device__ __forceinline__ void fill_columns(const ThreadGrid& grid, Tile& tile, const TileBounds& tile_bounds,
                                               size_t span) const {
    constexpr uint32_t kBlockWords = Q8Block::kBytes / 4;
    const uint8_t* const from = activations + tile_bounds.column * column_bytes + span * Q8Block::kBytes;
#pragma unroll 1
    for (uint32_t i = grid.block_thread; i < tile_bounds.columns * kBlockWords; i += grid.block_threads) {
      const uint32_t column = i / kBlockWords, word = i % kBlockWords;
      const uint32_t value = word_at<4>(from + column * column_bytes, 4 * word);
      TileColumn& to = tile.columns[column];
      if (word == 0) {
        to.scale = half_of(value);
        to.stored_sum = half_of(value >> 16);
      } else {
        to.codes[word - 1] = value;
      }
    }
  }

  __device__ __forceinline__ static void multiply(const Tile& tile, const Item& item,
                                                  float (&sums)[kItemRows][kItemColumns]) {
    RowWeights weights[kItemRows];
#pragma unroll
    for (uint32_t r = 0; r < kItemRows; ++r) weights[r].load_decoded(tile.rows[item.row + r * kRowItems]);
#pragma unroll
    for (uint32_t c = 0; c < kItemColumns; ++c) {
      Activations column;
      column.load_decoded(tile.columns[item.column + c]);
      if constexpr (RowWeights::kNeedsStoredSum) column.replace_infinite_sum();
#pragma unroll
      for (uint32_t r = 0; r < kItemRows; ++r) sums[r][c] += weights[r].times(column);
    }
  }

  __device__ __forceinline__ void store(const TileBounds& tile_bounds, const Item& item,
                                        const float (&sums)[kItemRows][kItemColumns]) const {
#pragma unroll
    for (uint32_t c = 0; c < kItemColumns; ++c) {
      const uint32_t column = item.column + c;
#pragma unroll
      for (uint32_t r = 0; r < kItemRows; ++r) {
        const uint32_t row = item.row + r * kRowItems;
        if (row < tile_bounds.rows && column < tile_bounds.columns)
          dst[(tile_bounds.column + column) * pitch + tile_bounds.row + row] = sums[r][c];
      }
    }
  }
};
