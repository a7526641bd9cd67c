#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// Returns the candidate that a mistyped `word` most likely means: the one with the smallest edit distance and, among
/// equals, the longest common prefix. Nothing if even that one is too different, or if the word is too short.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// The end of a message: "; did you mean 'gfx1031'?"; empty if there is no suggestion.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace rocm_bindgen::build
