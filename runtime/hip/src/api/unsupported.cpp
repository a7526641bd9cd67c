// The functions of HIP that this library exports and does not serve: each says so and returns an error. No header of
// HIP is included, as they are defined here without their parameters, which nothing reads.
#include <cstdio>

namespace rocm_bindgen::hip {

/// Writes the line, keeps the error for hipGetLastError(), and returns it.
int refuse_unsupported(const char* function);

}  // namespace rocm_bindgen::hip

#define ROCM_BINDGEN_HIP_FUNCTION(name, version, sonames, state, group) ROCM_BINDGEN_HIP_##state(name)
#define ROCM_BINDGEN_HIP_served(name)
#define ROCM_BINDGEN_HIP_unsupported(name)               \
  extern "C" [[gnu::visibility("default")]] int name() { \
    return rocm_bindgen::hip::refuse_unsupported(#name); \
  }
// HIPRTC_ERROR_INTERNAL_ERROR is another enumeration's.
#define ROCM_BINDGEN_HIP_unsupported_rtc(name)           \
  extern "C" [[gnu::visibility("default")]] int name() { \
    rocm_bindgen::hip::refuse_unsupported(#name);        \
    return 11;                                           \
  }
#include "functions.def"
