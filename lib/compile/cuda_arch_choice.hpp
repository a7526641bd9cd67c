#pragma once

#include <filesystem>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// Compiles like compile_in_process(), with options.cuda_arch as the value of __CUDA_ARCH__. If no value is given
/// there, uses the one of kCudaArchs with which the source compiles and defines the most kernels; of equally good
/// values, the first. A source that does not use __CUDA_ARCH__ is compiled once. If a value other than the first is
/// chosen, the result has a note that states why. To be called in a worker, once.
CompileResult compile_with_best_cuda_arch(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
