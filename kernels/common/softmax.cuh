// Softmax: dst = e^(x - m) divided by the sum of e^(x - m) over the row, whose largest element is m. One block, of any
// size, computes one row. Used by softmax_* (reduce.cu, view_normalize.cu). Computed in f32, for f64 in f64.
//
// An aligned row with at most kRegisterElements elements per thread is kept in registers. Other rows are read twice:
// first for the largest element and the sum, then for the results. The choice between them is block-uniform, and all
// threads of the block must take part, because of the barriers in reduce_block().
#pragma once

#include "block_reduce.cuh"
#include "numeric.cuh"
#include "precise_math.cuh"
#include "row_access.cuh"

// The largest element so far, and the sum of e^(x - max).
template <class C>
struct Exponentials {
  C max;
  C sum;
};

template <class C>
struct Shuffle<Exponentials<C>> {
  __device__ __forceinline__ static Exponentials<C> down(uint32_t mask, Exponentials<C> e, uint32_t distance) {
    return {Shuffle<C>::down(mask, e.max, distance), Shuffle<C>::down(mask, e.sum, distance)};
  }
};

struct CombineExponentials {
  // Propagates NaN, so that the results of the whole row are NaN.
  template <class C>
  __device__ __forceinline__ static C larger(C x, C y) {
    return x > y || x != x ? x : y;
  }
  // Rescales a sum when the maximum grows. A sum of 0 stays as it is, because -inf minus -inf is NaN.
  template <class C>
  __device__ __forceinline__ static C rescaled(C sum, C from, C to) {
    return from == to || sum == 0 ? sum : sum * precise::exp(from - to);
  }
  template <class C>
  __device__ __forceinline__ Exponentials<C> operator()(Exponentials<C> a, Exponentials<C> b) const {
    const C max = larger(a.max, b.max);
    return {max, rescaled(a.sum, a.max, max) + rescaled(b.sum, b.max, max)};
  }
};

struct LargerOf {
  template <class C>
  __device__ __forceinline__ C operator()(C a, C b) const {
    return CombineExponentials::larger(a, b);
  }
};

template <class T>
struct Softmax {
  using C = ComputeOf<T>;
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  // The number of exponentials that a thread keeps, so that each is computed once.
  static constexpr int kRegisterElements = sizeof(C) == 8 ? 8 : 16;
  static constexpr int kRegisterPacks = kRegisterElements / kElements;

  ThreadGrid grid;
  const T* from;
  T* to;
  size_t columns;

  __device__ __forceinline__ static Softmax of_row(const T* src, T* dst, int n_cols) {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t begin = grid.block * static_cast<size_t>(n_cols);
    return {grid, src + begin, dst + begin, static_cast<size_t>(n_cols)};
  }

  // For elements that are not neighbours, in the source, in the result or in both; steps are in elements.
  __device__ __forceinline__ void run_strided(size_t from_step, size_t to_step) const {
    run_streamed(StridedRow<T>{grid, from, columns, from_step}, to_step);
  }

  __device__ __forceinline__ void run() const {
    const bool fits = columns % kElements == 0 && RowPack<T>::aligned(from) && RowPack<T>::aligned(to) &&
                      columns <= static_cast<size_t>(grid.block_threads) * kRegisterElements;
    if (fits) {
      run_in_registers();
    } else {
      run_streamed(StreamedRow<T>{grid, from, columns}, 1);
    }
  }

 private:
  // The index of the first element of the thread's pack `k`.
  __device__ __forceinline__ size_t place(int k) const {
    return (grid.block_thread + static_cast<size_t>(k) * grid.block_threads) * kElements;
  }

  __device__ __forceinline__ void run_in_registers() const {
    C x[kRegisterPacks][kElements];
    C max = -static_cast<C>(INFINITY);
#pragma unroll
    for (int k = 0; k < kRegisterPacks; ++k) {
      RowPack<T> pack;
      const bool exists = place(k) < columns;
      if (exists) pack.load(from + place(k));
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        x[k][j] = exists ? Numeric<T>::widen(pack.get(j)) : -static_cast<C>(INFINITY);
        max = CombineExponentials::larger(max, x[k][j]);
      }
    }
    max = reduce_block(grid, max, LargerOf{});
    C sum = 0;
#pragma unroll
    for (int k = 0; k < kRegisterPacks; ++k) {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        x[k][j] = exponential(x[k][j], max);
        sum += x[k][j];
      }
    }
    const C scale = C{1} / reduce_block(grid, sum, Plus{});
#pragma unroll
    for (int k = 0; k < kRegisterPacks; ++k) {
      if (place(k) >= columns) continue;
      RowPack<T> results;
#pragma unroll
      for (int j = 0; j < kElements; ++j) results.set(j, Numeric<T>::narrow(x[k][j] * scale));
      results.store(to + place(k));
    }
  }

  template <class Row>
  __device__ __forceinline__ void run_streamed(const Row& row, size_t to_step) const {
    const Exponentials<C> all = reduce_block(grid, partial(row), CombineExponentials{});
    const C scale = C{1} / all.sum;
    const auto result_of = [&](T x) {
      return Numeric<T>::narrow(precise::exp(Numeric<T>::widen(x) - all.max) * scale);
    };
    row.for_each(
        [&](size_t i, const RowPack<T>& pack) {
          RowPack<T> results;
#pragma unroll
          for (int j = 0; j < kElements; ++j) results.set(j, result_of(pack.get(j)));
          store_pack(to + i, results);
        },
        [&](size_t i, T x) { to[i * to_step] = result_of(x); });
  }

  // An element of -inf contributes 0, even if all elements are -inf so far; +inf and NaN make the sum NaN.
  __device__ __forceinline__ static C exponential(C x, C max) {
    return precise::exp(x - (max == -static_cast<C>(INFINITY) ? C{0} : max));
  }

  // Returns the maximum and the sum of this thread's part of the row.
  template <class Row>
  __device__ __forceinline__ static Exponentials<C> partial(const Row& row) {
    Exponentials<C> so_far{-static_cast<C>(INFINITY), 0};
    row.for_each(
        [&](size_t, const RowPack<T>& pack) {
          C x[kElements];
#pragma unroll
          for (int j = 0; j < kElements; ++j) x[j] = Numeric<T>::widen(pack.get(j));
          Exponentials<C> here{x[0], 0};
#pragma unroll
          for (int j = 1; j < kElements; ++j) here.max = CombineExponentials::larger(here.max, x[j]);
#pragma unroll
          for (int j = 0; j < kElements; ++j) here.sum += exponential(x[j], here.max);
          so_far = CombineExponentials{}(so_far, here);
        },
        [&](size_t, T element) {
          const C x = Numeric<T>::widen(element);
          so_far = CombineExponentials{}(so_far, Exponentials<C>{x, exponential(x, x)});
        });
    return so_far;
  }
};
