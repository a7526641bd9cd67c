#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Parses the output of a clang program into diagnostics, including notes and source lines. A message that names no
/// file gets `source`.
std::vector<Diagnostic> parse_clang_messages(const std::string& output, const std::string& source);

}  // namespace rocm_bindgen::build
