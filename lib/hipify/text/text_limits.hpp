#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Reports text that would overflow clang's lexer, as an error at the line where the limit is exceeded. The lexer calls
/// itself once for each of several line continuations that directly follow one another, so tens of thousands of them
/// would exhaust the stack.
std::optional<Diagnostic> check_text_limits(const std::filesystem::path& file, std::string_view text);

}  // namespace rocm_bindgen::build
