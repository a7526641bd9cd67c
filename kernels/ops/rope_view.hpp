// What a host tells the view_rope_* kernels: it travels by value, so plain C++ for both sides.
#pragma once

#include "view.hpp"

struct RopeView {
  // Operands: the first of each pair in the result and in the source, the cosines, the sines.
  View<4> pairs;
  size_t second[2];  // from the first of a pair to the second: in the result, in the source
};
