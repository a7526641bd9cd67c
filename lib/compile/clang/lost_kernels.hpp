#pragma once

#include <memory>
#include <vector>

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// Watches what the preprocessor skips and finds the kernels in it: `__global__` functions written out, and invocations
/// of macros whose bodies have a `__global__`.
class LostKernelFinder {
 public:
  explicit LostKernelFinder(clang::Preprocessor& preprocessor);

  /// After the translation unit: skipped kernels whose names `defined` does not have (one whose other branch was
  /// compiled is not lost).
  std::vector<LostKernel> lost(const std::vector<KernelSignature>& defined) const;

 private:
  class Callbacks;
  clang::Preprocessor& preprocessor_;
  std::shared_ptr<std::vector<clang::SourceRange>> skipped_;
};

}  // namespace rocm_bindgen::build
