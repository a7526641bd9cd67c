#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// What a mistyped `word` may have been meant to be: of the candidates the one with the fewest differences, and of
/// those the one that begins most like it. Nothing if even that one is too different, or the word too short to tell.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// For the end of a message: "; did you mean 'gfx1031'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace rocm_bindgen::build
