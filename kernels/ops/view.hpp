// The arguments by which a host describes operands to the view_* kernels. They are passed by value, so this is plain
// C++ for both sides. Operand 0 is the result, unless stated otherwise. A place is what one thread processes, for
// example a pack of neighbouring elements.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The most axes that a view may have after merging.
constexpr int kMaxViewAxes = 8;

// An axis, and how to divide any x below 2^31 by its extent: ((x * multiplier >> 32) + x) >> shift. The product has 64
// bits.
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
  // If not 0, axis 0 counts packs of neighbours. Otherwise, it counts elements, and a pack may begin in one row of
  // axis 0 and end in the next.
  uint32_t is_packed;
  ViewAxis axis[kMaxViewAxes];
  // Distances of neighbouring elements, in elements, even if axis 0 counts packs; negative ones are modulo 2^64.
  size_t stride[kOperands][kMaxViewAxes];
  AccessPattern access[kOperands];  // only with is_packed
};

// A copy in which result and operand are contiguous along different axes, so that rows become columns. It is made in
// square tiles: axis 0 of `tiles` counts tiles along the result's contiguous axis, axis 1 along the operand's.
struct Transposition {
  View<2> tiles;
  uint32_t columns;  // extent of the result's contiguous axis
  uint32_t rows;     // extent of the operand's contiguous axis
  size_t out_row;    // from one row to the next in the result, in elements
  size_t in_column;  // from one column to the next in the operand, in elements
};

// The side of a tile for elements of this size in bytes. A block has one tile of at most 16 KiB plus padding, so that
// the shared memory of any compute unit has room for at least two blocks.
constexpr uint32_t tile_side(size_t element_bytes) {
  return element_bytes <= 4 ? 64 : 32;
}
