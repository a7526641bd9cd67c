#pragma once

#include <filesystem>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// Compiles like compile_in_process(), with the value of __CUDA_ARCH__ in `options`. If they have none, uses the
/// value of kCudaArchs with which the source compiles and defines the most kernels; if several values define the same
/// number, the first of them. A source that does not use __CUDA_ARCH__ is compiled once. The result has a note on
/// what was chosen and why. To be called in a worker, once.
CompileResult compile_with_best_cuda_arch(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
