#pragma once

#include <string>
#include <vector>

namespace rocm_bindgen {

/// A dependency file that make, ninja and CMake read: `targets: prerequisites`. Targets are taken as they are (what -MT
/// gives), prerequisites are escaped.
std::string emit_dependency_file(const std::vector<std::string>& targets,
                                 const std::vector<std::string>& prerequisites);

/// A path as a word of such a file: space, '#' and ':' behind a backslash, '$' doubled.
std::string escape_dependency(const std::string& path);

}  // namespace rocm_bindgen
