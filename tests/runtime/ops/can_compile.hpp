#pragma once

#include <string>

#include "rocm_bindgen/runtime.hpp"
#include "runtime/ops/tensors.hpp"
#include "support/catch.hpp"

namespace test {

/// Whether the compiler on this machine can generate code for the device. Debian's hipRTC 5.2 does not support gfx11.
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
