#pragma once

#include <memory>
#include <vector>

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// Finds the kernels in code that the preprocessor skips: `__global__` functions, and invocations of macros whose
/// bodies contain `__global__`.
class LostKernelFinder {
 public:
  explicit LostKernelFinder(clang::Preprocessor& preprocessor);

  /// To be called after the translation unit. Returns skipped kernels whose names are not in `defined`: if another
  /// branch defines a kernel of the same name, it is not lost.
  std::vector<LostKernel> lost(const std::vector<KernelSignature>& defined) const;

 private:
  class Callbacks;
  clang::Preprocessor& preprocessor_;
  std::shared_ptr<std::vector<clang::SourceRange>> skipped_;  ///< filled by Callbacks, which the preprocessor owns
};

}  // namespace rocm_bindgen::build
