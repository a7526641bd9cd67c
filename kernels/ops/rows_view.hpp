// The arguments by which a host describes tensors to the view_* kernels that process whole rows (view_normalize.cu).
// They are passed by value, so this is plain C++ for both sides.
#pragma once

#include "view.hpp"

struct RowsView {
  View<2> rows;      // operand 0 is the result, operand 1 the source; there is a place for each row
  uint32_t columns;  // columns of a row
  size_t step[2];    // from one column to the next, in elements: in the result, in the source
};
