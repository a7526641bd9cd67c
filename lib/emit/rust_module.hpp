#pragma once

#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A Rust source (templates/hsaco.rs.mustache) that includes the code objects' files by paths relative to its own
/// folder. It needs no crate and no std. Fails with ExitCode::usage where a name is not UTF-8, which Rust's sources
/// have to be.
Expected<std::string> emit_rust(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// `name` as Rust takes it for an identifier: keywords as `r#match`, those that cannot be written so as `self_`.
std::string rust_identifier(const std::string& name);

/// A module's name as a variant of an enum: "view_binary" -> "ViewBinary", "CAPITALS" -> "Capitals".
std::string rust_variant(const std::string& name);

}  // namespace rocm_bindgen::build
