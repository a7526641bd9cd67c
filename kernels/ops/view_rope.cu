// Rotary embedding of tensors described by value. What ops launch.
#include "../common/rotary.cuh"
#include "../tables/rope.def"
#include "../tables/types.def"
#include "rope_view.hpp"
#include "view.cuh"

template <class T>
__device__ __forceinline__ void rotate_view(const RopeView& of, T* out, const T* in, const T* cosines, const T* sines) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  const ViewPlace<4, kElements> here(of.pairs, blockIdx.x * blockDim.x + threadIdx.x);
  if (here.count == 0) return;
  if (!here.whole()) {
    here.each([&](bool exists, const Spot<4>& spot) {
      if (!exists) return;
      const T* const from = in + spot.offset[1];
      T* const to = out + spot.offset[0];
      const Rotation<T> turned(*from, from[of.second[1]], cosines[spot.offset[2]], sines[spot.offset[3]]);
      *to = turned.first();
      to[of.second[0]] = turned.second();
    });
    return;
  }
  const Spot<4> spot = here.spot();
  const T* const from = in + spot.offset[1];
  const auto x = here.read(1, from);
  const auto y = here.read(1, from + of.second[1]);
  const auto c = here.read(2, cosines + spot.offset[2]);
  const auto s = here.read(3, sines + spot.offset[3]);
  Pack<T, kElements> first;
  Pack<T, kElements> second;
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    const Rotation<T> turned(x.get(j), y.get(j), c.get(j), s.get(j));
    first.set(j, turned.first());
    second.set(j, turned.second());
  }
  T* const to = out + spot.offset[0];
  here.write(to, first);
  here.write(to + of.second[0], second);
}

#define VIEW_ROPE(SUFFIX, T, SYMBOL)                                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                   \
      view_##SYMBOL(const RopeView view, T* out, const T* inp, const T* cos, const T* sin) { \
    rotate_view(view, out, inp, cos, sin);                                                   \
  }
#define VIEW_ROPES(SUFFIX, T) ROCM_BINDGEN_ROPES(VIEW_ROPE, SUFFIX, T)
ROCM_BINDGEN_HALF_TO_DOUBLE_TYPES(VIEW_ROPES)
