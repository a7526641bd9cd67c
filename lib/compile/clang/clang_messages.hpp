#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// The diagnostics in what a clang program has printed, notes and source lines included. One that names no file of its
/// own is of `source`.
std::vector<Diagnostic> parse_clang_messages(const std::string& output, const std::string& source);

}  // namespace rocm_bindgen::build
