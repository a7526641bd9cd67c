// Copies whose source and destination are contiguous along different axes, which are transposed by tiles.
#ifndef ROCM_BINDGEN_OPS_TRANSPOSE_HPP
#define ROCM_BINDGEN_OPS_TRANSPOSE_HPP

#include <optional>

#include "kernel_tables.hpp"
#include "rocm_bindgen/stream.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// Describes the simplified copy as a transposition by tiles. Returns nullopt if it is not one, or too small for tiles
/// to be faster.
std::optional<Transposition> as_transposition(const Walk<2>& walk);

/// Queues the copy as a transposition, with the kernel for elements of this size. Returns false and queues nothing if
/// it is not a transposition.
bool transpose(Stream& stream, const Walk<2>& walk, ElementSize size);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_TRANSPOSE_HPP
