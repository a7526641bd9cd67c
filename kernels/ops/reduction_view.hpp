// What a host tells the view_* reductions: which elements each result is made of, and who goes through them. It
// travels by value, so plain C++ for both sides.
#pragma once

#include "view.hpp"

struct ReductionView {
  // Operand 0 is the source, operand 1 the result. The columns kernels' places are packs of results along axis 0.
  View<2> results;
  // The elements of a result, from its first on; `by_pack`: axis 0 counts packs. Row-major where positions count.
  View<1> terms;
  uint32_t in_line;      // the terms are neighbours along one axis, aligned or not
  uint32_t lanes_log2;   // rows, end: threads that share a result; columns: threads beside each other
  uint32_t piece_terms;  // places of `terms` for each workgroup of a column of the grid
  uint32_t first_term;   // the position of the first, among all that the result has
  uint32_t slots;        // 0: results are written; else for each as many slots, for what its pieces come to
  uint32_t first_slot;   // of the first piece
  size_t divisor;        // of sums of floats
};

// Results that a thread of the columns kernels has, unless neighbours cannot be read at once. With their positions they
// take more registers.
constexpr uint32_t columns_per_thread(size_t element_bytes, bool with_positions) {
  const uint32_t most = with_positions ? 4 : 8;
  const uint32_t fit = static_cast<uint32_t>(16 / element_bytes);
  return fit < most ? fit : most;
}
