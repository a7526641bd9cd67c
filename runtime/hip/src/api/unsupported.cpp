// Defines the functions of HIP that this library exports but does not serve: each writes a line and returns an error.
// Nothing reads their parameters, so they are defined without any. HIP's headers declare them with parameters, so this
// file cannot include the headers.
#include <cstdio>

namespace rocm_bindgen::hip {

/// Writes the line, stores hipErrorNotSupported for hipGetLastError(), and returns it.
int refuse_unsupported(const char* function);

}  // namespace rocm_bindgen::hip

#define ROCM_BINDGEN_HIP_FUNCTION(name, version, sonames, state, group) ROCM_BINDGEN_HIP_##state(name)
#define ROCM_BINDGEN_HIP_served(name)
#define ROCM_BINDGEN_HIP_unsupported(name)               \
  extern "C" [[gnu::visibility("default")]] int name() { \
    return rocm_bindgen::hip::refuse_unsupported(#name); \
  }
// hiprtc's functions return another enumeration, in which 11 is HIPRTC_ERROR_INTERNAL_ERROR.
#define ROCM_BINDGEN_HIP_unsupported_rtc(name)           \
  extern "C" [[gnu::visibility("default")]] int name() { \
    rocm_bindgen::hip::refuse_unsupported(#name);        \
    return 11;                                           \
  }
#include "functions.def"
