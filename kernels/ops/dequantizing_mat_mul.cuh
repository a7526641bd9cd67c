// A matrix of quantized weights times a matrix of halves or bfloat16s; used by view_mat_mul_* (view_matmul.cu). Weights
// are converted to floats of that type in shared memory, and matrix units multiply them (matrix_unit.cuh).
//
// `in` is (vector, column), dense and aligned to 16 bytes; `out` is f32. Each thread block computes one tile, and
// neighbouring thread blocks have the same rows of weights and different vectors. The next step's data is loaded into
// registers while the current step is multiplied. The loop over steps is block-uniform; warps without results skip only
// the code between its barriers.
#pragma once

#include "../common/dequantize.cuh"
#include "matrix_unit.cuh"

// out[vector * rows + row]. A thread block computes a tile of kVectors by kRows, and each of its warps a part of it. A
// tile has many threads because they wait for each other: with half as many, an H100 takes a quarter longer.
template <class Format, class T>
struct DequantizingMatMul {
  static constexpr int kThreads = 512;
  static constexpr int kVectors = 128;
  static constexpr int kRows = 64;
  static constexpr int kDepth = 64;
  static constexpr int kPackElements = 8;
  using Packed = Pack<T, kPackElements>;
  // The pitch of rows in shared memory: another 16 bytes spread columns over the banks.
  static constexpr int kPitch = kDepth + kPackElements;

  // In names, "wave" means warp.
  static constexpr int kWaves = kThreads / kUnitLanes;
  static constexpr int kVectorWaves = 4;
  static constexpr int kWaveVectors = kVectors / kVectorWaves;
  static constexpr int kWaveRows = kRows / (kWaves / kVectorWaves);
  static constexpr int kRowUnits = kWaveVectors / kUnitSize;
  static constexpr int kColumnUnits = kWaveRows / kUnitSize;

  const uint8_t* weights;
  const T* in;
  float* out;
  size_t columns;  // a multiple of 32
  size_t rows;
  size_t vectors;

  struct TileBounds {
    int thread;
    size_t first_vector;
    size_t first_row;
  };
  // What a thread loads for each step: one pack of neighbours from a row of weights, and two from a vector.
  static constexpr int kRowThreads = kDepth / kPackElements;
  static constexpr int kPacksOfVector = 2;
  static constexpr int kVectorThreads = kRowThreads / kPacksOfVector;
  static_assert(kThreads == kRows * kRowThreads && kThreads == kVectors * kVectorThreads, "each thread has its share");
  struct LoadedPacks {
    Packed weight_packs;
    Packed vector_packs[kPacksOfVector];
  };

  __device__ __forceinline__ void run() const {
    const size_t tiles_of_vectors = (vectors + kVectors - 1) / kVectors;
    const TileBounds tile_bounds{static_cast<int>(threadIdx.x), blockIdx.x % tiles_of_vectors * kVectors,
                                 blockIdx.x / tiles_of_vectors * kRows};
    const WarpTile warp_tile(tile_bounds.thread);
    const bool has_results = tile_bounds.first_vector + static_cast<size_t>(warp_tile.first_vector) < vectors &&
                             tile_bounds.first_row + static_cast<size_t>(warp_tile.first_row) < rows;
    // The elements are declared as integers of 16 bytes for their alignment.
    __shared__ UnsignedOf<kAccessBytes>::type memory[(kVectors + kRows) * kPitch * sizeof(T) / kAccessBytes];
    T* const left = reinterpret_cast<T*>(memory);
    T* const right = left + kVectors * kPitch;
    float sums[kRowUnits][kColumnUnits][kUnitSums] = {};
    LoadedPacks loaded = fetch(tile_bounds, 0);
#pragma unroll 1
    for (size_t k = 0; k < columns; k += kDepth) {
      store_loaded(tile_bounds.thread, loaded, left, right);
      __syncthreads();
      if (k + kDepth < columns) loaded = fetch(tile_bounds, k + kDepth);
      if (has_results) multiply(warp_tile, left, right, sums);
      __syncthreads();
    }
    if (has_results) store(tile_bounds, warp_tile, sums);
  }

 private:
  // Everything after the last row, vector or column is zero.
  __device__ __forceinline__ LoadedPacks fetch(const TileBounds& tile_bounds, size_t k) const {
    const size_t row = tile_bounds.first_row + static_cast<size_t>(tile_bounds.thread / kRowThreads);
    const size_t of_row = k + static_cast<size_t>(tile_bounds.thread % kRowThreads * kPackElements);
    const size_t vector = tile_bounds.first_vector + static_cast<size_t>(tile_bounds.thread / kVectorThreads);
    const size_t of_vector =
        k + static_cast<size_t>(tile_bounds.thread % kVectorThreads * kPacksOfVector * kPackElements);
    LoadedPacks loaded;
    if (row < rows && of_row < columns) {
      const uint8_t* const blocks = weights + row * (columns / Format::kElements) * Format::kBytes;
      loaded.weight_packs = Dequantize<Format, T>::pack(blocks, of_row);
    }
    if (vector < vectors && of_vector < columns) {
#pragma unroll
      for (int p = 0; p < kPacksOfVector; ++p)
        loaded.vector_packs[p].load(in + vector * columns + of_vector + static_cast<size_t>(p * kPackElements));
    }
    return loaded;
  }

  __device__ __forceinline__ static void store_loaded(int thread, const LoadedPacks& loaded, T* left, T* right) {
    loaded.weight_packs.store(right + thread / kRowThreads * kPitch + thread % kRowThreads * kPackElements);
    T* const to = left + thread / kVectorThreads * kPitch + thread % kVectorThreads * kPacksOfVector * kPackElements;
#pragma unroll
    for (int p = 0; p < kPacksOfVector; ++p) loaded.vector_packs[p].store(to + p * kPackElements);
  }

  // The part of the tile that a warp computes.
  struct WarpTile {
    int lane;
    int first_vector;
    int first_row;

    __device__ __forceinline__ explicit WarpTile(int thread)
        : lane(thread % kUnitLanes),
          first_vector(thread / kUnitLanes % kVectorWaves * kWaveVectors),
          first_row(thread / kUnitLanes / kVectorWaves * kWaveRows) {}
  };

  __device__ __forceinline__ static void multiply(const WarpTile& warp_tile, const T* left, const T* right,
                                                  float (&sums)[kRowUnits][kColumnUnits][kUnitSums]) {
#pragma unroll
    for (int k = 0; k < kDepth; k += kUnitSize) {
      UnitLeft<T> lefts[kRowUnits];
      UnitRight<T> rights[kColumnUnits];
#pragma unroll
      for (int i = 0; i < kRowUnits; ++i)
        lefts[i].load(left + (warp_tile.first_vector + i * kUnitSize) * kPitch + k, kPitch, warp_tile.lane);
#pragma unroll
      for (int j = 0; j < kColumnUnits; ++j)
        rights[j].load(right + (warp_tile.first_row + j * kUnitSize) * kPitch + k, kPitch, warp_tile.lane);
#pragma unroll
      for (int i = 0; i < kRowUnits; ++i) {
#pragma unroll
        for (int j = 0; j < kColumnUnits; ++j) unit_multiply(lefts[i], rights[j], sums[i][j]);
      }
    }
  }

  __device__ __forceinline__ void store(const TileBounds& tile_bounds, const WarpTile& warp_tile,
                                        const float (&sums)[kRowUnits][kColumnUnits][kUnitSums]) const {
#pragma unroll
    for (int i = 0; i < kRowUnits; ++i) {
#pragma unroll
      for (int j = 0; j < kColumnUnits; ++j) {
#pragma unroll
        for (int s = 0; s < kUnitSums; ++s) {
          const size_t vector = tile_bounds.first_vector + static_cast<size_t>(warp_tile.first_vector + i * kUnitSize +
                                                                               unit_row(warp_tile.lane, s));
          const size_t row = tile_bounds.first_row +
                             static_cast<size_t>(warp_tile.first_row + j * kUnitSize + unit_column(warp_tile.lane, s));
          if (vector < vectors && row < rows) out[vector * rows + row] = sums[i][j][s];
        }
      }
    }
  }
};
