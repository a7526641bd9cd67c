// What a host tells the view_* kernels of their operands: it travels by value, so plain C++ for both sides. Operand 0
// is the result, unless it is said otherwise.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Axes that a view may have left, after merging.
constexpr int kMaxViewAxes = 8;

// Division by `extent` of anything below 2^31: (high half of x * multiplier + x) >> shift.
struct ViewAxis {
  uint32_t extent;
  uint32_t multiplier;
  uint32_t shift;
};

// How a thread gets at its neighbouring elements of an operand.
enum class Reach : uint32_t {
  pack,      // in one aligned access
  one,       // all are the same element
  elements,  // one by one
};

template <int kOperands>
struct View {
  uint32_t places;   // threads that have work, below 2^31
  uint32_t last;     // how many elements the last of them has, at least 1; all others have a pack
  uint32_t axes;     // at least 1, innermost first
  uint32_t by_pack;  // axis 0 counts packs of neighbours; else elements, and a pack may go over its end
  ViewAxis axis[kMaxViewAxes];
  size_t stride[kOperands][kMaxViewAxes];  // in elements, along axis 0 too; of negative ones, modulo 2^64
  Reach reach[kOperands];                  // where by_pack
};

// A copy whose neighbours lie along different axes on both sides: rows of the operand's neighbours become columns. It
// is made by square tiles; axis 0 of `tiles` counts those along the result's neighbours, axis 1 those along the
// operand's.
struct Transposition {
  View<2> tiles;
  uint32_t columns;  // along the result's neighbours
  uint32_t rows;     // along the operand's
  size_t out_row;    // from one row to the next in the result, in elements
  size_t in_column;  // from one column to the next in the operand
};

// The side of a tile, in elements of so many bytes: what two of fit in any GPU's LDS.
constexpr uint32_t tile_side(size_t element_bytes) {
  return element_bytes <= 4 ? 64 : 32;
}
