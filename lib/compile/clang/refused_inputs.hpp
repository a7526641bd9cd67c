#pragma once

#include <optional>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Removes and returns the error about an input that the built-in front end refuses, if there is one in `messages`.
/// Other compilers must not be started on such a source: they might wait for a pipe, read a device without end, or stop
/// at a debug pragma.
std::optional<Diagnostic> take_refused(std::vector<Diagnostic>& messages);

}  // namespace rocm_bindgen::build
