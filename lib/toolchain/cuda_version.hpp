#pragma once

#include <string>

namespace rocm_bindgen::build {

/// The version of CUDA that translated sources see, and that our nvcc reports.
struct CudaVersion {
  std::string major;  ///< "12"
  std::string minor;  ///< "2"
  std::string build;  ///< "140"
};

/// The version according to runtime_api/cuda_versions.hpp, which defines the macros of translated sources.
CudaVersion cuda_version();

}  // namespace rocm_bindgen::build
