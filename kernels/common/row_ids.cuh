// Maps an id to a row of the indexed dim, or to none. Used by candle/gathering.cuh, candle/scattering.cuh,
// view_index.cu and view_quantized.cu.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>
#include <type_traits>

// Every launch of this module that reads an id beyond the indexed dim sets this flag; a separate kernel reads and
// clears it. For such an id, zero is read and nothing is written, as for the id that means "no row".
__device__ uint32_t id_out_of_range;

constexpr size_t kNoRow = ~size_t{0};

// The largest value of an id's type means "no row": a u8 id cannot name row 255.
template <class Id>
__device__ __forceinline__ size_t row_of(Id id, size_t rows) {
  constexpr int kValueBits = 8 * static_cast<int>(sizeof(Id)) - (std::is_signed_v<Id> ? 1 : 0);
  constexpr Id kNone = static_cast<Id>(~uint64_t{0} >> (64 - kValueBits));
  if (id == kNone) return kNoRow;
  // Negative ids become larger than any row.
  const size_t row = static_cast<size_t>(id);
  if (row < rows) return row;
  atomicOr(&id_out_of_range, 1u);
  return kNoRow;
}
