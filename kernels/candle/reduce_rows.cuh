// dst[row] = the reduction of `length` neighbouring elements of a strided view, in the view's own order. Used by fast_*
// (reduce.cu).
//
// `info` contains the view's dims, then its strides in elements, outermost first. One block reduces one row: its
// threads read neighbouring packs, then combine their accumulators. If neighbouring rows are neighbours in memory and
// the elements of a row are not, a block reduces kGroup rows at once instead, so that accesses are coalesced. If there
// are fewer blocks than rows, blocks process rows in turn.
//
// All conditions around barriers are block-uniform.
#pragma once

#include "../common/pack.cuh"
#include "../common/reductions.cuh"
#include "strided.cuh"

template <class T, class Reduction>
struct RowReduce {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  // The number of packs that a thread reads before it reduces the first.
  static constexpr int kInFlight = Reduction::kPacksInFlight;
  using Packed = Pack<T, kElements>;
  using Kept = typename Reduction::Kept;

  size_t numel;
  size_t length;
  size_t num_dims;
  const size_t* info;
  const T* src;
  typename Reduction::Result* dst;

  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t period = num_dims == 0 ? 1 : info[num_dims - 1];
    // Rows without elements cannot be counted by their elements; in this case, there is one per block.
    if (length == 0 && grid.lane == 0) dst[grid.block] = Reduction::result(Reduction::none(), period);
    if (numel == 0) return;
    const size_t rows = (numel - 1) / length + 1;
    if (grid.block >= rows) return;
    __shared__ Layout<1> layout;
#if defined(__AMDGCN__)
    // These values are kept in shared memory because scalar registers are few.
    __shared__ BetweenRows all;
    if (grid.lane == 0) all = {rows, grid.blocks, period};
#else
    const BetweenRows all{rows, grid.blocks, period};
#endif
    if (grid.lane == 0) layout.collapse(num_dims, info);
    __syncthreads();
    Walk<1> walk(numel, layout);
    if (layout.axes != 0) walk.follow_layout();
    if (has_rows_side_by_side(grid, walk, layout)) return reduce_columns(grid, walk, all.rows, all.period);
#pragma unroll 1
    for (size_t row = grid.block; row < all.rows; row += all.blocks) {
      const size_t begin = row * length;
      const size_t rest = numel - begin;
      const size_t here = rest < length ? rest : length;
      const Kept kept = reduce_block(grid, reduce_part(grid, walk, begin, here), Reduction{});
      if (grid.lane == 0) dst[row] = Reduction::result(kept, all.period);
    }
  }

 private:
  // The values that are needed only between rows.
  struct BetweenRows {
    size_t rows;
    size_t blocks;
    size_t period;
  };

  // Returns whether neighbouring rows (at least kGroup of them) are neighbours in memory while a row's elements are
  // not, and the block consists of whole groups.
  __device__ __forceinline__ bool has_rows_side_by_side(const ThreadGrid& grid, const Walk<1>& walk,
                                                        const Layout<1>& layout) const {
    return walk.axes > 1 && walk.inner.extent == length && walk.inner.stride[0] != 1 && layout.axis[1].stride[0] == 1 &&
           layout.axis[1].extent >= kGroup && grid.block_threads % kGroup == 0;
  }

  // The threads of a group reduce neighbouring rows, one each; the groups of a block share the elements of each row.
  __device__ __forceinline__ void reduce_columns(const ThreadGrid& grid, const Walk<1>& walk, size_t rows,
                                                 size_t period) const {
    __shared__ Kept partial[kMaxBlockThreads];
    const size_t tiles = (rows - 1) / kGroup + 1;
    const size_t groups = grid.block_threads / kGroup;
    const size_t group = grid.lane / kGroup;
    // With a block per row, most blocks have nothing to do; those that have work alternate with them.
    const bool takes_turns = grid.blocks >= rows;
    if (takes_turns && grid.block % kGroup != 0) return;
    const size_t step = takes_turns ? tiles : grid.blocks;
#pragma unroll 1
    for (size_t tile = takes_turns ? grid.block / kGroup : grid.block; tile < tiles; tile += step) {
      const size_t row = tile * kGroup + grid.lane % kGroup;
      Kept kept = Reduction::none();
      if (row < rows) {
        const T* from = src + walk.locate(row * length).offset[0];
        kept = reduce_column(from, walk.inner.stride[0], group, groups, row * length);
      }
      // Waits until all threads have read the values of the previous tile.
      __syncthreads();
      partial[grid.lane] = kept;
      __syncthreads();
      if (group != 0 || row >= rows) continue;
#pragma unroll 1
      for (size_t g = 1; g < groups; ++g) kept = Reduction{}(kept, partial[g * kGroup + grid.lane]);
      dst[row] = Reduction::result(kept, period);
    }
  }

  // Reduces the elements `first`, `first` + `step`, ... of the column, and reads several of them before it reduces the
  // first.
  __device__ __forceinline__ Kept reduce_column(const T* from, size_t stride, size_t first, size_t step,
                                                size_t begin) const {
    Kept kept = Reduction::none();
    size_t i = first;
#pragma unroll 1
    for (; i + (kInFlight - 1) * step < length; i += kInFlight * step) {
      T x[kInFlight];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k) x[k] = from[(i + static_cast<size_t>(k) * step) * stride];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k)
        kept = Reduction{}(kept, Reduction::of(x[k], begin + i + static_cast<size_t>(k) * step));
    }
#pragma unroll 1
    for (; i < length; i += step) kept = Reduction{}(kept, Reduction::of(from[i * stride], begin + i));
    return kept;
  }

  // Reduces this thread's part of the `count` elements from `begin` on.
  __device__ __forceinline__ Kept reduce_part(const ThreadGrid& grid, const Walk<1>& walk, size_t begin,
                                              size_t count) const {
    const Place<1> place = walk.locate(begin);
    const bool in_one_line = place.in_row >= count;
    if (in_one_line && walk.inner.stride[0] == 1) return reduce_dense(grid, src + place.offset[0], begin, count);
    Kept kept = Reduction::none();
#pragma unroll 1
    for (size_t i = grid.lane; i < count; i += grid.block_threads) {
      const size_t offset = in_one_line ? place.offset[0] + i * walk.inner.stride[0] : walk.locate(begin + i).offset[0];
      kept = Reduction{}(kept, Reduction::of(src[offset], begin + i));
    }
    return kept;
  }

  __device__ __forceinline__ Kept reduce_dense(const ThreadGrid& grid, const T* from, size_t begin,
                                               size_t count) const {
    Kept kept = Reduction::none();
    // The elements before the first aligned pack come first, then whole packs, then the rest.
    const size_t misaligned = reinterpret_cast<uintptr_t>(from) % Packed::kBytes / sizeof(T);
    const size_t to_aligned = misaligned == 0 ? 0 : kElements - misaligned;
    const size_t head = to_aligned < count ? to_aligned : count;
    const size_t packs = where_it_fits((count - head) / kElements);
    const size_t tail = head + packs * kElements;
    for (size_t i = grid.lane; i < head; i += grid.block_threads)
      kept = Reduction{}(kept, Reduction::of(from[i], begin + i));
    const size_t step = where_it_fits(grid.block_threads);
    size_t p = grid.lane;
#pragma unroll 1
    for (; p + (kInFlight - 1) * step < packs; p += kInFlight * step) {
      Packed pack[kInFlight];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k) pack[k].load(from + head + (p + static_cast<size_t>(k) * step) * kElements);
#pragma unroll
      for (int k = 0; k < kInFlight; ++k)
        kept = with_pack(kept, pack[k], begin + head + (p + static_cast<size_t>(k) * step) * kElements);
    }
#pragma unroll 1
    for (; p < packs; p += step) {
      Packed pack;
      pack.load(from + head + p * kElements);
      kept = with_pack(kept, pack, begin + head + p * kElements);
    }
#pragma unroll 1
    for (size_t i = tail + grid.lane; i < count; i += grid.block_threads)
      kept = Reduction{}(kept, Reduction::of(from[i], begin + i));
    return kept;
  }

  // Finding the position of one among many short floats takes most of the scalar registers, so these numbers are kept
  // in vector registers.
  __device__ __forceinline__ static size_t where_it_fits(size_t number) {
    constexpr bool kFew = Reduction::kHasPositions && sizeof(T) <= 2 && !std::is_integral_v<T>;
    return kFew ? in_vector_register(number) : number;
  }

  __device__ __forceinline__ static Kept with_pack(Kept kept, const Packed& pack, size_t at) {
    ComputeOf<T> x[kElements];
#pragma unroll
    for (int j = 0; j < kElements; ++j) x[j] = Numeric<T>::widen(pack.get(j));
    return Reduction::join(kept, x, at);
  }
};
