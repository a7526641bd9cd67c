#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Links a code object with lld as a library, using the arguments of the driver's command for it. Returns the error, as
/// a message about `source`, if linking fails. To be called in a worker.
std::optional<Diagnostic> link_code_object(const std::vector<const char*>& arguments, const std::string& source);

}  // namespace rocm_bindgen::build
