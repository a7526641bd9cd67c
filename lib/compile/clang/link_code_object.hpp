#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Runs lld inside this process, on the arguments of the driver's command for it. Returns what went wrong, as a message
/// about `source`. To be called in a worker.
std::optional<Diagnostic> link_code_object(const std::vector<const char*>& arguments, const std::string& source);

}  // namespace rocm_bindgen::build
