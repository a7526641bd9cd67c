// A matrix of quantized weights times a matrix of halves or bfloat16s: weights become floats of that type in LDS, and
// matrix units multiply them.
#pragma once

#include "dequantize.cuh"
#include "matrix_unit.cuh"

// out[vector * rows + row]. A block makes a tile of kTile vectors by kTile rows; its waves have parts of it.
template <class Format, class T>
struct DequantizingMatMul {
  static constexpr int kThreads = 256;
  static constexpr int kTile = 64;
  static constexpr int kDepth = 32;
  static constexpr int kInPack = 8;
  using Packed = Pack<T, kInPack>;
  // Of rows in LDS: another 16 bytes spread columns over the banks.
  static constexpr int kPitch = kDepth + kInPack;

  // Half of the tile's vectors for every second wave; its rows are divided among the pairs of waves.
  static constexpr int kWaves = kThreads / kUnitWave;
  static constexpr int kLefts = kTile / 2 / kUnitSide;
  static constexpr int kRights = kTile / (kWaves / 2) / kUnitSide;

  const uint8_t* weights;
  const T* in;
  float* out;
  size_t columns;  // a multiple of kDepth
  size_t rows;
  size_t vectors;

  struct Place {
    int thread;
    size_t first_vector;
    size_t first_row;
  };
  // What a thread brings of each step: neighbours of a row of weights and of a vector.
  struct Part {
    Packed of_weights;
    Packed of_in;
  };

  __device__ __forceinline__ void run() const {
    const size_t tiles_of_vectors = (vectors + kTile - 1) / kTile;
    const Place place{static_cast<int>(threadIdx.x), blockIdx.x % tiles_of_vectors * kTile,
                      blockIdx.x / tiles_of_vectors * kTile};
    // As integers of 16 bytes, for their alignment.
    __shared__ UnsignedOf<kAccessBytes>::type memory[2 * kTile * kPitch * sizeof(T) / kAccessBytes];
    T* const left = reinterpret_cast<T*>(memory);
    T* const right = left + kTile * kPitch;
    float sums[kLefts][kRights][kUnitSums] = {};
    Part part = fetch(place, 0);
#pragma unroll 1
    for (size_t k = 0; k < columns; k += kDepth) {
      const int at = place.thread / (kDepth / kInPack) * kPitch + place.thread % (kDepth / kInPack) * kInPack;
      part.of_in.store(left + at);
      part.of_weights.store(right + at);
      __syncthreads();
      if (k + kDepth < columns) part = fetch(place, k + kDepth);
      multiply(place.thread, left, right, sums);
      __syncthreads();
    }
    store(place, sums);
  }

 private:
  // Rows and vectors behind the last are zero.
  __device__ __forceinline__ Part fetch(const Place& place, size_t k) const {
    const size_t line = static_cast<size_t>(place.thread / (kDepth / kInPack));
    const size_t column = k + static_cast<size_t>(place.thread % (kDepth / kInPack) * kInPack);
    const size_t row = place.first_row + line;
    const size_t vector = place.first_vector + line;
    Part part;
    if (row < rows) {
      const uint8_t* const blocks = weights + row * (columns / Format::kElements) * Format::kBytes;
      part.of_weights = Dequantize<Format, T>::pack(blocks, column);
    }
    if (vector < vectors) part.of_in.load(in + vector * columns + column);
    return part;
  }

  struct Share {
    int lane;
    int first_vector;
    int first_row;

    __device__ __forceinline__ explicit Share(int thread)
        : lane(thread % kUnitWave),
          first_vector(thread / kUnitWave % 2 * (kTile / 2)),
          first_row(thread / kUnitWave / 2 * kRights * kUnitSide) {}
  };

  __device__ __forceinline__ static void multiply(int thread, const T* left, const T* right,
                                                  float (&sums)[kLefts][kRights][kUnitSums]) {
    const Share share(thread);
#pragma unroll
    for (int k = 0; k < kDepth; k += kUnitSide) {
      UnitLeft<T> lefts[kLefts];
      UnitRight<T> rights[kRights];
#pragma unroll
      for (int i = 0; i < kLefts; ++i)
        lefts[i].load(left + (share.first_vector + i * kUnitSide) * kPitch + k, kPitch, share.lane);
#pragma unroll
      for (int j = 0; j < kRights; ++j)
        rights[j].load(right + (share.first_row + j * kUnitSide) * kPitch + k, kPitch, share.lane);
#pragma unroll
      for (int i = 0; i < kLefts; ++i) {
#pragma unroll
        for (int j = 0; j < kRights; ++j) unit_multiply(lefts[i], rights[j], sums[i][j]);
      }
    }
  }

  __device__ __forceinline__ void store(const Place& place, const float (&sums)[kLefts][kRights][kUnitSums]) const {
    const Share share(place.thread);
#pragma unroll
    for (int i = 0; i < kLefts; ++i) {
#pragma unroll
      for (int j = 0; j < kRights; ++j) {
#pragma unroll
        for (int s = 0; s < kUnitSums; ++s) {
          const size_t vector =
              place.first_vector + static_cast<size_t>(share.first_vector + i * kUnitSide + unit_row(share.lane, s));
          const size_t row =
              place.first_row + static_cast<size_t>(share.first_row + j * kUnitSide + unit_column(share.lane, s));
          if (vector < vectors && row < rows) out[vector * rows + row] = sums[i][j][s];
        }
      }
    }
  }
};
