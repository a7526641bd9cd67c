// out[o] += the sum of those elements of a strided view whose index becomes o when the listed dims are removed from it,
// one after the other: index -> index / (stride * length) * stride + index % stride. Indices count the elements in
// dense order. Used by sum_* (reduce.cu).
//
// `info` contains the dims and strides of the view, then the lengths of the listed dims and their strides in the dense
// order. If there are no more results than blocks, a block computes each result; otherwise, a thread does. This
// condition is block-uniform, and so are the loops around barriers. No two threads or blocks share a result, and each
// is formed in a fixed order and in a wide type, so it has the same bits each time.
#pragma once

#include "../common/division.cuh"
#include "../common/reductions.cuh"
#include "strided.cuh"

template <class T>
struct SumDims {
  using Accumulator = typename SumReduction<T>::Accumulator;

  size_t numel;
  size_t num_dims;
  size_t num_sum_dims;
  const size_t* info;
  const T* inp;
  T* out;

  __device__ __forceinline__ void run() const {
    if (numel == 0) return;
    const ThreadGrid grid = this_thread_in_grid();
    __shared__ Layout<1> layout;
    if (grid.block_thread == 0) layout.collapse(num_dims, info);
    __syncthreads();
    OperandShape<1> shape(numel, layout);
    if (layout.axes != 0) shape.follow_layout();
    size_t terms = 1;
#pragma unroll 1
    for (size_t d = 0; d < num_sum_dims; ++d) terms *= lengths()[d];
    const size_t results = quotient_of(numel, terms);
    if (results <= grid.blocks) {
#pragma unroll 1
      for (size_t o = grid.block; o < results; o += grid.blocks) {
        const Accumulator sum =
            reduce_block(grid, partial(shape, o, grid.block_thread, terms, grid.block_threads), SumReduction<T>{});
        if (grid.block_thread == 0) add(o, sum);
      }
    } else {
#pragma unroll 1
      for (size_t o = grid.thread(); o < results; o += grid.threads) add(o, partial(shape, o, 0, terms, 1));
    }
  }

 private:
  __device__ __forceinline__ const size_t* lengths() const { return info + 2 * num_dims; }
  __device__ __forceinline__ const size_t* strides() const { return lengths() + num_sum_dims; }

  // Sums the terms `first`, `first` + `step`, ... of result `o`.
  __device__ __forceinline__ Accumulator partial(const OperandShape<1>& shape, size_t o, size_t first, size_t terms,
                                                 size_t step) const {
    Accumulator sum = SumReduction<T>::identity();
#pragma unroll 1
    for (size_t term = first; term < terms; term += step) {
      const size_t offset = shape.offsets_of(reinsert_dims(o, term)).offset[0];
      sum = SumReduction<T>{}(sum, SumReduction<T>::from_element(inp[offset], 0));
    }
    return sum;
  }

  // Reinserts the listed dims, last first, with the term's coordinates in them.
  __device__ __forceinline__ size_t reinsert_dims(size_t o, size_t term) const {
    size_t index = o;
#pragma unroll 1
    for (size_t d = num_sum_dims; d-- != 0;) {
      const size_t length = lengths()[d];
      const size_t stride = strides()[d];
      const size_t next = quotient_of(term, length);
      const size_t before = quotient_of(index, stride);
      index = (before * length + term - next * length) * stride + index - before * stride;
      term = next;
    }
    return index;
  }

  __device__ __forceinline__ void add(size_t o, Accumulator sum) const {
    out[o] = SumReduction<T>::result(SumReduction<T>{}(SumReduction<T>::from_element(out[o], 0), sum), 0);
  }
};
