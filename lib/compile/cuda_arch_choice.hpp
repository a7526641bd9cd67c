#pragma once

#include <filesystem>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// Compiles like compile_in_process(), with the value of __CUDA_ARCH__ that `options` name; where they leave it open,
/// with that of kCudaArchs which keeps most kernels among those that compile, ties to the highest. A source that never
/// asks for it is compiled once. What was chosen, and why, is in the result. To be called in a worker, once.
CompileResult compile_with_best_cuda_arch(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
