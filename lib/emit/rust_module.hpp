#pragma once

#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Emits a Rust source (templates/hsaco.rs.mustache) that includes the code objects' files by paths relative to its own
/// folder. It needs no crate and no std. Fails with ExitCode::usage if a name is not UTF-8, which Rust sources must be.
Expected<std::string> emit_rust(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// Returns `name` as a Rust identifier: a keyword becomes `r#match`, or `self_` if it cannot be a raw identifier.
std::string rust_identifier(const std::string& name);

/// Returns a module's name as an enum variant: "view_binary" becomes "ViewBinary", and "CAPITALS" becomes "Capitals".
std::string rust_variant(const std::string& name);

}  // namespace rocm_bindgen::build
