// Separate from unsupported.cpp, which cannot include HIP's headers.
#include <string>

#include "core/failure.hpp"

namespace rocm_bindgen::hip {

int refuse_unsupported(const char* function) {
  say(std::string(function) + ": not supported by the emulated device (docs/hip-functions.md lists what is)");
  return remember(hipErrorNotSupported);
}

}  // namespace rocm_bindgen::hip
