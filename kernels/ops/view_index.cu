// The kernels with which ops read and write by ids. Tensors are described by an IndexView, which is passed by value.
#include "../common/binary_ops.cuh"
#include "../common/row_ids.cuh"
#include "../tables/index.def"
#include "../tables/types.def"
#include "index_view.hpp"
#include "scatter_atomics.cuh"
#include "view.cuh"

// The number of neighbouring elements per thread, which fill one access of the wider type.
template <class T, class U = T>
constexpr int kNeighbours = kAccessBytes / static_cast<int>(sizeof(T) > sizeof(U) ? sizeof(T) : sizeof(U));

template <class T>
__device__ __forceinline__ const T* at_row(const IndexView& view, const T* from, size_t row) {
  return from + row * view.row_step;
}

// Computes out = in at the row that the id selects. Each element has its own id.
template <class Id, class T>
__device__ __forceinline__ void gather_view(const IndexView& view, T* out, const T* in, const Id* ids) {
  constexpr int kElements = kNeighbours<Id, T>;
  const ViewThread<3, kElements> thread(view.view, blockIdx.x * blockDim.x + threadIdx.x);
  if (thread.count == 0) return;
  const auto element = [&](Id id, const T* from) {
    const size_t row = row_of(id, view.rows);
    return row == kNoRow ? Pack<T, 1>().get(0) : *at_row(view, from, row);
  };
  if (!thread.whole()) {
    thread.each([&](bool exists, const OperandOffsets<3>& offsets) {
      if (exists) out[offsets.offset[0]] = element(ids[offsets.offset[2]], in + offsets.offset[1]);
    });
    return;
  }
  const OperandOffsets<3> offsets = thread.offsets();
  const auto chosen = thread.read(2, ids + offsets.offset[2]);
  const T* from = in + offsets.offset[1];
  Pack<T, kElements> results;
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    results.set(j, element(chosen.get(j), from));
    from += view.view.stride[1][0];
  }
  thread.write(out + offsets.offset[0], results);
}

// Does the same as gather_view() for neighbours that all share one id. Whole packs of the row are copied.
template <class Id, class T>
__device__ __forceinline__ void select_view(const IndexView& view, T* out, const T* in, const Id* ids) {
  constexpr int kElements = kNeighbours<T>;
  const ViewThread<3, kElements> thread(view.view, blockIdx.x * blockDim.x + threadIdx.x);
  if (thread.count == 0) return;
  if (!thread.whole()) {
    thread.each([&](bool exists, const OperandOffsets<3>& offsets) {
      if (!exists) return;
      const size_t row = row_of(ids[offsets.offset[2]], view.rows);
      out[offsets.offset[0]] = row == kNoRow ? Pack<T, 1>().get(0) : *at_row(view, in + offsets.offset[1], row);
    });
    return;
  }
  const OperandOffsets<3> offsets = thread.offsets();
  const size_t row = row_of(ids[offsets.offset[2]], view.rows);
  Pack<T, kElements> results;
  if (row != kNoRow) results = thread.read(1, at_row(view, in + offsets.offset[1], row));
  thread.write(out + offsets.offset[0], results);
}

// Calls update(out at the row that the id selects, in) for all elements of `in`. The order is unspecified.
template <class Id, class T, class Update>
__device__ __forceinline__ void scatter_view(const IndexView& view, T* out, const T* in, const Id* ids, Update update) {
  constexpr int kElements = kNeighbours<Id, T>;
  const ViewThread<3, kElements> thread(view.view, blockIdx.x * blockDim.x + threadIdx.x);
  if (thread.count == 0) return;
  const auto put = [&](Id id, T* to, T element) {
    const size_t row = row_of(id, view.rows);
    if (row != kNoRow) update(to + row * view.row_step, element);
  };
  if (!thread.whole()) {
    thread.each([&](bool exists, const OperandOffsets<3>& offsets) {
      if (exists) put(ids[offsets.offset[2]], out + offsets.offset[1], in[offsets.offset[0]]);
    });
    return;
  }
  const OperandOffsets<3> offsets = thread.offsets();
  const auto chosen = thread.read(2, ids + offsets.offset[2]);
  const auto elements = thread.read(0, in + offsets.offset[0]);
  T* to = out + offsets.offset[1];
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    put(chosen.get(j), to, elements.get(j));
    to += view.view.stride[1][0];
  }
}

#define VIEW_BY_ID(SYMBOL, ID, T, ...)                                           \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                       \
      view_##SYMBOL(const IndexView view, T* out, const T* inp, const ID* ids) { \
    __VA_ARGS__;                                                                 \
  }
#define VIEW_GATHER(SIZE, T, ID_NAME, ID, KIND, SYMBOL) VIEW_BY_ID(SYMBOL, ID, T, gather_view(view, out, inp, ids))
#define VIEW_SELECT(SIZE, T, ID_NAME, ID, KIND, SYMBOL) VIEW_BY_ID(SYMBOL, ID, T, select_view(view, out, inp, ids))
#define VIEW_SCATTER(SIZE, T, ID_NAME, ID, KIND, SYMBOL) \
  VIEW_BY_ID(SYMBOL, ID, T, scatter_view(view, out, inp, ids, ReplaceElement{}))
#define VIEW_MOVES_BY_ID(ID_NAME, ID, SIZE, T) \
  ROCM_BINDGEN_MOVES_BY_ID(VIEW_GATHER, VIEW_SELECT, VIEW_SCATTER, SIZE, T, ID_NAME, ID)
#define VIEW_MOVES_BY_IDS(SIZE, T) ROCM_BINDGEN_ID_TYPES(VIEW_MOVES_BY_ID, SIZE, T)
ROCM_BINDGEN_SIZES(VIEW_MOVES_BY_IDS)

#define VIEW_SCATTER_ADD(SUFFIX, T, ID_NAME, ID, SYMBOL) \
  VIEW_BY_ID(SYMBOL, ID, T, scatter_view(view, out, inp, ids, AddToElement<T>{}))
#define VIEW_SUMS_BY_ID(ID_NAME, ID, SUFFIX, T) ROCM_BINDGEN_SUMS_BY_ID(VIEW_SCATTER_ADD, SUFFIX, T, ID_NAME, ID)
#define VIEW_SUMS_BY_IDS(SUFFIX, T) ROCM_BINDGEN_ID_TYPES(VIEW_SUMS_BY_ID, SUFFIX, T)
ROCM_BINDGEN_TYPES_INTEGERS_FIRST(VIEW_SUMS_BY_IDS)

// Writes 1 to `*out` if a launch of this module has found an id out of range since the last call, otherwise 0.
extern "C" __global__ void __launch_bounds__(kViewBlock) view_take_id_out_of_range(uint32_t* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = atomicExch(&id_out_of_range, 0u);
}
