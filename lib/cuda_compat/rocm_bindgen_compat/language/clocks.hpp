// CUDA's clock() and clock64(), which count cycles of the processor. Both return 64 bits.
//
// On RDNA 3, the counter that HIP's functions read has 20 bits, so it wraps twice per millisecond. A program that
// subtracts two readings, or waits until a number of cycles has passed, would be wrong. There, the steady counter is
// read instead and multiplied, so that a tick is about a cycle.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"
#include "rocm_bindgen_compat/language/steady_counter.hpp"

ROCM_BINDGEN_DEVICE inline long long clock64() {
#if defined(__GFX11__)
  constexpr unsigned long long kCyclesPerTick = 24;  // of about 2.4 GHz per tick of the counter's 100 MHz
  return static_cast<long long>(rocm_bindgen::detail::steady_counter() * kCyclesPerTick);
#else
  return static_cast<long long>(__builtin_readcyclecounter());
#endif
}
ROCM_BINDGEN_DEVICE inline long long clock() {
  return clock64();
}
// HIP's names of the same functions.
ROCM_BINDGEN_DEVICE inline long long __clock64() {
  return clock64();
}
ROCM_BINDGEN_DEVICE inline long long __clock() {
  return clock64();
}
