#pragma once

#include <filesystem>
#include <string>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Returns a self-contained HTML page (templates/profile.html.mustache) that shows a profile: for each kernel, plots of
/// its instructions and of its bounds on named GPUs, and its counts next to the lines of its sources, which are sought
/// in the folder `sources`. The same files give the same bytes. Fails as profile_tables() does.
Expected<std::string> profile_page(const std::filesystem::path& file, const std::filesystem::path& sources);

}  // namespace rocm_bindgen::build
