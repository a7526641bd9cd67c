#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// What clang's lexer cannot take, as an error at its place: line continuations that follow one another by the ten
/// thousand, for each of which the lexer calls itself.
std::optional<Diagnostic> check_text_limits(const std::filesystem::path& file, std::string_view text);

}  // namespace rocm_bindgen::build
