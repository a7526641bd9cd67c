#pragma once

#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"

namespace rocm_bindgen::build {

/// What `hipify --examine` prints: per file, lines, changed lines, launches, converted names by API family and the
/// places left by reason; a total below. A file that several sources reach counts once.
std::string examine_text(const std::vector<HipSource>& sources);

/// The same as one JSON object per file, one per line.
std::string examine_json(const std::vector<HipSource>& sources);

}  // namespace rocm_bindgen::build
