#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Returns true if the requested output is the C++ header, that is, neither another language nor a user's template.
bool is_cpp_header(const WriteOptions& options);

/// Returns the path of the artifacts' folder relative to the folder of `output`, with symbolic links resolved; "." if
/// they are the same.
std::string relative_artifacts(const std::filesystem::path& output, const std::filesystem::path& out_dir);

/// Returns the text of an output that is not the C++ header: the result of the user's template if one is given, and
/// otherwise Rust, C or JSON. It names the code objects by their paths relative to `output`, except in C, where they
/// are embedded. Fails as load_template(), emit_by_template() and emit_rust() do.
Expected<std::string> emit_language(const std::vector<BuiltModule>& modules, const std::filesystem::path& output,
                                    const std::filesystem::path& out_dir, const WriteOptions& options);

/// Adds the watched paths of the config file and of the template's files, if any, to the sorted `dependencies`. Fails
/// as load_template() does.
Expected<Done> add_own_files(const WriteOptions& options, std::vector<std::string>& dependencies);

}  // namespace rocm_bindgen::build
