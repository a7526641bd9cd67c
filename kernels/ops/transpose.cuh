// Copies that turn rows into columns, through shared memory, so that reads and writes are both coalesced. Used
// by view_transpose_* (view_move.cu). All threads of a block reach its only barrier.
#pragma once

#include "view.cuh"

template <class T>
struct Transpose {
  static constexpr uint32_t kSide = tile_side(sizeof(T));
  static constexpr uint32_t kRowsAtOnce = kViewBlock / kSide;
  // A row has one or two 32-bit words more than its elements need, so that the elements of a column are in different
  // banks, or nearly so.
  static constexpr uint32_t kPitch = kSide + (sizeof(T) < 4 ? 4 / static_cast<uint32_t>(sizeof(T)) : 1);

  // A block of kViewBlock threads copies one tile.
  __device__ __forceinline__ static void run(const Transposition& view, T* out, const T* in) {
    __shared__ T tile[kSide][kPitch];
    // The first column and the first row of the tile.
    const uint32_t next = quotient(view.tiles.axis[0], blockIdx.x);
    const uint32_t column = (blockIdx.x - next * view.tiles.axis[0].extent) * kSide;
    const uint32_t row = (next - quotient(view.tiles.axis[1], next) * view.tiles.axis[1].extent) * kSide;
    const OperandOffsets<2> offsets = offsets_of(view.tiles, blockIdx.x, 1);
    const uint32_t along = threadIdx.x % kSide;
    const uint32_t across = threadIdx.x / kSide;
    const T* const from = in + offsets.offset[1] + along;
#pragma unroll
    for (uint32_t c = 0; c < kSide; c += kRowsAtOnce) {
      if (row + along < view.rows && column + c + across < view.columns)
        tile[c + across][along] = from[(c + across) * view.in_column];
    }
    __syncthreads();
    T* const to = out + offsets.offset[0] + along;
#pragma unroll
    for (uint32_t r = 0; r < kSide; r += kRowsAtOnce) {
      if (column + along < view.columns && row + r + across < view.rows)
        to[(r + across) * view.out_row] = tile[along][r + across];
    }
  }
};
