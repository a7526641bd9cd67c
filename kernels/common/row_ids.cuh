// What an id says: which row of the indexed dim is meant, or that none is.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>
#include <type_traits>

// Set by every launch of this module that meets an id beyond the indexed dim; taken by a kernel of its own. Such an id
// reads as zero and writes nowhere, like the one that means "none".
__device__ uint32_t id_out_of_range;

constexpr size_t kNoRow = ~size_t{0};

// The largest value of its type means no row at all: a u8 id cannot name row 255.
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
