// What a host tells the view_* kernels that go by ids: it travels by value, so plain C++ for both sides.
#pragma once

#include "view.hpp"

struct IndexView {
  // Operands: what is written in order (of a scatter: read), what is reached by id, the ids. Of the second the strides
  // leave the indexed dim out.
  View<3> view;
  size_t row_step;  // from one row of the indexed dim to the next, in elements
  size_t rows;      // that it has
};
