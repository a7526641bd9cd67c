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
  using Accumulator = typename Reduction::Accumulator;

  size_t numel;
  size_t length;
  size_t num_dims;
  const size_t* info;
  const T* src;
  typename Reduction::Result* dst;

  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    // Reductions whose results are positions count them in the last dim.
    const size_t period = num_dims == 0 ? 1 : info[num_dims - 1];
    // Rows without elements cannot be counted by their elements; in this case, there is one per block.
    if (length == 0 && grid.block_thread == 0) dst[grid.block] = Reduction::result(Reduction::identity(), period);
    if (numel == 0) return;
    const size_t rows = (numel - 1) / length + 1;
    if (grid.block >= rows) return;
    __shared__ Layout<1> layout;
#if defined(__AMDGCN__)
    // These values are kept in shared memory because scalar registers are few.
    __shared__ RowLoopState loop_state;
    if (grid.block_thread == 0) loop_state = {rows, grid.blocks, period};
#else
    const RowLoopState loop_state{rows, grid.blocks, period};
#endif
    if (grid.block_thread == 0) layout.collapse(num_dims, info);
    __syncthreads();
    OperandShape<1> shape(numel, layout);
    if (layout.axes != 0) shape.follow_layout();
    if (rows_are_contiguous(grid, shape, layout))
      return reduce_columns(grid, shape, loop_state.rows, loop_state.period);
#pragma unroll 1
    for (size_t row = grid.block; row < loop_state.rows; row += loop_state.blocks) {
      const size_t begin = row * length;
      const size_t rest = numel - begin;
      const size_t count = rest < length ? rest : length;
      const Accumulator accumulator = reduce_block(grid, reduce_part(grid, shape, begin, count), Reduction{});
      if (grid.block_thread == 0) dst[row] = Reduction::result(accumulator, loop_state.period);
    }
  }

 private:
  // The values that are needed only between rows.
  struct RowLoopState {
    size_t rows;
    size_t blocks;
    size_t period;
  };

  // Returns whether neighbouring rows (at least kGroup of them) are neighbours in memory while a row's elements are
  // not, and the block consists of whole groups.
  __device__ __forceinline__ bool rows_are_contiguous(const ThreadGrid& grid, const OperandShape<1>& shape,
                                                      const Layout<1>& layout) const {
    return shape.axes > 1 && shape.inner.extent == length && shape.inner.stride[0] != 1 &&
           layout.axis[1].stride[0] == 1 && layout.axis[1].extent >= kGroup && grid.block_threads % kGroup == 0;
  }

  // The threads of a group reduce neighbouring rows, one each; the groups of a block share the elements of each row.
  __device__ __forceinline__ void reduce_columns(const ThreadGrid& grid, const OperandShape<1>& shape, size_t rows,
                                                 size_t period) const {
    __shared__ Accumulator partial[kMaxBlockThreads];
    const size_t tiles = (rows - 1) / kGroup + 1;
    const size_t groups = grid.block_threads / kGroup;
    const size_t group = grid.block_thread / kGroup;
    // With a block per row, every kGroup-th block reduces one tile, and the blocks between have nothing to do.
    const bool has_block_per_row = grid.blocks >= rows;
    if (has_block_per_row && grid.block % kGroup != 0) return;
    const size_t step = has_block_per_row ? tiles : grid.blocks;
#pragma unroll 1
    for (size_t tile = has_block_per_row ? grid.block / kGroup : grid.block; tile < tiles; tile += step) {
      const size_t row = tile * kGroup + grid.block_thread % kGroup;
      Accumulator accumulator = Reduction::identity();
      if (row < rows) {
        const T* from = src + shape.offsets_of(row * length).offset[0];
        accumulator = reduce_column(from, shape.inner.stride[0], group, groups, row * length);
      }
      // Waits until all threads have read the values of the previous tile.
      __syncthreads();
      partial[grid.block_thread] = accumulator;
      __syncthreads();
      if (group != 0 || row >= rows) continue;
#pragma unroll 1
      for (size_t g = 1; g < groups; ++g)
        accumulator = Reduction{}(accumulator, partial[g * kGroup + grid.block_thread]);
      dst[row] = Reduction::result(accumulator, period);
    }
  }

  // Reduces the elements `first`, `first` + `step`, ... of the column, and reads several of them before it reduces the
  // first.
  __device__ __forceinline__ Accumulator reduce_column(const T* from, size_t stride, size_t first, size_t step,
                                                       size_t begin) const {
    Accumulator accumulator = Reduction::identity();
    size_t i = first;
#pragma unroll 1
    for (; i + (kInFlight - 1) * step < length; i += kInFlight * step) {
      T x[kInFlight];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k) x[k] = from[(i + static_cast<size_t>(k) * step) * stride];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k)
        accumulator =
            Reduction{}(accumulator, Reduction::from_element(x[k], begin + i + static_cast<size_t>(k) * step));
    }
#pragma unroll 1
    for (; i < length; i += step)
      accumulator = Reduction{}(accumulator, Reduction::from_element(from[i * stride], begin + i));
    return accumulator;
  }

  // Reduces this thread's part of the `count` elements from `begin` on.
  __device__ __forceinline__ Accumulator reduce_part(const ThreadGrid& grid, const OperandShape<1>& shape, size_t begin,
                                                     size_t count) const {
    const ElementOffsets<1> offsets = shape.offsets_of(begin);
    const bool in_one_line = offsets.rest_of_row >= count;
    if (in_one_line && shape.inner.stride[0] == 1) return reduce_dense(grid, src + offsets.offset[0], begin, count);
    Accumulator accumulator = Reduction::identity();
#pragma unroll 1
    for (size_t i = grid.block_thread; i < count; i += grid.block_threads) {
      const size_t offset =
          in_one_line ? offsets.offset[0] + i * shape.inner.stride[0] : shape.offsets_of(begin + i).offset[0];
      accumulator = Reduction{}(accumulator, Reduction::from_element(src[offset], begin + i));
    }
    return accumulator;
  }

  __device__ __forceinline__ Accumulator reduce_dense(const ThreadGrid& grid, const T* from, size_t begin,
                                                      size_t count) const {
    Accumulator accumulator = Reduction::identity();
    // The elements before the first aligned pack come first, then whole packs, then the rest.
    const size_t misaligned = reinterpret_cast<uintptr_t>(from) % Packed::kBytes / sizeof(T);
    const size_t to_aligned = misaligned == 0 ? 0 : kElements - misaligned;
    const size_t head = to_aligned < count ? to_aligned : count;
    const size_t packs = in_cheaper_register((count - head) / kElements);
    const size_t tail = head + packs * kElements;
    for (size_t i = grid.block_thread; i < head; i += grid.block_threads)
      accumulator = Reduction{}(accumulator, Reduction::from_element(from[i], begin + i));
    const size_t step = in_cheaper_register(grid.block_threads);
    size_t p = grid.block_thread;
#pragma unroll 1
    for (; p + (kInFlight - 1) * step < packs; p += kInFlight * step) {
      Packed pack[kInFlight];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k) pack[k].load(from + head + (p + static_cast<size_t>(k) * step) * kElements);
#pragma unroll
      for (int k = 0; k < kInFlight; ++k)
        accumulator =
            accumulate_pack(accumulator, pack[k], begin + head + (p + static_cast<size_t>(k) * step) * kElements);
    }
#pragma unroll 1
    for (; p < packs; p += step) {
      Packed pack;
      pack.load(from + head + p * kElements);
      accumulator = accumulate_pack(accumulator, pack, begin + head + p * kElements);
    }
#pragma unroll 1
    for (size_t i = tail + grid.block_thread; i < count; i += grid.block_threads)
      accumulator = Reduction{}(accumulator, Reduction::from_element(from[i], begin + i));
    return accumulator;
  }

  // The code that finds the position of an extreme in a pack of 8- or 16-bit floats needs most of the scalar registers,
  // so these numbers are kept in vector registers.
  __device__ __forceinline__ static size_t in_cheaper_register(size_t number) {
    constexpr bool kScalarRegistersAreFew = Reduction::kHasPositions && sizeof(T) <= 2 && !std::is_integral_v<T>;
    return kScalarRegistersAreFew ? in_vector_register(number) : number;
  }

  __device__ __forceinline__ static Accumulator accumulate_pack(Accumulator accumulator, const Packed& pack,
                                                                size_t at) {
    ComputeOf<T> x[kElements];
#pragma unroll
    for (int j = 0; j < kElements; ++j) x[j] = Numeric<T>::widen(pack.get(j));
    return Reduction::accumulate(accumulator, x, at);
  }
};
