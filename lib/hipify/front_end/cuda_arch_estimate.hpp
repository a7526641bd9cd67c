#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/front_end/cuda_frontend.hpp"

namespace rocm_bindgen::build {

/// A file of a source, with what stands where in it. Offsets are bytes of the CUDA text.
struct ArchDependence {
  std::filesystem::path path;
  std::vector<std::size_t> kernels;         ///< of `__global__`
  std::vector<std::size_t> untranslatable;  ///< of inline PTX and the like
};

/// The value of __CUDA_ARCH__ (kCudaArchs) for whoever compiles a translated source without having tried them all: the
/// one with fewest untranslatable places in active branches, then most kernels, ties to the highest. A preprocessor
/// with the stub headers tells what is active, so the answer does not depend on the machine. What it was told by the
/// file system joins `inputs`. To be called in a worker.
int estimate_cuda_arch(const std::filesystem::path& source, const std::vector<ArchDependence>& files,
                       const std::vector<std::string>& clang_flags, const std::filesystem::path& clang_resources,
                       FrontEndInputs& inputs);

}  // namespace rocm_bindgen::build
