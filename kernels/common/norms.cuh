// Normalised rows: a block per row, of any size. Statistics in f32, of f64 in f64.
#pragma once

#include "block_reduce.cuh"
#include "numeric.cuh"
#include "precise_math.cuh"
#include "row_walk.cuh"

// `Row` says where the source's elements come from each time.
template <class T, class Row>
struct NormRow {
  using C = ComputeOf<T>;
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));

  ThreadGrid grid;
  Row row;
  T* dst;
  size_t columns;
  size_t dst_step = 1;  // between elements; of a row that goes by packs 1

  // The row's mean of (x - centre)^2, or of x - centre.
  template <bool kSquare>
  __device__ __forceinline__ C mean(C centre) const {
    C sum = 0;
    const auto term = [centre](T element) {
      const C x = Numeric<T>::widen(element) - centre;
      return kSquare ? x * x : x;
    };
    row.go_through(
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

  // dst = (x - centre) * scale * alpha + beta; a null alpha is 1, a null beta 0.
  __device__ __forceinline__ void write(C centre, C scale, const T* alpha, const T* beta) const {
    const auto normed = [centre, scale](T x, C factor, C shift) {
      return Numeric<T>::narrow((Numeric<T>::widen(x) - centre) * scale * factor + shift);
    };
    row.go_through(
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

  // The variance from a second pass: a difference of large squares would lose it.
  __device__ __forceinline__ void layer(const T* alpha, const T* beta, float eps) const {
    const C centre = mean<false>(0);
    const C variance = mean<true>(centre);
    write(centre, C{1} / precise::sqrt(variance + static_cast<C>(eps)), alpha, beta);
  }
};

// Calls norm(row) with the dense row, kept in registers if it fits there.
template <class T, class Norm>
__device__ __forceinline__ void with_norm_row(const ThreadGrid& grid, const T* from, T* to, size_t columns, Norm norm) {
  if (KeptRow<T>::fits(grid, from, columns)) {
    norm(NormRow<T, KeptRow<T>>{grid, KeptRow<T>(grid, from, columns), to, columns});
  } else {
    norm(NormRow<T, StreamedRow<T>>{grid, {grid, from, columns}, to, columns});
  }
}

// With this block's row.
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
