#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {

/// What a clang++ of the user's needs on its command line to compile hipified sources, with -x hip and --offload-arch,
/// as build does: the device headers, unpacked into the cache, the ROCm, its device libraries completed for all
/// processors, and the dialect.
Expected<std::vector<std::string>> external_compile_flags(const RocmSearch& search,
                                                          const std::filesystem::path& cache_dir);

}  // namespace rocm_bindgen::build
