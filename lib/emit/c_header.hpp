#pragma once

#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"

namespace rocm_bindgen::build {

/// A header for C programs with the runtime's C API (templates/header.h.mustache), code objects embedded as string
/// literals. Its names begin with --namespace.
std::string emit_c(const std::vector<BuiltModule>& modules, const DataModelPlace& place, bool compress);

/// The launch function `name` of `kernel`, whose module is called `module`.
std::string c_launch_function(const BuiltKernel& kernel, const std::string& name, const std::string& module);

}  // namespace rocm_bindgen::build
