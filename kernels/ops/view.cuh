// out[i] = op(in_0[i], ..., in_k[i]). The operands are described by a View (view.hpp), which the host passes by value.
// Used by the view_* kernels and by expression.cuh. A thread processes one place, which is a pack of neighbouring
// results, or two places in map_view_two_places(). It has no loop over places, which would cost registers and
// instructions. The host has already merged the axes, so blocks need neither shared memory nor barriers for this, in
// contrast to candle/elementwise.cuh.
#pragma once

#include <cuda_runtime.h>

#include "../common/evaluate.cuh"
#include "../common/pack.cuh"
#include "view.hpp"

// The size of the blocks that hosts launch.
constexpr int kViewBlock = 256;

// Returns index / axis.extent, for an index below 2^31.
__device__ __forceinline__ uint32_t quotient(const ViewAxis& axis, uint32_t index) {
  return (__umulhi(index, axis.multiplier) + index) >> axis.shift;
}

template <int kOperands>
struct OperandOffsets {
  size_t offset[kOperands];
};

// Returns where the element at `index` is in each operand, in elements. Along axis 0, `index` counts steps of `step`
// elements.
template <int kOperands>
__device__ __forceinline__ OperandOffsets<kOperands> offsets_of(const View<kOperands>& view, uint32_t index,
                                                                uint32_t step) {
  OperandOffsets<kOperands> offsets = {};
  uint32_t rest = index;
#pragma unroll 1
  for (uint32_t a = 0; a < view.axes; ++a) {
    const ViewAxis axis = view.axis[a];
    const uint32_t next = quotient(axis, rest);
    const size_t coordinate = (rest - next * axis.extent) * step;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) offsets.offset[k] += coordinate * view.stride[k][a];
    rest = next;
    step = 1;
  }
  return offsets;
}

// A thread's place in the view, and how the thread reads and writes there.
template <int kOperands, int kElements>
struct ViewThread {
  const View<kOperands>& view;
  uint32_t place;
  uint32_t count;  // number of elements; 0 if the thread has no work

  __device__ __forceinline__ ViewThread(const View<kOperands>& operands, uint32_t index)
      : view(operands),
        place(index),
        count(place + 1 < operands.place_count ? static_cast<uint32_t>(kElements)
              : place < operands.place_count   ? operands.last_count
                                               : 0) {}

  // Returns true if the thread has a full pack, whose elements are neighbours along axis 0.
  __device__ __forceinline__ bool whole() const { return view.is_packed != 0 && count == kElements; }
  __device__ __forceinline__ OperandOffsets<kOperands> offsets() const {
    return offsets_of(view, place, static_cast<uint32_t>(kElements));
  }

  template <class T>
  __device__ __forceinline__ Pack<T, kElements> read(int k, const T* at) const {
    Pack<T, kElements> pack;
    if (view.access[k] == AccessPattern::pack) {
      pack.load(at);
    } else if (view.access[k] == AccessPattern::one) {
      pack.fill(*at);
    } else {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        pack.set(j, *at);
        at += view.stride[k][0];
      }
    }
    return pack;
  }

  template <class T>
  __device__ __forceinline__ void write(T* at, const Pack<T, kElements>& pack) const {
    if (view.access[0] == AccessPattern::pack) {
      pack.store(at);
      return;
    }
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      *at = pack.get(j);
      at += view.stride[0][0];
    }
  }

  // For threads without a full pack (see whole()): locates the elements one by one and calls body(exists, offsets)
  // kElements times. `exists` is false for elements after the last.
  template <class Body>
  __device__ __forceinline__ void each(Body body) const {
    OperandOffsets<kOperands> offsets = {};
#pragma unroll 1
    for (uint32_t j = 0; j < static_cast<uint32_t>(kElements); ++j) {
      const bool exists = j < count;
      if (exists && view.is_packed == 0) {
        offsets = offsets_of(view, place * static_cast<uint32_t>(kElements) + j, 1);
      } else if (exists && j == 0) {
        offsets = this->offsets();
      } else {
#pragma unroll
        for (int k = 0; k < kOperands; ++k) offsets.offset[k] += view.stride[k][0];
      }
      body(exists, offsets);
    }
  }
};

template <class Out, class In, int kInputs, class Op>
struct ViewMap {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(In) > sizeof(Out) ? sizeof(In) : sizeof(Out));
  using Thread = ViewThread<kInputs + 1, kElements>;
  using Offsets = OperandOffsets<kInputs + 1>;
  using InPack = Pack<In, kElements>;

  const View<kInputs + 1>& view;
  Out* out;
  const In* const (&in)[kInputs];
  Op op;

  __device__ __forceinline__ void process(uint32_t place) const {
    const Thread thread(view, place);
    if (thread.count == 0) return;
    InPack x[kInputs];
    Offsets offsets = {};
    if (thread.whole()) {
      offsets = thread.offsets();
      read_whole(thread, offsets, x);
    } else {
      thread.each([&](bool exists, const Offsets& from) {
#pragma unroll
        for (int k = 0; k < kInputs; ++k) x[k].push(exists ? in[k][from.offset[k + 1]] : Pack<In, 1>().get(0));
      });
    }
    Pack<Out, kElements> y = Evaluation<Op, In, Out, kElements>::of(op, x);
    if (thread.whole()) {
      thread.write(out + offsets.offset[0], y);
    } else {
      thread.each([&](bool exists, const Offsets& to) {
        const Out result = y.pop();
        if (exists) out[to.offset[0]] = result;
      });
    }
  }

  // Processes two places that are `step` apart, and reads both before it evaluates the first.
  __device__ __forceinline__ void process_two(uint32_t place, uint32_t step) const {
    const Thread first(view, place);
    const Thread second(view, place + step);
    if (first.whole() && second.whole()) {
      const Offsets offsets = first.offsets();
      const Offsets next = second.offsets();
      InPack x[kInputs];
      InPack y[kInputs];
      read_whole(first, offsets, x);
      read_whole(second, next, y);
      write_whole(first, offsets, x);
      write_whole(second, next, y);
      return;
    }
#pragma unroll 1
    for (uint32_t i = 0; i < 2; ++i) process(place + i * step);
  }

 private:
  __device__ __forceinline__ void read_whole(const Thread& thread, const Offsets& offsets, InPack (&x)[kInputs]) const {
#pragma unroll
    for (int k = 0; k < kInputs; ++k) x[k] = thread.read(k + 1, in[k] + offsets.offset[k + 1]);
  }
  __device__ __forceinline__ void write_whole(const Thread& thread, const Offsets& offsets,
                                              InPack (&x)[kInputs]) const {
    thread.write(out + offsets.offset[0], Evaluation<Op, In, Out, kElements>::of(op, x));
  }
};

template <class Out, class In, int kInputs, class Op>
__device__ __forceinline__ void map_view(const View<kInputs + 1>& view, Out* out, const In* const (&in)[kInputs],
                                         Op op) {
  ViewMap<Out, In, kInputs, Op>{view, out, in, op}.process(blockIdx.x * blockDim.x + threadIdx.x);
}

// The number of threads that together access one contiguous stretch of memory. Warps have 32 or 64 threads, and hosts
// launch blocks of whole warps.
constexpr uint32_t kViewGroup = 32;

// Processes two places per thread. It is for operations whose results and operands differ in size: with one place per
// thread, these keep too few bytes in flight. A group of kViewGroup threads processes 2 * kViewGroup consecutive
// places, so that it accesses one stretch of memory before the next group's.
template <class Out, class In, int kInputs, class Op>
__device__ __forceinline__ void map_view_two_places(const View<kInputs + 1>& view, Out* out,
                                                    const In* const (&in)[kInputs], Op op) {
  const uint32_t index = threadIdx.x % kViewGroup;
  const uint32_t first = 2 * (blockIdx.x * blockDim.x + threadIdx.x - index) + index;
  ViewMap<Out, In, kInputs, Op>{view, out, in, op}.process_two(first, kViewGroup);
}
