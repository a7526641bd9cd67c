// Instructions that write caches back or invalidate them.
#pragma once

#include <atomic>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// There are no caches; what is left is the order that the program asks for between workgroups on other host threads.
inline void order_memory(Wave&, const Instruction&) {
  std::atomic_thread_fence(std::memory_order_acq_rel);
}

}  // namespace rocm_bindgen::emulator
