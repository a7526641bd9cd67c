// The kernels with which ops compute softmax and norms. Rows are described by a RowsView, which is passed by value. One
// workgroup computes one row.
#include "../common/norms.cuh"
#include "../common/softmax.cuh"
#include "../tables/normalize.def"
#include "../tables/types.def"
#include "rows_view.hpp"
#include "view.cuh"

template <class T>
struct ViewedRow {
  ThreadGrid grid;
  const T* from;
  T* to;
  bool dense;

  __device__ __forceinline__ ViewedRow(const RowsView& view, const T* in, T* out)
      : grid(this_thread_in_grid()), dense(view.step[0] == 1 && view.step[1] == 1) {
    const OperandOffsets<2> offsets = offsets_of(view.rows, blockIdx.x, 1);
    from = in + offsets.offset[1];
    to = out + offsets.offset[0];
  }
};

template <class T>
__device__ __forceinline__ void softmax_of_view(const RowsView& view, T* out, const T* in) {
  const ViewedRow<T> row(view, in, out);
  const Softmax<T> softmax{row.grid, row.from, row.to, view.columns};
  if (row.dense) {
    softmax.run();
  } else {
    softmax.run_strided(view.step[1], view.step[0]);
  }
}

// Calls norm(row), with a row type for contiguous rows or one for strided rows.
template <class T, class Norm>
__device__ __forceinline__ void with_viewed_row(const RowsView& view, T* out, const T* in, Norm norm) {
  const ViewedRow<T> row(view, in, out);
  if (row.dense) {
    with_norm_row(row.grid, row.from, row.to, view.columns, norm);
  } else {
    norm(NormRow<T, StridedRow<T>>{
        row.grid, {row.grid, row.from, view.columns, view.step[1]}, row.to, view.columns, view.step[0]});
  }
}

#define VIEW_SOFTMAX(SUFFIX, T, NAME, SYMBOL)                    \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads) \
      view_##SYMBOL(const RowsView view, T* out, const T* inp) { \
    softmax_of_view(view, out, inp);                             \
  }
#define VIEW_RMS_NORM(SUFFIX, T, NAME, SYMBOL)                                                    \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                  \
      view_##SYMBOL(const RowsView view, T* out, const T* inp, const T* alpha, const float eps) { \
    with_viewed_row(view, out, inp, [=](const auto& row) { row.rms(alpha, eps); });               \
  }
#define VIEW_LAYER_NORM(SUFFIX, T, NAME, SYMBOL)                                                                 \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                                 \
      view_##SYMBOL(const RowsView view, T* out, const T* inp, const T* alpha, const T* beta, const float eps) { \
    with_viewed_row(view, out, inp, [=](const auto& row) { row.layer(alpha, beta, eps); });                      \
  }
#define VIEW_NORMALIZATIONS(SUFFIX, T) \
  ROCM_BINDGEN_NORMALIZATIONS(VIEW_SOFTMAX, VIEW_RMS_NORM, VIEW_LAYER_NORM, SUFFIX, T)
ROCM_BINDGEN_HALF_TO_DOUBLE_TYPES(VIEW_NORMALIZATIONS)
