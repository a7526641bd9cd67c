// CUDA's functions that stop, delay or mark the execution of a thread.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

ROCM_BINDGEN_YIELDING_DEVICE void __trap() {
  __builtin_trap();
}
/// A debugger stops here; without one the program goes on.
ROCM_BINDGEN_YIELDING_DEVICE void __brkpt() {
  __builtin_debugtrap();
}
ROCM_BINDGEN_YIELDING_DEVICE void __prof_trigger(int) {}

/// For about as long; a device of 2 GHz is assumed.
ROCM_BINDGEN_YIELDING_DEVICE void __nanosleep(unsigned nanoseconds) {
#if defined(__HIP_DEVICE_COMPILE__)
  // One step waits 64 cycles, and CUDA waits for a millisecond at most.
  constexpr unsigned kStep = 32, kLongest = 1000000;
  const unsigned time = nanoseconds < kLongest ? nanoseconds : kLongest;
  for (unsigned waited = 0; waited < time; waited += kStep) __builtin_amdgcn_s_sleep(1);
#endif
}

/// There is one barrier for a block, whatever its number.
ROCM_BINDGEN_YIELDING_DEVICE void __barrier_sync(unsigned) {
  __syncthreads();
}

// Between kernels that follow each other: each begins when the one before it has ended, so there is nothing to wait for
// and nobody to tell.
ROCM_BINDGEN_YIELDING_DEVICE void cudaGridDependencySynchronize() {}
ROCM_BINDGEN_YIELDING_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}
