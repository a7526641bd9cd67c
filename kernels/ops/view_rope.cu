// The rotary embedding that ops launch. Tensors are described by a RopeView, which is passed by value.
#include "../common/rotary.cuh"
#include "../tables/rope.def"
#include "../tables/types.def"
#include "rope_view.hpp"
#include "view.cuh"

// A thread rotates a pack of neighbouring pairs: those of the first elements x with the second elements y.
template <class T>
__device__ __forceinline__ void rotate_view(const RopeView& view, T* out, const T* in, const T* cosines,
                                            const T* sines) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  const ViewThread<4, kElements> thread(view.pairs, blockIdx.x * blockDim.x + threadIdx.x);
  if (thread.count == 0) return;
  if (!thread.whole()) {
    thread.each([&](bool exists, const OperandOffsets<4>& offsets) {
      if (!exists) return;
      const T* const from = in + offsets.offset[1];
      T* const to = out + offsets.offset[0];
      const Rotation<T> rotated(*from, from[view.second[1]], cosines[offsets.offset[2]], sines[offsets.offset[3]]);
      *to = rotated.first();
      to[view.second[0]] = rotated.second();
    });
    return;
  }
  const OperandOffsets<4> offsets = thread.offsets();
  const T* const from = in + offsets.offset[1];
  const auto x = thread.read(1, from);
  const auto y = thread.read(1, from + view.second[1]);
  const auto c = thread.read(2, cosines + offsets.offset[2]);
  const auto s = thread.read(3, sines + offsets.offset[3]);
  Pack<T, kElements> first;
  Pack<T, kElements> second;
#pragma unroll
  for (int j = 0; j < kElements; ++j) {
    const Rotation<T> rotated(x.get(j), y.get(j), c.get(j), s.get(j));
    first.set(j, rotated.first());
    second.set(j, rotated.second());
  }
  T* const to = out + offsets.offset[0];
  thread.write(to, first);
  thread.write(to + view.second[0], second);
}

#define VIEW_ROPE(SUFFIX, T, SYMBOL)                                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                   \
      view_##SYMBOL(const RopeView view, T* out, const T* inp, const T* cos, const T* sin) { \
    rotate_view(view, out, inp, cos, sin);                                                   \
  }
#define VIEW_ROPES(SUFFIX, T) ROCM_BINDGEN_ROPES(VIEW_ROPE, SUFFIX, T)
ROCM_BINDGEN_HALF_TO_DOUBLE_TYPES(VIEW_ROPES)
