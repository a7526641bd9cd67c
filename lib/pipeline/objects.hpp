#pragma once

#include <filesystem>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"

namespace rocm_bindgen::build {

/// Reads object files and returns what a build of all of them would have returned. Fails as emit_objects() does.
Expected<Bindings> read_objects(const std::vector<std::filesystem::path>& files, const BuildOptions& options);

}  // namespace rocm_bindgen::build
