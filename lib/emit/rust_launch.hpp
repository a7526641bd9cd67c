#pragma once

#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Emits a Rust source (templates/launch.rs.mustache) for programs with the crate rocm-bindgen: modules as constants of
/// the crate's types, and a typed launch function per kernel. Code objects are included as emit_rust() includes them.
/// Fails as emit_rust() does.
Expected<std::string> emit_rust_launch(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// Returns the Rust type of a value whose type in launch functions of C++ is `launch_type`: "std::int32_t" becomes
/// "i32".
std::string rust_type(const std::string& launch_type);

/// Returns the launch function of a kernel, indented for the kernel's module. `name` is its name, `constant` the static
/// that contains its module, and `index` its position there.
std::string rust_launch_function(const BuiltKernel& kernel, const std::string& name, const std::string& constant,
                                 std::size_t index);

}  // namespace rocm_bindgen::build
