#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {

/// Returns the flags with which a user's own clang++ compiles hipified sources (with -x hip and --offload-arch) as
/// `rocm-bindgen build` does: the device headers, unpacked into the cache; the ROCm installation; its device libraries,
/// completed for all processors; and the dialect flags.
Expected<std::vector<std::string>> external_compile_flags(const RocmSearch& search,
                                                          const std::filesystem::path& cache_dir);

}  // namespace rocm_bindgen::build
