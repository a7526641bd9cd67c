#pragma once

#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"

namespace rocm_bindgen::build {

/// Emits a header for C programs that use the runtime's C API (templates/header.h.mustache). Code objects are embedded
/// as string literals, and all names are prefixed with --namespace.
std::string emit_c(const std::vector<BuiltModule>& modules, const DataModelPlace& place, bool compress);

/// Emits the launch function `name` of `kernel`; `module` is the C name of the kernel's module.
std::string c_launch_function(const BuiltKernel& kernel, const std::string& name, const std::string& module);

}  // namespace rocm_bindgen::build
