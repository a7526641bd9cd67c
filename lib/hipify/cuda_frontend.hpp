#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rocm_bindgen {

/// The project's files that a preprocessor enters on its way through a CUDA source: those that only it can name
/// (`#include MACRO`) among them. The stub headers stand in for the CUDA SDK. To be called in a worker.
std::vector<std::filesystem::path> preprocessed_headers(const std::filesystem::path& source,
                                                        const std::vector<std::string>& clang_flags,
                                                        const std::filesystem::path& clang_resources);

}  // namespace rocm_bindgen
