// Reads rows by ids: index_select (is_*) and gather (gather_*). Used by indexing.cu.
//
// A tensor is viewed as [left][rows][right]: the dims before the indexed dim, the indexed dim, and the dims after it.
// Ids that name no row read as 0 (row_ids.cuh). A thread works on packs of neighbouring results that are aligned in
// `out`; WorkPartition assigns packs to threads. IndexSelect has one barrier; the conditions for returning before it
// are block-uniform. Gather has none.
#pragma once

#include "../common/division.cuh"
#include "../common/row_ids.cuh"
#include "elementwise.cuh"

// out[l][j][r] = inp[l][ids[j]][r], where `ids` has its own dims and strides. If a pack of results is within one row,
// it is copied at once.
template <class Id, class T>
struct IndexSelect {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  using Packed = Pack<T, kElements>;
  // The number of packs that a thread should process, as log2.
  static constexpr int kDensePacksLog2 = 1;
  static constexpr int kStridedPacksLog2 = 3;

  size_t numel;
  size_t num_dims;
  const size_t* info;
  const Id* ids;
  const T* inp;
  T* out;
  size_t rows;
  size_t selected;  // number of ids
  size_t right;

  __device__ __forceinline__ void run() const {
    if (WorkPartition::block_is_idle<kElements, kDensePacksLog2>()) return;
    const size_t missing_before = reinterpret_cast<uintptr_t>(out) % Packed::kBytes / sizeof(T);
    const ThreadGrid grid = this_thread_in_grid();
    const WorkPartition share = WorkPartition::of<kElements, kDensePacksLog2>(
        grid, numel + missing_before, info == nullptr ? kDensePacksLog2 : kStridedPacksLog2);
    // The condition is block-uniform, so no thread skips the barrier.
    if (!share.block_has_work || numel == 0) return;
    __shared__ Layout<1> layout;
    OperandShape<1> shape(selected, layout);
    if (info != nullptr) {
      if (grid.block_thread == 0) layout.collapse(num_dims, info);
      __syncthreads();
      if (layout.axes != 0) shape.follow_layout();
    }
#pragma unroll 1
    for (size_t pack = share.first; pack < share.end; pack += share.step)
      select_pack(shape, pack * kElements - missing_before);
  }

 private:
  // Returns the offset of the source row for line `line` of the result; kNoRow if the id names no row. Lines are
  // counted over left and ids. This is not a pointer, because compilers would not know that the pointer refers to
  // global memory.
  __device__ __forceinline__ size_t source(const OperandShape<1>& shape, size_t line) const {
    const size_t l = quotient_of(line, selected);
    const size_t row = row_of(ids[shape.offsets_of(line - l * selected).offset[0]], rows);
    return row == kNoRow ? kNoRow : (l * rows + row) * right;
  }

  __device__ __forceinline__ void select_pack(const OperandShape<1>& shape, size_t first) const {
    const bool whole = first < numel && numel - first >= kElements;
    // A partial first pack has wrapped around to a huge number; its elements begin at 0.
    size_t begin = whole ? first : first < numel ? first : 0;
    size_t line = quotient_of(begin, right);
    size_t r = begin - line * right;
    if (whole && right - r >= kElements) {
      const size_t row_offset = source(shape, line);
      Packed pack;
      if (row_offset != kNoRow) {
        const T* const from = inp + row_offset + r;
        if (Packed::aligned(from)) {
          pack.load(from);
        } else {
#pragma unroll
          for (int j = 0; j < kElements; ++j) pack.set(j, from[j]);
        }
      }
      pack.store(out + first);
      return;
    }
    const size_t pack_end = first + kElements;
    const size_t end = pack_end < numel ? pack_end : numel;
    size_t row_offset = source(shape, line);
#pragma unroll 1
    for (; begin < end; ++begin) {
      if (r == right) {
        r = 0;
        row_offset = source(shape, ++line);
      }
      out[begin] = row_offset == kNoRow ? Pack<T, 1>().get(0) : inp[row_offset + r];
      ++r;
    }
  }
};

// out[l][j][r] = inp[l][ids[l][j][r]][r], where `ids` is dense. Its dims after the indexed dim may be shorter than
// those of `inp`.
template <class Id, class T>
struct Gather {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(Id) > sizeof(T) ? sizeof(Id) : sizeof(T));
  using IdPack = Pack<Id, kElements>;
  using DataPack = Pack<T, kElements>;
  static constexpr int kPacksPerThreadLog2 = 1;

  size_t numel;
  const Id* ids;
  const T* inp;
  T* out;
  size_t left;
  size_t rows;
  size_t picked;  // extent of `ids` along the indexed dim
  size_t right;

  __device__ __forceinline__ void run() const {
    if (WorkPartition::block_is_idle<kElements, kPacksPerThreadLog2>() || numel == 0) return;
    const size_t missing_before = reinterpret_cast<uintptr_t>(out) % DataPack::kBytes / sizeof(T);
    const size_t ids_right = right_of_ids();
    const ThreadGrid grid = this_thread_in_grid();
    const WorkPartition share =
        WorkPartition::of<kElements, kPacksPerThreadLog2>(grid, numel + missing_before, kPacksPerThreadLog2);
#pragma unroll 1
    for (size_t pack = share.first; pack < share.end; pack += share.step)
      gather_pack(pack * kElements - missing_before, ids_right);
  }

 private:
  // Returns the number of ids per line after the indexed dim. No parameter contains it; it follows from the element
  // count if the dims before the indexed dim agree.
  __device__ __forceinline__ size_t right_of_ids() const {
    const size_t lines = left * picked;
    const size_t candidate = lines == 0 ? 0 : quotient_of(numel, lines);
    return candidate != 0 && candidate <= right && candidate * lines == numel ? candidate : right;
  }

  __device__ __forceinline__ void gather_pack(size_t first, size_t ids_right) const {
    const bool whole = first < numel && numel - first >= kElements;
    // As in IndexSelect, a partial first pack has wrapped around.
    const size_t begin = first < numel ? first : 0;
    const size_t pack_end = first + kElements;
    const size_t end = pack_end < numel ? pack_end : numel;
    const size_t line = quotient_of(begin, ids_right);
    size_t r = begin - line * ids_right;
    size_t l = quotient_of(line, picked);
    size_t j = line - l * picked;
    const auto next = [&](Id id) {
      const size_t row = row_of(id, rows);
      const T value = row == kNoRow ? Pack<T, 1>().get(0) : inp[(l * rows + row) * right + r];
      if (++r == ids_right) {
        r = 0;
        if (++j == picked) {
          j = 0;
          ++l;
        }
      }
      return value;
    };
    if (whole && IdPack::aligned(ids + first)) {
      IdPack chosen;
      chosen.load(ids + first);
      DataPack results;
#pragma unroll
      for (int i = 0; i < kElements; ++i) results.set(i, next(chosen.get(i)));
      results.store(out + first);
      return;
    }
#pragma unroll 1
    for (size_t i = begin; i < end; ++i) out[i] = next(ids[i]);
  }
};
