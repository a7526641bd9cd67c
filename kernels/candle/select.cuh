// out[i] = cond[i] != 0 ? t[i] : f[i], with separate strides for each operand; the chosen element's bits are copied
// unchanged. Used by where_* (ternary.cu).
//
// `info` contains the dims, then the strides of the condition, of `t` and of `f`, in elements; if it is null, all
// operands are dense. The conditions for returning before the barrier are block-uniform.
#pragma once

#include "elementwise.cuh"

template <class Cond, class T>
struct Select {
  // As in Elementwise, a thread works on one pack of results at a time, which is aligned in `out`.
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(Cond) > sizeof(T) ? sizeof(Cond) : sizeof(T));
  static constexpr int kOperands = 3;
  using CondPack = Pack<Cond, kElements>;
  using DataPack = Pack<T, kElements>;

  // The number of packs that a thread should process, as log2.
  static constexpr int kEachOfDense = 3;
  static constexpr int kEachOfStrided = 5;

  size_t numel;
  size_t num_dims;
  const size_t* info;
  const Cond* cond;
  const T* t;
  const T* f;
  T* out;

  __device__ __forceinline__ void run() const {
    if (PackShare::idles<kElements, kEachOfDense>()) return;
    const size_t skew = reinterpret_cast<uintptr_t>(out) % DataPack::kBytes / sizeof(T);
    const ThreadGrid grid = this_thread_in_grid();
    const PackShare share =
        PackShare::of<kElements, kEachOfDense>(grid, numel + skew, info == nullptr ? kEachOfDense : kEachOfStrided);
    // The condition is block-uniform, so no thread skips the barrier.
    if (!share.block_works || numel == 0) return;

    __shared__ Layout<kOperands> layout;
    Walk<kOperands> walk(numel, layout);
    if (info != nullptr) {
      if (grid.lane == 0) layout.collapse(num_dims, info);
      __syncthreads();
      if (layout.axes != 0) walk.follow_layout();
    }
#pragma unroll 1
    for (size_t pack = share.first; pack < share.end; pack += share.step) {
      // For a partial first pack, this is below zero: its missing elements are then, as unsigned numbers, beyond numel,
      // like those of a partial last pack.
      const size_t first = pack * kElements - skew;
      if (first < numel && numel - first >= kElements) {
        select_pack(walk, first);
      } else {
        select_each(walk, first);
      }
    }
  }

 private:
  // Processes a whole pack, with one access for each operand that is dense and aligned there.
  __device__ __forceinline__ void select_pack(const Walk<kOperands>& walk, size_t first) const {
    Place<kOperands> place = walk.locate(first);
    if (place.in_row < kElements) return select_each(walk, first);
    CondPack c;
    DataPack x;
    DataPack y;
    read_row(cond + place.offset[0], walk.inner.stride[0], c);
    read_row(t + place.offset[1], walk.inner.stride[1], x);
    read_row(f + place.offset[2], walk.inner.stride[2], y);
    DataPack chosen;
#pragma unroll
    for (int j = 0; j < kElements; ++j) chosen.set(j, c.get(j) != 0 ? x.get(j) : y.get(j));
    chosen.store(out + first);
  }

  template <class P, class Element>
  __device__ __forceinline__ static void read_row(const Element* at, size_t stride, P& pack) {
    if (stride == 1 && P::aligned(at)) {
      pack.load(at);
    } else if (stride == 0) {
      pack.fill(*at);
    } else {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        pack.set(j, *at);
        at += stride;
      }
    }
  }

  __device__ __forceinline__ void select_each(const Walk<kOperands>& walk, size_t first) const {
    Place<kOperands> place = {};
#pragma unroll 1
    for (int j = 0; j < kElements; ++j) {
      const size_t index = first + static_cast<size_t>(j);
      if (index >= numel) continue;
      if (place.in_row == 0) place = walk.locate(index);
      out[index] = cond[place.offset[0]] != 0 ? t[place.offset[1]] : f[place.offset[2]];
#pragma unroll
      for (int k = 0; k < kOperands; ++k) place.offset[k] += walk.inner.stride[k];
      --place.in_row;
    }
  }
};
