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

struct ResizeView {
  View<2> results;  // axis 0: columns, axis 1: rows; of the source, operand 1, without strides along them
  ResizedAxis axis[2];
  size_t step[2];  // of the source
};
