#pragma once

#include <string>

#include "rocm_bindgen/runtime.hpp"
#include "support/catch.hpp"
#include "tensors.hpp"

namespace test {

/// Can the compiler on this machine make code for the device? hipRTC 5.2, Debian's, knows nothing of gfx11.
inline bool can_compile() {
  try {
    device().compile("extern \"C\" __global__ void nothing() {}");
    return true;
  } catch (const rocm_bindgen::Error& error) {
    const std::string message = error.what();
    if (message.find("does not know") == std::string::npos) throw;
    WARN("not tested: " << message);
    return false;
  }
}

}  // namespace test
