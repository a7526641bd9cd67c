#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/front_end/cuda_frontend.hpp"

namespace rocm_bindgen::build {

/// The positions in one file that decide the estimate. Offsets are bytes of the CUDA text.
struct ArchDependence {
  std::filesystem::path path;
  std::vector<std::size_t> kernels;         ///< offsets of `__global__`
  std::vector<std::size_t> untranslatable;  ///< offsets of inline PTX and tensor core code
};

/// Estimates which value of __CUDA_ARCH__, one of kCudaArchs, suits the translated source. Builds try the values (see
/// compile/cuda_arch_choice.hpp); the estimate is for users who compile the translated source themselves, with the
/// value that its prologue sets.
///
/// With the chosen value, the active branches have the fewest untranslatable positions; among equals, the most kernels;
/// among those, the value is the highest. A preprocessor with the stub headers determines which branches are active, so
/// the answer does not depend on the machine. The files that the preprocessor read or missed are added to `inputs`. The
/// call must run in a worker process.
int estimate_cuda_arch(const std::filesystem::path& source, const std::vector<ArchDependence>& files,
                       const std::vector<std::string>& clang_flags, const std::filesystem::path& clang_resources,
                       FrontEndInputs& inputs);

}  // namespace rocm_bindgen::build
