// Maps a linear index of the dense result to the offsets of its operands' elements. Used by elementwise.cuh,
// reduce_rows.cuh and sum_dims.cuh, and through them by select.cuh, gathering.cuh and fill.cuh.
//
// One thread of a block computes the common shape of the operands, Layout, in shared memory. After a barrier, each
// thread keeps the innermost axis in registers, in its OperandShape. All strides are in elements.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

// Each axis that is left after dropping those of size 1 at least doubles the element count. A 64-bit count therefore
// has fewer than this many axes, whatever the tensor's rank.
constexpr int kMaxAxes = 64;

// The division is done in floating point, for which GPUs need a tenth of the instructions. The numerator is larger
// than 2^64 to compensate for both roundings, that of the extent and that of the quotient.
__device__ __forceinline__ uint64_t reciprocal_of(size_t extent) {
  return static_cast<uint64_t>(0x1.0000000000002p64 / static_cast<double>(extent)) + 1;
}

template <int kOperands>
struct Axis {
  size_t extent;
  uint64_t reciprocal;  // 2^64 / extent, or slightly more; 0 for the outermost axis, where nothing is left to divide
  size_t stride[kOperands];

  __device__ __forceinline__ size_t quotient(size_t index) const {
    // The reciprocal is too large by less than one part in 2^50. The estimate is therefore correct or too large by one
    // for any number of elements that fits in memory.
    const size_t estimate = __umul64hi(index, reciprocal);
    return estimate * extent > index ? estimate - 1 : estimate;
  }
};

// The position of an element: its offset in each operand, and how many elements follow at the innermost strides, itself
// included.
template <int kOperands>
struct ElementOffsets {
  size_t rest_of_row;
  size_t offset[kOperands];
};

// The operands' common shape, innermost axis first: dims of size 1 are dropped, and neighbouring dims that are one axis
// for every operand are merged.
template <int kOperands>
struct Layout {
  int axes;
  Axis<kOperands> axis[kMaxAxes];

  // Must be called by one thread of the block. `info` contains the dims, then one array of strides per operand, all
  // outermost first.
  __device__ __forceinline__ void collapse(size_t num_dims, const size_t* info) {
    Axis<kOperands> inner = {};
    int axis_count = 0;
#pragma unroll 1
    for (size_t d = num_dims; d-- != 0;) {
      const size_t extent = info[d];
      if (extent == 1) continue;
      bool merge = axis_count != 0;
      size_t stride[kOperands];
#pragma unroll
      for (int k = 0; k < kOperands; ++k) {
        stride[k] = info[(static_cast<size_t>(k) + 1) * num_dims + d];
        merge = merge && stride[k] == inner.extent * inner.stride[k];
      }
      inner.extent = merge ? inner.extent * extent : extent;
#pragma unroll
      for (int k = 0; k < kOperands; ++k) inner.stride[k] = merge ? inner.stride[k] : stride[k];
      if (!merge) ++axis_count;
      axis[axis_count - 1] = inner;
    }
    axes = axis_count;
#pragma unroll 1
    for (int a = 0; a + 1 < axis_count; ++a) axis[a].reciprocal = reciprocal_of(axis[a].extent);
    if (axis_count != 0) axis[axis_count - 1].reciprocal = 0;
  }
};

// The operands' shape, as each thread keeps it: the innermost axis in registers, the others in the layout. Dense
// operands are one axis of stride 1, even without a layout, so that no other code has to distinguish the two cases.
template <int kOperands>
struct OperandShape {
  int axes;
  Axis<kOperands> inner;
  const Layout<kOperands>& layout;

  __device__ __forceinline__ OperandShape(size_t numel, const Layout<kOperands>& from)
      : axes(1), inner(), layout(from) {
    inner.extent = numel;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) inner.stride[k] = 1;
  }
  // The layout must have at least one axis.
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

  __device__ __forceinline__ ElementOffsets<kOperands> offsets_of(size_t index) const {
    ElementOffsets<kOperands> offsets = {};
    Axis<kOperands> here = inner;
    size_t rest = index;
#pragma unroll 1
    for (int a = 1;; ++a) {
      const size_t next = here.quotient(rest);
      const size_t coordinate = rest - next * here.extent;
      if (a == 1) offsets.rest_of_row = here.extent - coordinate;
#pragma unroll
      for (int k = 0; k < kOperands; ++k) offsets.offset[k] += coordinate * here.stride[k];
      if (a >= axes) break;
      rest = next;
      here = layout.axis[a];
    }
    return offsets;
  }
};
