// Our nvcc: accepts the command line of NVIDIA's, translates CUDA sources in memory, and compiles them for AMD's GPUs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build::driver {

/// Whether a program that was started by this name is to behave as nvcc.
inline bool is_called_nvcc(const std::string& program) {
  return std::filesystem::path(program).filename() == "nvcc";
}

/// Runs nvcc with the words that follow its name, and returns its exit status. `program` is argv[0]; the toolkit's
/// folder is found from it. The process must be single-threaded.
ExitCode run_nvcc(const std::string& program, const std::vector<std::string>& words);

}  // namespace rocm_bindgen::build::driver
