#pragma once

#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"

namespace rocm_bindgen::build {

/// The output of `hipify --examine`: for each file its lines, changed lines, launches, converted names by API family
/// and remaining places by reason, then a total. A file that several sources include counts once.
std::string examine_text(const std::vector<HipSource>& sources);

/// The same data as JSON: one object per file, each on its own line, without a total.
std::string examine_json(const std::vector<HipSource>& sources);

}  // namespace rocm_bindgen::build
