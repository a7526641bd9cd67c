#pragma once

#include <hip/hip_runtime_api.h>

namespace rocm_bindgen::hip {

/// Functions with the suffix _spt use the thread's own stream where the others use the null stream.
inline hipStream_t or_per_thread(hipStream_t stream) {
  return stream == nullptr ? hipStreamPerThread : stream;
}

}  // namespace rocm_bindgen::hip
