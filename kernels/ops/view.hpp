// The arguments by which a host describes operands to the view_* kernels. They are passed by value, so this is plain
// C++ for both sides. Operand 0 is the result, unless stated otherwise. A place is what one thread processes, for
// example a pack of neighbouring elements.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The most axes that a view may have after merging.
constexpr int kMaxViewAxes = 8;

// Division by `extent` of any number below 2^31: (high half of x * multiplier + x) >> shift.
struct ViewAxis {
  uint32_t extent;
  uint32_t multiplier;
  uint32_t shift;
};

// How a thread accesses its neighbouring elements of an operand.
enum class AccessPattern : uint32_t {
  pack,      // in one aligned access
  one,       // all are the same element
  elements,  // one by one
};

template <int kOperands>
struct View {
  uint32_t place_count;  // threads that have work, below 2^31
  uint32_t last_count;   // elements that the last of them has, at least 1; all others have a whole pack
  uint32_t axes;         // at least 1, innermost first
  // If not 0, axis 0 counts packs of neighbours; otherwise, it counts elements, and a pack may extend beyond its end.
  uint32_t is_packed;
  ViewAxis axis[kMaxViewAxes];
  size_t stride[kOperands][kMaxViewAxes];  // in elements, along axis 0 too; negative strides are modulo 2^64
  AccessPattern access[kOperands];         // only with is_packed
};

// A copy whose neighbours are along different axes on both sides: rows of the operand's neighbours become columns. It
// is made in square tiles; axis 0 of `tiles` counts those along the result's neighbours, axis 1 those along the
// operand's.
struct Transposition {
  View<2> tiles;
  uint32_t columns;  // extent along the result's neighbours
  uint32_t rows;     // extent along the operand's neighbours
  size_t out_row;    // from one row to the next in the result, in elements
  size_t in_column;  // from one column to the next in the operand, in elements
};

// The side of a tile for elements of this size in bytes: two of these tiles fit in any GPU's shared memory.
constexpr uint32_t tile_side(size_t element_bytes) {
  return element_bytes <= 4 ? 64 : 32;
}
