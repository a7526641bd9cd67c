#pragma once

#include <string>

namespace rocm_bindgen::build {

/// A unified diff of a text and its translation, empty if they are equal. Except for a few lines inserted at the start,
/// translations keep their lines, so a comparison line by line is enough and no longest common subsequence is computed.
/// `after` must therefore have at least as many lines as `before`.
std::string line_diff(const std::string& path, const std::string& before, const std::string& after);

}  // namespace rocm_bindgen::build
