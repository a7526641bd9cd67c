// CUDA's functions that stop, delay or mark the execution of a thread.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

ROCM_BINDGEN_YIELDING_DEVICE void __trap() {
  __builtin_trap();
}
/// Stops in a debugger; without a debugger, the program continues.
ROCM_BINDGEN_YIELDING_DEVICE void __brkpt() {
  __builtin_debugtrap();
}
ROCM_BINDGEN_YIELDING_DEVICE void __prof_trigger(int) {}

/// Sleeps for about the given time. The conversion to cycles assumes a device with 2 GHz.
ROCM_BINDGEN_YIELDING_DEVICE void __nanosleep(unsigned nanoseconds) {
#if defined(__HIP_DEVICE_COMPILE__)
  // One step waits 64 cycles, which take 32 ns. CUDA waits at most one millisecond.
  constexpr unsigned kStep = 32, kLongest = 1000000;
  const unsigned time = nanoseconds < kLongest ? nanoseconds : kLongest;
  for (unsigned waited = 0; waited < time; waited += kStep) __builtin_amdgcn_s_sleep(1);
#endif
}

/// A block has a single barrier, so its number is ignored.
ROCM_BINDGEN_YIELDING_DEVICE void __barrier_sync(unsigned) {
  __syncthreads();
}

// Dependent launches: each kernel begins after the previous one has ended, so there is nothing to wait for and nothing
// to signal.
ROCM_BINDGEN_YIELDING_DEVICE void cudaGridDependencySynchronize() {}
ROCM_BINDGEN_YIELDING_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}
