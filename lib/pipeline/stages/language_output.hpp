#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Returns true if the requested output is the C++ header.
bool is_cpp_header(const WriteOptions& options);

/// The artifacts' folder relative to the folder of `output`, with symbolic links resolved.
std::string relative_artifacts(const std::filesystem::path& output, const std::filesystem::path& out_dir);

/// Returns the text of `output` in another language than C++; it refers to the code objects below `out_dir`.
/// Fails as load_template(), render_template() and emit_rust() do.
Expected<std::string> emit_language(const std::vector<BuiltModule>& modules, const std::filesystem::path& output,
                                    const std::filesystem::path& out_dir, const WriteOptions& options);

/// Adds the config file and the template's files, if any, to the sorted `dependencies`. Fails as load_template() does.
Expected<Done> add_own_files(const WriteOptions& options, std::vector<std::string>& dependencies);

}  // namespace rocm_bindgen::build
