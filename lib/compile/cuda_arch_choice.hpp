#pragma once

#include <filesystem>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// Compiles like compile_in_process(), with the value of __CUDA_ARCH__ in `options`. If they leave it open, uses the
/// value from kCudaArchs with which most kernels are kept, among those with which the source compiles; of equal ones
/// the highest. A source that does not use __CUDA_ARCH__ is compiled once. The result has a note on what was chosen and
/// why. To be called in a worker, once.
CompileResult compile_with_best_cuda_arch(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
