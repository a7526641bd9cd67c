#pragma once

#include <optional>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// What the front end inside refuses, another compiler may do: wait for a pipe, read a device without end, obey a
/// pragma that stops it. The error that says so, if there is one among the front end's messages.
std::optional<Diagnostic> take_refused(std::vector<Diagnostic>& messages);

}  // namespace rocm_bindgen::build
