#pragma once

#include <string>

namespace rocm_bindgen::build {

/// A unified diff of a text and its translation, empty if they are the same. Translations keep their lines, apart from
/// a few new ones at the start, so lines are compared one by one.
std::string line_diff(const std::string& path, const std::string& before, const std::string& after);

}  // namespace rocm_bindgen::build
