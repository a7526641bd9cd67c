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

  static constexpr int kWaves = kThreads / kUnitWave;
  static constexpr int kVectorWaves = 4;
  static constexpr int kWaveVectors = kVectors / kVectorWaves;
  static constexpr int kWaveRows = kRows / (kWaves / kVectorWaves);
  static constexpr int kLefts = kWaveVectors / kUnitSide;
  static constexpr int kRights = kWaveRows / kUnitSide;

  const uint8_t* weights;
  const T* in;
  float* out;
  size_t columns;  // a multiple of 32
  size_t rows;
  size_t vectors;

  struct Place {
    int thread;
    size_t first_vector;
    size_t first_row;
  };
  // What a thread loads for each step: one pack of neighbours from a row of weights, and two from a vector.
  static constexpr int kRowThreads = kDepth / kPackElements;
  static constexpr int kPacksOfVector = 2;
  static constexpr int kVectorThreads = kRowThreads / kPacksOfVector;
  static_assert(kThreads == kRows * kRowThreads && kThreads == kVectors * kVectorThreads, "each thread has its share");
  struct Part {
    Packed of_weights;
    Packed of_in[kPacksOfVector];
  };

  __device__ __forceinline__ void run() const {
    const size_t tiles_of_vectors = (vectors + kVectors - 1) / kVectors;
    const Place place{static_cast<int>(threadIdx.x), blockIdx.x % tiles_of_vectors * kVectors,
                      blockIdx.x / tiles_of_vectors * kRows};
    const Share share(place.thread);
    const bool works = place.first_vector + static_cast<size_t>(share.first_vector) < vectors &&
                       place.first_row + static_cast<size_t>(share.first_row) < rows;
    // The elements are declared as integers of 16 bytes for their alignment.
    __shared__ UnsignedOf<kAccessBytes>::type memory[(kVectors + kRows) * kPitch * sizeof(T) / kAccessBytes];
    T* const left = reinterpret_cast<T*>(memory);
    T* const right = left + kVectors * kPitch;
    float sums[kLefts][kRights][kUnitSums] = {};
    Part part = fetch(place, 0);
#pragma unroll 1
    for (size_t k = 0; k < columns; k += kDepth) {
      store_part(place.thread, part, left, right);
      __syncthreads();
      if (k + kDepth < columns) part = fetch(place, k + kDepth);
      if (works) multiply(share, left, right, sums);
      __syncthreads();
    }
    if (works) store(place, share, sums);
  }

 private:
  // Everything after the last row, vector or column is zero.
  __device__ __forceinline__ Part fetch(const Place& place, size_t k) const {
    const size_t row = place.first_row + static_cast<size_t>(place.thread / kRowThreads);
    const size_t of_row = k + static_cast<size_t>(place.thread % kRowThreads * kPackElements);
    const size_t vector = place.first_vector + static_cast<size_t>(place.thread / kVectorThreads);
    const size_t of_vector = k + static_cast<size_t>(place.thread % kVectorThreads * kPacksOfVector * kPackElements);
    Part part;
    if (row < rows && of_row < columns) {
      const uint8_t* const blocks = weights + row * (columns / Format::kElements) * Format::kBytes;
      part.of_weights = Dequantize<Format, T>::pack(blocks, of_row);
    }
    if (vector < vectors && of_vector < columns) {
#pragma unroll
      for (int p = 0; p < kPacksOfVector; ++p)
        part.of_in[p].load(in + vector * columns + of_vector + static_cast<size_t>(p * kPackElements));
    }
    return part;
  }

  __device__ __forceinline__ static void store_part(int thread, const Part& part, T* left, T* right) {
    part.of_weights.store(right + thread / kRowThreads * kPitch + thread % kRowThreads * kPackElements);
    T* const to = left + thread / kVectorThreads * kPitch + thread % kVectorThreads * kPacksOfVector * kPackElements;
#pragma unroll
    for (int p = 0; p < kPacksOfVector; ++p) part.of_in[p].store(to + p * kPackElements);
  }

  // The part of the tile that a warp computes.
  struct Share {
    int lane;
    int first_vector;
    int first_row;

    __device__ __forceinline__ explicit Share(int thread)
        : lane(thread % kUnitWave),
          first_vector(thread / kUnitWave % kVectorWaves * kWaveVectors),
          first_row(thread / kUnitWave / kVectorWaves * kWaveRows) {}
  };

  __device__ __forceinline__ static void multiply(const Share& share, const T* left, const T* right,
                                                  float (&sums)[kLefts][kRights][kUnitSums]) {
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

  __device__ __forceinline__ void store(const Place& place, const Share& share,
                                        const float (&sums)[kLefts][kRights][kUnitSums]) const {
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
