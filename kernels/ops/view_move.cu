// The kernels with which ops copy, fill, and choose between operands. Tensors are described by a View or, for copies
// that turn rows into columns, by a Transposition; both are passed by value. Copies and choices only move elements, so
// they depend on the size of the elements and not on their type.
#include "../common/numeric.cuh"
#include "../common/unary_ops.cuh"
#include "../tables/move.def"
#include "../tables/types.def"
#include "transpose.cuh"
#include "view.cuh"

template <class T>
__device__ __forceinline__ void fill_elements(const View<1>& view, T* out, T value) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  const ViewThread<1, kElements> thread(view, blockIdx.x * blockDim.x + threadIdx.x);
  if (thread.count == 0) return;
  if (thread.whole()) {
    Pack<T, kElements> pack;
    pack.fill(value);
    thread.write(out + thread.offsets().offset[0], pack);
  } else {
    thread.each([&](bool exists, const OperandOffsets<1>& to) {
      if (exists) out[to.offset[0]] = value;
    });
  }
}

// The operands of the view are, in this order: out, cond, t, f.
template <class Cond, class T>
__device__ __forceinline__ void choose(const View<4>& view, T* out, const Cond* cond, const T* t, const T* f) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(Cond) > sizeof(T) ? sizeof(Cond) : sizeof(T));
  const ViewThread<4, kElements> thread(view, blockIdx.x * blockDim.x + threadIdx.x);
  if (thread.count == 0) return;
  if (!thread.whole()) {
    thread.each([&](bool exists, const OperandOffsets<4>& at) {
      if (exists) out[at.offset[0]] = cond[at.offset[1]] != 0 ? t[at.offset[2]] : f[at.offset[3]];
    });
    return;
  }
  const auto offsets = thread.offsets();
  const auto wanted = thread.read(1, cond + offsets.offset[1]);
  const auto yes = thread.read(2, t + offsets.offset[2]);
  const auto no = thread.read(3, f + offsets.offset[3]);
  Pack<T, kElements> result;
#pragma unroll
  for (int j = 0; j < kElements; ++j) result.set(j, wanted.get(j) != 0 ? yes.get(j) : no.get(j));
  thread.write(out + offsets.offset[0], result);
}

#define VIEW_COPY(SIZE, T, SYMBOL)                                                                                   \
  extern "C" __global__ void __launch_bounds__(kViewBlock) view_##SYMBOL(const View<2> view, T* out, const T* inp) { \
    const T* const in[] = {inp};                                                                                     \
    map_view(view, out, in, Same{});                                                                                 \
  }
#define VIEW_TRANSPOSE(SIZE, T, SYMBOL)                               \
  extern "C" __global__ void __launch_bounds__(kViewBlock)            \
      view_##SYMBOL(const Transposition view, T* out, const T* inp) { \
    Transpose<T>::run(view, out, inp);                                \
  }
#define VIEW_WHERE(SIZE, T, COND_NAME, COND, SYMBOL)                                        \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                  \
      view_##SYMBOL(const View<4> view, T* out, const COND* cond, const T* t, const T* f) { \
    choose(view, out, cond, t, f);                                                          \
  }
#define VIEW_MOVES(SIZE, T) ROCM_BINDGEN_MOVES(VIEW_COPY, VIEW_TRANSPOSE, VIEW_WHERE, SIZE, T)
ROCM_BINDGEN_SIZES(VIEW_MOVES)

#define VIEW_FILL(SUFFIX, T, SYMBOL)                                        \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                  \
      view_##SYMBOL(const View<1> view, T* out, const ComputeOf<T> value) { \
    fill_elements(view, out, Numeric<T>::narrow(value));                    \
  }
#define VIEW_FILL_OF(SUFFIX, T) ROCM_BINDGEN_FILLS(VIEW_FILL, SUFFIX, T)
ROCM_BINDGEN_TYPES_INTEGERS_FIRST(VIEW_FILL_OF)
