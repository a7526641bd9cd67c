// What a host tells the view_* kernels that take whole rows: it travels by value, so plain C++ for both sides.
#pragma once

#include "view.hpp"

struct RowsView {
  View<2> rows;      // operand 0 is the result, operand 1 the source; a place for each row
  uint32_t columns;  // of a row
  size_t step[2];    // from one column to the next, in elements
};
