// Atomic updates of 16-bit and 32-bit values by compare-and-swap. A 16-bit value is updated through the aligned word
// that contains it.
#pragma once

#include <stdint.h>

#include "rocm_bindgen_compat/language/function_space.hpp"
#include "rocm_bindgen_compat/narrow_float/narrow_float.hpp"

namespace rocm_bindgen::detail {

/// Replaces the value at `address` by the result of `change` and returns the old value. Bits is the unsigned integer
/// type of the same size as Type.
template <class Bits, class Type, class Change>
ROCM_BINDGEN_DEVICE inline Type atomic_replace(Type* address, Change change) {
  const auto location = reinterpret_cast<uintptr_t>(address);
  auto* const word = reinterpret_cast<unsigned int*>(location & ~uintptr_t{3});
  const unsigned int shift = static_cast<unsigned int>(location & 3u) * 8u;
  const unsigned int own_bits = static_cast<unsigned int>(static_cast<Bits>(~Bits{0})) << shift;
  unsigned int seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  while (true) {
    const Type old = bits_as<Type>(static_cast<Bits>(seen >> shift));
    const unsigned int changed = static_cast<unsigned int>(bits_as<Bits>(static_cast<Type>(change(old)))) << shift;
    if (__hip_atomic_compare_exchange_strong(word, &seen, (seen & ~own_bits) | changed, __ATOMIC_RELAXED,
                                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
      return old;
  }
}

}  // namespace rocm_bindgen::detail
