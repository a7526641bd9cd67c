#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Is it the C++ header that is asked for?
bool is_cpp_header(const WriteOptions& options);

/// The artifacts' folder, as what stands beside `output` finds it: links on the way resolved.
std::string relative_artifacts(const std::filesystem::path& output, const std::filesystem::path& out_dir);

/// What else is asked for: `output`'s text, with code objects that lie below `out_dir`.
/// Fails as load_template(), render_template() and emit_rust() do.
Expected<std::string> emit_language(const std::vector<BuiltModule>& modules, const std::filesystem::path& output,
                                    const std::filesystem::path& out_dir, const WriteOptions& options);

/// Adds the files of the config file and the template, if there are such, to the sorted `dependencies`. Fails as
/// load_template() does.
Expected<Done> add_own_files(const WriteOptions& options, std::vector<std::string>& dependencies);

}  // namespace rocm_bindgen::build
