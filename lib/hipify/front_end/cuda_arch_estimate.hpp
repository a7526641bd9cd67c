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

/// Chooses the value of __CUDA_ARCH__, one of kCudaArchs, with which the translated source is compiled. With
/// it, the active branches have the fewest untranslatable positions; among equal values, the most kernels; among those,
/// the highest number is chosen. A preprocessor with the stub headers determines which branches are active, so the
/// answer does not depend on the machine. The files that the
/// preprocessor read or missed are added to `inputs`. The call must run in a worker process.
int estimate_cuda_arch(const std::filesystem::path& source, const std::vector<ArchDependence>& files,
                       const std::vector<std::string>& clang_flags, const std::filesystem::path& clang_resources,
                       FrontEndInputs& inputs);

}  // namespace rocm_bindgen::build
