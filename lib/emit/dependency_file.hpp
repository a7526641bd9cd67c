#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Emits a dependency file for make, ninja and CMake: `targets: prerequisites`. Targets are written verbatim (as given
/// with -MT), prerequisites are escaped. Fails with ExitCode::source_error if check_prerequisite() does.
Expected<std::string> emit_dependency_file(const std::vector<std::string>& targets,
                                           const std::vector<std::string>& prerequisites);

/// Escapes a path for such a file: a backslash before space, '#' and ':', and '$' doubled.
std::string escape_dependency(const std::string& path);

/// Fails with ExitCode::source_error if `path` cannot be written as a prerequisite that both make and ninja read
/// correctly. One of them would watch another file, or several, and the build would not follow changes of the right
/// one.
Expected<Done> check_prerequisite(const std::string& path);

/// The same check for a target; fails with ExitCode::usage.
Expected<Done> check_target(const std::string& path);

}  // namespace rocm_bindgen::build
