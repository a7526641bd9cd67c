#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Parses the output of nvcc and of the programs that it starts, with file and line if they are given: cudafe++ and
/// cicc ("a.cu(3): error: ..."), the host compiler ("a.cu:1:10: fatal error: ..."), ptxas and nvcc itself ("ptxas error
/// : ..."). Other lines become the snippet of the preceding message or, if there is none, separate notes: nothing
/// is dropped except counts and advice. A message that names no file gets `source`.
std::vector<Diagnostic> parse_nvcc_messages(const std::string& output, const std::string& source);

}  // namespace rocm_bindgen::build
