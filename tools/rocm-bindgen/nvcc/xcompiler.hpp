// The words of -Xcompiler are for the compiler of host code, which is GCC for NVIDIA's nvcc. Here, clang compiles the
// host code of CUDA sources, so the words are divided by what they mean for clang.
#pragma once

#include <string>
#include <vector>

#include "nvcc/settings.hpp"

namespace rocm_bindgen::build::driver {

struct ClangShare {
  std::vector<std::string> both;  ///< for host and device code: what determines the text and the layout of types
  std::vector<std::string> host;  ///< for host code alone
  std::vector<std::string> without_effect;  ///< for GCC only
  bool openmp = false;                      ///< whether -fopenmp is among `without_effect`
  DependencyRule rule;                      ///< that of -MD; `with_compile` is false if there is none
};

/// Divides the words. Fails with ExitCode::usage if the value of one is missing, or if it would make clang write a
/// file.
Expected<ClangShare> clang_share(const std::vector<std::string>& words);

/// The words without those about make rules, for a compiler that gets the rule of `ClangShare` by other options.
std::vector<std::string> without_rule(const std::vector<std::string>& words);

/// The value of -std for CUDA sources, with at least C++14, which headers for translated sources need.
std::string cuda_standard(const std::string& standard);

/// clang's flags for -Werror of all warnings: those that clang has by default, but neither GCC nor NVIDIA's compiler,
/// stay warnings.
std::vector<std::string> error_flags();

}  // namespace rocm_bindgen::build::driver
