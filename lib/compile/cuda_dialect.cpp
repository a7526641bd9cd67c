#include "compile/cuda_dialect.hpp"

namespace rocm_bindgen::build {

const std::vector<std::string>& cuda_dialect_flags() {
  static const std::vector<std::string> flags{
      // Errors to clang, warnings or nothing to nvcc's host compiler.
      "-Wno-c++11-narrowing",
      "-Wno-register",
      "-Wno-reserved-user-defined-literal",
      "-Wno-writable-strings",
      // HIP's API is nodiscard where CUDA's is not.
      "-Wno-unused-result",
      // Nor does CUDA deprecate what HIP does.
      "-Wno-deprecated-declarations",
      "-Wno-unknown-pragmas",
  };
  return flags;
}

}  // namespace rocm_bindgen::build
