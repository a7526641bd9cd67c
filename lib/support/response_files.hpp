#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Replaces each word `@FILE` by the words in that file, as clang does: with the quoting rules of a GNU command line,
/// and unchanged if there is no such file. Words from a lone "--" on are left as they are. Fails with ExitCode::usage
/// if a file includes itself or cannot be read.
Expected<std::vector<std::string>> expand_response_files(const std::vector<std::string>& words);

}  // namespace rocm_bindgen::build
