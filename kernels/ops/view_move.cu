// Elements that only move, by their size: copies, fills and choices between operands described by value. What ops
// launch.
#include "../common/numeric.cuh"
#include "../common/unary_ops.cuh"
#include "../tables/move.def"
#include "../tables/types.def"
#include "transpose.cuh"
#include "view.cuh"

template <class T>
__device__ __forceinline__ void fill_elements(const View<1>& view, T* out, T value) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  const ViewPlace<1, kElements> here(view, blockIdx.x * blockDim.x + threadIdx.x);
  if (here.count == 0) return;
  if (here.whole()) {
    Pack<T, kElements> pack;
    pack.fill(value);
    here.write(out + here.spot().offset[0], pack);
  } else {
    here.each([&](bool exists, const Spot<1>& to) {
      if (exists) out[to.offset[0]] = value;
    });
  }
}

// Operands: out, cond, t, f.
template <class Cond, class T>
__device__ __forceinline__ void choose(const View<4>& view, T* out, const Cond* cond, const T* t, const T* f) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(Cond) > sizeof(T) ? sizeof(Cond) : sizeof(T));
  const ViewPlace<4, kElements> here(view, blockIdx.x * blockDim.x + threadIdx.x);
  if (here.count == 0) return;
  if (!here.whole()) {
    here.each([&](bool exists, const Spot<4>& at) {
      if (exists) out[at.offset[0]] = cond[at.offset[1]] != 0 ? t[at.offset[2]] : f[at.offset[3]];
    });
    return;
  }
  const auto spot = here.spot();
  const auto wanted = here.read(1, cond + spot.offset[1]);
  const auto yes = here.read(2, t + spot.offset[2]);
  const auto no = here.read(3, f + spot.offset[3]);
  Pack<T, kElements> result;
#pragma unroll
  for (int j = 0; j < kElements; ++j) result.set(j, wanted.get(j) != 0 ? yes.get(j) : no.get(j));
  here.write(out + spot.offset[0], result);
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
