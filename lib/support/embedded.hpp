#pragma once

#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// A text file of the repository that is compiled into the tool, so that the tool runs without an installation.
struct EmbeddedFile {
  std::string_view path;  ///< relative to the repository: "lib/cuda_compat/rocm_bindgen_compat/narrow_float/bf16.hpp"
  std::string_view text;
};

/// All embedded files; tools/cmake/EmbedFiles.cmake generates the table.
const std::vector<EmbeddedFile>& embedded_files();

/// The text of an embedded file; `path` must be in the table.
std::string_view embedded_text(std::string_view path);

}  // namespace rocm_bindgen::build
