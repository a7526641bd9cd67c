#pragma once

#include <filesystem>

#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// Returns `options` with the documented defaults in place of empty values.
BuildOptions with_defaults(BuildOptions options);

/// Returns the folder of artifacts for a build that chooses none: "kernels.artifacts" for "kernels.hpp", next to it.
std::filesystem::path default_out_dir(const std::filesystem::path& header);

}  // namespace rocm_bindgen::build
