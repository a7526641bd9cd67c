// The arguments by which a host describes a reduction to the view_* kernels (reduce_view.cuh): the elements of each
// result, and the threads that reduce them. They are passed by value, so this is plain C++ for both sides.
#pragma once

#include "view.hpp"

struct ReductionView {
  // Operand 0 is the source, operand 1 the result. In the columns kernels, a place is a pack of results along axis 0.
  View<2> results;
  // The elements of a result, relative to its first. With `is_packed`, axis 0 counts packs. The order is row-major if
  // positions matter.
  View<1> terms;
  uint32_t is_contiguous;  // the terms are neighbours along one axis, aligned or not
  // Log2 of the number of threads that share a result (rows, finalize) or have neighbouring results (columns).
  uint32_t threads_log2;
  uint32_t terms_per_split;  // places of `terms` for each block along y of the grid
  uint32_t first_term;       // position of the first term, among all terms of the result
  uint32_t splits;           // 0: results are written; otherwise, the number of partial results for each result
  uint32_t first_split;      // index of the launch's first split
  size_t divisor;            // by which sums of floats are divided: 1, or the number of terms for a mean
};

// The number of neighbouring results that a thread of the columns kernels computes, if their elements can be read at
// once; otherwise it computes one result. Results with their positions need more registers, so there are fewer of them.
// 16 is the widest access in bytes.
constexpr uint32_t columns_per_thread(size_t element_bytes, bool with_positions) {
  const uint32_t most = with_positions ? 4 : 8;
  const uint32_t fit = static_cast<uint32_t>(16 / element_bytes);
  return fit < most ? fit : most;
}
