// Copies that turn rows into columns, through shared memory, so that accesses on both sides are along neighbours. Used
// by view_transpose_* (view_move.cu). All threads of a block reach its only barrier.
#pragma once

#include "view.cuh"

template <class T>
struct Transpose {
  static constexpr uint32_t kSide = tile_side(sizeof(T));
  static constexpr uint32_t kRowsAtOnce = kViewBlock / kSide;
  // With this pitch, the elements of a column of the tile are in different banks, or nearly so.
  static constexpr uint32_t kPitch = kSide + (sizeof(T) < 4 ? 4 / static_cast<uint32_t>(sizeof(T)) : 1);

  // A block of kViewBlock threads copies one tile.
  __device__ __forceinline__ static void run(const Transposition& view, T* out, const T* in) {
    __shared__ T tile[kSide][kPitch];
    const uint32_t next = quotient(view.tiles.axis[0], blockIdx.x);
    const uint32_t column = (blockIdx.x - next * view.tiles.axis[0].extent) * kSide;
    const uint32_t row = (next - quotient(view.tiles.axis[1], next) * view.tiles.axis[1].extent) * kSide;
    const Spot<2> spot = locate(view.tiles, blockIdx.x, 1);
    const uint32_t near = threadIdx.x % kSide;
    const uint32_t far = threadIdx.x / kSide;
    const T* const from = in + spot.offset[1] + near;
#pragma unroll
    for (uint32_t c = 0; c < kSide; c += kRowsAtOnce) {
      if (row + near < view.rows && column + c + far < view.columns)
        tile[c + far][near] = from[(c + far) * view.in_column];
    }
    __syncthreads();
    T* const to = out + spot.offset[0] + near;
#pragma unroll
    for (uint32_t r = 0; r < kSide; r += kRowsAtOnce) {
      if (column + near < view.columns && row + r + far < view.rows) to[(r + far) * view.out_row] = tile[near][r + far];
    }
  }
};
