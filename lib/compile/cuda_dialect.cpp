#include "compile/cuda_dialect.hpp"

namespace rocm_bindgen::build {

const std::vector<std::string>& cuda_dialect_flags() {
  static const std::vector<std::string> flags{
      // These are errors in clang, but warnings or nothing in nvcc's host compiler.
      "-Wno-c++11-narrowing",
      "-Wno-register",
      "-Wno-reserved-user-defined-literal",
      "-Wno-writable-strings",
      // HIP's API is nodiscard where CUDA's is not.
      "-Wno-unused-result",
      // HIP deprecates functions that CUDA does not.
      "-Wno-deprecated-declarations",
      // nvcc has pragmas that clang does not know.
      "-Wno-unknown-pragmas",
  };
  return flags;
}

}  // namespace rocm_bindgen::build
