// The arguments by which a host describes images to the view_* kernels that pool or resize them (view_window.cu). They
// are passed by value, so this is plain C++ for both sides. In arrays of two, the first entry is for rows, the second
// for columns.
#pragma once

#include "view.hpp"

struct WindowView {
  View<2> results;  // operand 0 is the result, operand 1 the first element of its window
  uint32_t window[2];
  size_t step[2];  // from one element of the window to the next, in elements
};

// Maps positions of the result to positions between those of the source, along one axis (Resize in
// common/upsample.cuh).
struct ResizedAxis {
  uint32_t extent;  // extent of the source
  bool align_corners;
  // With aligned corners, positions are multiplied by `scale` and then divided by `steps`, which is exact if the result
  // is a whole number. Otherwise, `steps` is not used.
  double scale;
  double steps;
};

// An image in which each element is repeated several times along its row, and each row is repeated several times, so
// that a thread writes a whole pack of neighbours to each copy of a row.
struct RepeatView {
  // Axis 0: packs of columns, axis 1: rows of the source; operand 1, the source, has stride 0 along axis 0.
  View<2> results;
  ViewAxis columns;     // how often an element is repeated along its row
  uint32_t rows;        // how often a row is repeated
  uint32_t is_doubled;  // each element occurs twice in its row, and half a pack of the source is aligned to its size
  size_t in_column;     // from one column of the source to the next, in elements
  size_t out_row;       // from one row of the result to the next, in elements
};

struct ResizeView {
  View<2> results;  // axis 0: columns, axis 1: rows; operand 1, the source, has stride 0 along both
  ResizedAxis axis[2];
  size_t step[2];  // from one row or column of the source to the next, in elements
};
