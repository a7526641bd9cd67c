// The arguments by which a host describes tensors to the view_rope_* kernels (view_rope.cu). They are passed by value,
// so this is plain C++ for both sides.
#pragma once

#include "view.hpp"

struct RopeView {
  // Operands 0 and 1 are the first elements of each pair in the result and in the source, operand 2 is the cosines, and
  // operand 3 the sines.
  View<4> pairs;
  size_t second[2];  // from the first of a pair to the second, in elements: in the result, in the source
};
