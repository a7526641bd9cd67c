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
  static constexpr int kDensePacksLog2 = 3;
  static constexpr int kStridedPacksLog2 = 5;

  size_t numel;
  size_t num_dims;
  const size_t* info;
  const Cond* cond;
  const T* t;
  const T* f;
  T* out;

  __device__ __forceinline__ void run() const {
    if (WorkPartition::block_is_idle<kElements, kDensePacksLog2>()) return;
    const size_t missing_before = reinterpret_cast<uintptr_t>(out) % DataPack::kBytes / sizeof(T);
    const ThreadGrid grid = this_thread_in_grid();
    const WorkPartition share = WorkPartition::of<kElements, kDensePacksLog2>(
        grid, numel + missing_before, info == nullptr ? kDensePacksLog2 : kStridedPacksLog2);
    // The condition is block-uniform, so no thread skips the barrier.
    if (!share.block_has_work || numel == 0) return;

    __shared__ Layout<kOperands> layout;
    OperandShape<kOperands> shape(numel, layout);
    if (info != nullptr) {
      if (grid.block_thread == 0) layout.collapse(num_dims, info);
      __syncthreads();
      if (layout.axes != 0) shape.follow_layout();
    }
#pragma unroll 1
    for (size_t pack = share.first; pack < share.end; pack += share.step) {
      // For a partial first pack, this is below zero: its missing elements are then, as unsigned numbers, beyond numel,
      // like those of a partial last pack.
      const size_t first = pack * kElements - missing_before;
      if (first < numel && numel - first >= kElements) {
        select_pack(shape, first);
      } else {
        select_each(shape, first);
      }
    }
  }

 private:
  // Processes a whole pack, with one access for each operand that is dense and aligned there.
  __device__ __forceinline__ void select_pack(const OperandShape<kOperands>& shape, size_t first) const {
    ElementOffsets<kOperands> offsets = shape.offsets_of(first);
    if (offsets.rest_of_row < kElements) return select_each(shape, first);
    CondPack c;
    DataPack x;
    DataPack y;
    read_row(cond + offsets.offset[0], shape.inner.stride[0], c);
    read_row(t + offsets.offset[1], shape.inner.stride[1], x);
    read_row(f + offsets.offset[2], shape.inner.stride[2], y);
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

  __device__ __forceinline__ void select_each(const OperandShape<kOperands>& shape, size_t first) const {
    ElementOffsets<kOperands> offsets = {};
#pragma unroll 1
    for (int j = 0; j < kElements; ++j) {
      const size_t index = first + static_cast<size_t>(j);
      if (index >= numel) continue;
      if (offsets.rest_of_row == 0) offsets = shape.offsets_of(index);
      out[index] = cond[offsets.offset[0]] != 0 ? t[offsets.offset[1]] : f[offsets.offset[2]];
#pragma unroll
      for (int k = 0; k < kOperands; ++k) offsets.offset[k] += shape.inner.stride[k];
      --offsets.rest_of_row;
    }
  }
};
