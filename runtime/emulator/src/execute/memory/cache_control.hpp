// Instructions that write caches back or invalidate them.
#pragma once

#include <atomic>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// No caches are emulated, so the instructions only have to order memory accesses between workgroups on different host
/// threads.
inline void order_memory(Wave&, const Instruction&) {
  std::atomic_thread_fence(std::memory_order_acq_rel);
}

}  // namespace rocm_bindgen::emulator
