// Normalized rows: RMS norm and layer norm. One block, of any size, computes one row. Used by rmsnorm_* and layernorm_*
// (reduce.cu, view_normalize.cu). Statistics are computed in f32, for f64 in f64.
//
// A dense, aligned row that is short enough is kept in registers; other rows are read again for each pass. The choice
// between them is block-uniform, and all threads of the block must take part, because the sums are formed with
// barriers.
#pragma once

#include "block_reduce.cuh"
#include "numeric.cuh"
#include "precise_math.cuh"
#include "row_access.cuh"

// `Row` provides the source's elements for each pass (row_access.cuh).
template <class T, class Row>
struct NormRow {
  using C = ComputeOf<T>;
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));

  ThreadGrid grid;
  Row row;
  T* dst;
  size_t columns;
  size_t dst_step = 1;  // from one result to the next, in elements; 1 for rows that are processed in packs

  // Returns the row's mean of (x - centre)^2 if kSquare, otherwise of x - centre.
  template <bool kSquare>
  __device__ __forceinline__ C mean(C centre) const {
    C sum = 0;
    const auto term = [centre](T element) {
      const C x = Numeric<T>::widen(element) - centre;
      return kSquare ? x * x : x;
    };
    row.for_each(
        [&](size_t, const RowPack<T>& pack) {
          C terms[kElements];
#pragma unroll
          for (int j = 0; j < kElements; ++j) terms[j] = term(pack.get(j));
#pragma unroll
          for (int width = kElements / 2; width != 0; width /= 2) {
#pragma unroll
            for (int j = 0; j < width; ++j) terms[j] += terms[j + width];
          }
          sum += terms[0];
        },
        [&](size_t, T element) { sum += term(element); });
    return reduce_block(grid, sum, Plus{}) / static_cast<C>(columns);
  }

  // Computes dst = (x - centre) * scale * alpha + beta; a null alpha counts as 1, a null beta as 0.
  __device__ __forceinline__ void write(C centre, C scale, const T* alpha, const T* beta) const {
    const auto normed = [centre, scale](T x, C factor, C shift) {
      return Numeric<T>::narrow((Numeric<T>::widen(x) - centre) * scale * factor + shift);
    };
    row.for_each(
        [&](size_t i, const RowPack<T>& pack) {
          RowPack<T> factors;
          RowPack<T> shifts;
          if (alpha != nullptr) factors = load_pack(alpha + i);
          if (beta != nullptr) shifts = load_pack(beta + i);
          RowPack<T> results;
#pragma unroll
          for (int j = 0; j < kElements; ++j) {
            const C factor = alpha == nullptr ? C{1} : Numeric<T>::widen(factors.get(j));
            results.set(j, normed(pack.get(j), factor, Numeric<T>::widen(shifts.get(j))));
          }
          store_pack(dst + i, results);
        },
        [&](size_t i, T element) {
          dst[i * dst_step] = normed(element, alpha == nullptr ? C{1} : Numeric<T>::widen(alpha[i]),
                                     beta == nullptr ? C{0} : Numeric<T>::widen(beta[i]));
        });
  }

  __device__ __forceinline__ void rms(const T* alpha, float eps) const {
    const C mean_square = mean<true>(0);
    write(0, C{1} / precise::sqrt(mean_square + static_cast<C>(eps)), alpha, nullptr);
  }

  // The variance is computed in a second pass. As the mean of the squares minus the square of the mean, it would lose
  // its digits if the mean is large.
  __device__ __forceinline__ void layer(const T* alpha, const T* beta, float eps) const {
    const C centre = mean<false>(0);
    const C variance = mean<true>(centre);
    write(centre, C{1} / precise::sqrt(variance + static_cast<C>(eps)), alpha, beta);
  }
};

// Calls norm(row) with the dense row, which is kept in registers if it fits there.
template <class T, class Norm>
__device__ __forceinline__ void with_norm_row(const ThreadGrid& grid, const T* from, T* to, size_t columns, Norm norm) {
  if (RegisterRow<T>::fits(grid, from, columns)) {
    norm(NormRow<T, RegisterRow<T>>{grid, RegisterRow<T>(grid, from, columns), to, columns});
  } else {
    norm(NormRow<T, StreamedRow<T>>{grid, {grid, from, columns}, to, columns});
  }
}

// Calls norm(row) with this block's row of a dense matrix.
template <class T, class Norm>
__device__ __forceinline__ void with_block_row(const T* src, T* dst, int n_cols, Norm norm) {
  const ThreadGrid grid = this_thread_in_grid();
  const size_t columns = static_cast<size_t>(n_cols);
  with_norm_row(grid, src + grid.block * columns, dst + grid.block * columns, columns, norm);
}

template <class T>
__device__ __forceinline__ void rms_norm(const T* src, T* dst, const T* alpha, int columns, float eps) {
  with_block_row(src, dst, columns, [=](const auto& row) { row.rms(alpha, eps); });
}

template <class T>
__device__ __forceinline__ void layer_norm(const T* src, T* dst, const T* alpha, const T* beta, int columns,
                                           float eps) {
  with_block_row(src, dst, columns, [=](const auto& row) { row.layer(alpha, beta, eps); });
}
