// The arguments by which a host describes tensors to the view_* kernels that use ids (view_index.cu). They are passed
// by value, so this is plain C++ for both sides.
#pragma once

#include "view.hpp"

struct IndexView {
  // Operand 0 is the tensor that is written in order (by a scatter: read in order), operand 1 the tensor that is
  // accessed by id, and operand 2 the ids. The strides of operand 1 leave out the indexed dim.
  View<3> view;
  size_t row_step;  // from one row of the indexed dim to the next, in elements
  size_t rows;      // rows of the indexed dim
};
