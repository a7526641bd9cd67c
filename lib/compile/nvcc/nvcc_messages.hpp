#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// What nvcc and the programs behind it have printed, as diagnostics with file and line where they name them: cudafe++
/// and cicc ("a.cu(3): error: ..."), the host compiler ("a.cu:1:10: fatal error: ..."), ptxas and nvcc itself ("ptxas
/// error   : ..."). Lines that are none of these become the snippet of the message above them, or, if there is none,
/// notes on their own: nothing is dropped but counts and advice. `source` is named where a message names no file.
std::vector<Diagnostic> parse_nvcc_messages(const std::string& output, const std::string& source);

}  // namespace rocm_bindgen::build
