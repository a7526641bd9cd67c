#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A dependency file that make, ninja and CMake read: `targets: prerequisites`. Targets are taken as they are (what -MT
/// gives), prerequisites are escaped. Fails with ExitCode::source_error where check_prerequisite() does.
Expected<std::string> emit_dependency_file(const std::vector<std::string>& targets,
                                           const std::vector<std::string>& prerequisites);

/// A path as a word of such a file: space, '#' and ':' behind a backslash, '$' doubled.
std::string escape_dependency(const std::string& path);

/// Fails with ExitCode::source_error where make and ninja have no common way to write `path` as a prerequisite: one of
/// them would read another file, or several, and the build would not follow the one that is meant.
Expected<Done> check_prerequisite(const std::string& path);

/// The same of a target, with ExitCode::usage.
Expected<Done> check_target(const std::string& path);

}  // namespace rocm_bindgen::build
