#pragma once

#include <string>

#include "rocm_bindgen/runtime.hpp"
#include "runtime/ops/tensors.hpp"
#include "support/catch.hpp"

namespace test {

/// Can the compiler on this machine make code for the device? hipRTC 5.2, Debian's, knows nothing of gfx11.
inline bool can_compile() {
  try {
    rocm_bindgen::CompileOptions options;
    options.use_cache = false;
    device().compile("extern \"C\" __global__ void nothing() {}", options);
    return true;
  } catch (const rocm_bindgen::Error& error) {
    if (error.code() != rocm_bindgen::ErrorCode::no_compiler) throw;
    WARN("not tested: " << error.what());
    return false;
  }
}

}  // namespace test
