// From a linear index of the (dense) result to the offsets of its operands' elements.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

// Axes that are left after dropping those of size 1 double the element count at least: a 64-bit count has fewer than
// this many, whatever the tensor's rank.
constexpr int kMaxAxes = 64;

template <int kOperands>
struct Axis {
  size_t extent;
  uint64_t reciprocal;  // 2^64 / extent, rounded up; extent > 1
  size_t stride[kOperands];

  __device__ size_t quotient(size_t index) const {
    // The reciprocal is less than one unit too large, so the estimate is right or one too large.
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
  __device__ void collapse(size_t num_dims, const size_t* info) {
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
    for (int a = 0; a < found; ++a) axis[a].reciprocal = ~uint64_t{0} / axis[a].extent + 1;
  }

  // All operands are dense in the result's order: offsets are indices.
  __device__ bool dense() const {
    bool unit = true;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) unit = unit && axis[0].stride[k] == 1;
    return axes == 0 || (axes == 1 && unit);
  }

  // Not for a layout without axes.
  __device__ Place<kOperands> locate(size_t index) const {
    Place<kOperands> place = {};
    size_t rest = index;
#pragma unroll 1
    for (int a = 0; a < axes; ++a) {
      const Axis<kOperands> here = axis[a];
      const size_t next = a + 1 == axes ? 0 : here.quotient(rest);
      const size_t coordinate = rest - next * here.extent;
#pragma unroll
      for (int k = 0; k < kOperands; ++k) place.offset[k] += coordinate * here.stride[k];
      if (a == 0) place.in_row = here.extent - coordinate;
      rest = next;
    }
    return place;
  }
};
