// From a linear index of the (dense) result to the offsets of its operands' elements.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

// Axes that are left after dropping those of size 1 double the element count at least: a 64-bit count has fewer than
// this many, whatever the tensor's rank.
constexpr int kMaxAxes = 64;

// Through floating point: GPUs divide it with a tenth of the instructions. The numerator makes up for both roundings.
__device__ __forceinline__ uint64_t reciprocal_of(size_t extent) {
  return static_cast<uint64_t>(0x1.0000000000002p64 / static_cast<double>(extent)) + 1;
}

template <int kOperands>
struct Axis {
  size_t extent;
  uint64_t reciprocal;  // 2^64 / extent, or a little more; 0 for the outermost axis, where nothing is left to divide
  size_t stride[kOperands];

  __device__ __forceinline__ size_t quotient(size_t index) const {
    // The reciprocal is too large by less than one part in 2^50, so the estimate is right or one too large for as many
    // elements as any memory has.
    const size_t estimate = __umul64hi(index, reciprocal);
    return estimate * extent > index ? estimate - 1 : estimate;
  }
};

// Where an element lies: its offset in each operand, and how many elements follow at the innermost strides, itself
// included.
template <int kOperands>
struct Place {
  size_t in_row;
  size_t offset[kOperands];
};

// The operands' common shape, innermost axis first: dims of size 1 are dropped, and dims that every operand walks as
// one are merged.
template <int kOperands>
struct Layout {
  int axes;
  Axis<kOperands> axis[kMaxAxes];

  // Run by one thread of the block. `info` holds the dims, then one array of strides per operand, all outermost first.
  __device__ __forceinline__ void collapse(size_t num_dims, const size_t* info) {
    Axis<kOperands> inner = {};
    int found = 0;
#pragma unroll 1
    for (size_t d = num_dims; d-- != 0;) {
      const size_t extent = info[d];
      if (extent == 1) continue;
      bool merge = found != 0;
      size_t stride[kOperands];
#pragma unroll
      for (int k = 0; k < kOperands; ++k) {
        stride[k] = info[(static_cast<size_t>(k) + 1) * num_dims + d];
        merge = merge && stride[k] == inner.extent * inner.stride[k];
      }
      inner.extent = merge ? inner.extent * extent : extent;
#pragma unroll
      for (int k = 0; k < kOperands; ++k) inner.stride[k] = merge ? inner.stride[k] : stride[k];
      if (!merge) ++found;
      axis[found - 1] = inner;
    }
    axes = found;
#pragma unroll 1
    for (int a = 0; a + 1 < found; ++a) axis[a].reciprocal = reciprocal_of(axis[a].extent);
    if (found != 0) axis[found - 1].reciprocal = 0;
  }
};

// The way through the operands as each thread keeps it: dense operands are one axis of stride 1, whether or not there
// is a layout, so that nothing else has to tell them apart.
template <int kOperands>
struct Walk {
  int axes;
  Axis<kOperands> inner;
  const Layout<kOperands>& layout;

  __device__ __forceinline__ Walk(size_t numel, const Layout<kOperands>& from) : axes(1), inner(), layout(from) {
    inner.extent = numel;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) inner.stride[k] = 1;
  }
  // Not for a layout without axes.
  __device__ __forceinline__ void follow_layout() {
    axes = layout.axes;
    inner = layout.axis[0];
  }

  __device__ __forceinline__ bool dense() const {
    bool unit = axes == 1;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) unit = unit && inner.stride[k] == 1;
    return unit;
  }

  __device__ __forceinline__ Place<kOperands> locate(size_t index) const {
    Place<kOperands> place = {};
    Axis<kOperands> here = inner;
    size_t rest = index;
#pragma unroll 1
    for (int a = 1;; ++a) {
      const size_t next = here.quotient(rest);
      const size_t coordinate = rest - next * here.extent;
      if (a == 1) place.in_row = here.extent - coordinate;
#pragma unroll
      for (int k = 0; k < kOperands; ++k) place.offset[k] += coordinate * here.stride[k];
      if (a >= axes) break;
      rest = next;
      here = layout.axis[a];
    }
    return place;
  }
};
