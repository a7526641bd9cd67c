// What a host tells the view_* kernels that look at several places of an image for each result: it travels by value, so
// plain C++ for both sides. Of pairs the first is of rows, the second of columns.
#pragma once

#include "view.hpp"

struct WindowView {
  View<2> results;  // operand 0 is the result, operand 1 the first element of its window
  uint32_t window[2];
  size_t step[2];  // from one element of the window to the next, in elements
};

// How places of the result lie between those of the source, along one axis.
struct ResizedAxis {
  uint32_t extent;  // of the source
  bool align_corners;
  double scale;  // of aligned corners: times this, and then divided by `steps`, which is exact for whole places
  double steps;
};

// An image whose elements stand several times side by side, and so do its rows: whole packs of neighbours in each.
struct RepeatView {
  View<2> results;   // axis 0: packs of columns, axis 1: rows of the source; of the source, operand 1, without columns
  ViewAxis columns;  // how often an element stands side by side
  uint32_t rows;     // how often a row does
  uint32_t by_half;  // of neighbours, twice each: half a pack of the source is aligned to its size
  size_t in_column;  // of the source, in elements
  size_t out_row;
};

struct ResizeView {
  View<2> results;  // axis 0: columns, axis 1: rows; of the source, operand 1, without strides along them
  ResizedAxis axis[2];
  size_t step[2];  // of the source
};
