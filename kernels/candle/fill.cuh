// Fills dense memory (fill_*) or a strided view (const_set_*) with one value, and copies rows from one pitch to another
// (copy2d_*). Used by fill.cu.
//
// For dense memory and rows, a thread works on packs that are aligned in the destination; for strided views, on single
// elements. fill_view() has a barrier; the conditions for returning before it are block-uniform.
#pragma once

#include "../common/division.cuh"
#include "elementwise.cuh"

// Fills dense memory of any alignment: whole packs in one access, partial packs at the ends element by element.
template <class T>
__device__ __forceinline__ void fill_dense(T* out, size_t numel, T value) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  using Packed = Pack<T, kElements>;
  constexpr int kPacksPerThreadLog2 = 4;
  if (WorkPartition::block_is_idle<kElements, kPacksPerThreadLog2>()) return;
  // Elements between the previous 16-byte boundary and `out`.
  const size_t missing_before = reinterpret_cast<uintptr_t>(out) % Packed::kBytes / sizeof(T);
  const ThreadGrid grid = this_thread_in_grid();
  Packed pack;
  pack.fill(value);
  const WorkPartition share =
      WorkPartition::of<kElements, kPacksPerThreadLog2>(grid, numel + missing_before, kPacksPerThreadLog2);
#pragma unroll 1
  for (size_t p = share.first; p < share.end; p += share.step) {
    // For the first pack this may wrap around to a huge number, which `< numel` excludes.
    const size_t first = p * kElements - missing_before;
    if (first < numel && numel - first >= kElements) {
      pack.store(out + first);
    } else {
#pragma unroll 1
      for (size_t i = first; i != first + kElements; ++i) {
        if (i < numel) out[i] = value;
      }
    }
  }
}

// Fills the elements of a strided view with `value`, which is `inp` of const_set_*. `info` contains the dims of the
// view, then its strides in elements; null means dense.
template <class T>
__device__ __forceinline__ void fill_view(size_t numel, size_t num_dims, const size_t* info, T* out, T value) {
  if (info == nullptr) return fill_dense(out, numel, value);
  const ThreadGrid grid = this_thread_in_grid();
  constexpr int kPacksPerThreadLog2 = 5;
  const WorkPartition share = WorkPartition::of<1, kPacksPerThreadLog2>(grid, numel, kPacksPerThreadLog2);
  // The condition is block-uniform, so no thread skips the barrier.
  if (!share.block_has_work || numel == 0) return;
  __shared__ Layout<1> layout;
  OperandShape<1> shape(numel, layout);
  if (grid.block_thread == 0) layout.collapse(num_dims, info);
  __syncthreads();
  if (layout.axes != 0) shape.follow_layout();
#pragma unroll 1
  for (size_t i = share.first; i < share.end; i += share.step) out[shape.offsets_of(i).offset[0]] = value;
}

// dst[r * to + c] = src[r * from + c], with the pitches in elements. A thread copies packs of a row that are aligned in
// `dst`.
template <class T>
struct RowCopy {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  using Packed = Pack<T, kElements>;

  const T* src;
  T* dst;
  size_t rows;
  size_t columns;
  size_t from;
  size_t to;

  __device__ __forceinline__ void run() const {
    if (columns == 0) return;
    // The position of a row's first pack depends on the row, so there may be one more pack than its columns fill.
    const size_t packs_per_row = (columns + 2 * kElements - 2) / kElements;
    const ThreadGrid grid = this_thread_in_grid();
#pragma unroll 1
    for (size_t pack = grid.thread(); pack < rows * packs_per_row; pack += grid.threads) {
      const size_t row = quotient_of(pack, packs_per_row);
      copy_pack(src + row * from, dst + row * to, (pack - row * packs_per_row) * kElements);
    }
  }

 private:
  // `padded_first` is the pack's first element, counted from the 16-byte boundary before the row.
  __device__ __forceinline__ void copy_pack(const T* from_row, T* to_row, size_t padded_first) const {
    const size_t missing_before = reinterpret_cast<uintptr_t>(to_row) % Packed::kBytes / sizeof(T);
    // This may wrap around, as in fill_dense().
    const size_t first = padded_first - missing_before;
    if (first < columns && columns - first >= kElements && Packed::aligned(from_row + first)) {
      Packed pack;
      pack.load(from_row + first);
      pack.store(to_row + first);
      return;
    }
#pragma unroll 1
    for (size_t c = first; c != first + kElements; ++c) {
      if (c < columns) to_row[c] = from_row[c];
    }
  }
};
