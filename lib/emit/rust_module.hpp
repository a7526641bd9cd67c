#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Emits a Rust source (templates/hsaco.rs.mustache) that includes the code objects' files by paths relative to its own
/// folder. It needs no crate and no std. Fails with ExitCode::usage if a name is not UTF-8, which Rust sources must be.
Expected<std::string> emit_rust(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// Returns the data model with the members that Rust's templates need in addition: unique Rust names of modules and
/// kernels, and `pointer` of parameters, which is "true" or "false". `types` are the types that the file declares
/// itself.
nlohmann::ordered_json rust_model(const std::vector<BuiltModule>& modules, const DataModelPlace& place,
                                  const std::vector<std::string>& types);

/// Returns `text`. Fails with ExitCode::usage, naming the line and the option `asked`, if it is not UTF-8.
Expected<std::string> require_utf8(std::string text, std::string_view asked);

/// Returns `name`, with '_' appended until it is not in `taken`, and adds it there.
std::string unique_rust_name(std::string name, std::set<std::string>& taken);

/// Returns `name` as a Rust identifier: a keyword becomes `r#match`, or `self_` if it cannot be a raw identifier.
std::string rust_identifier(const std::string& name);

/// Returns a module's name as an enum variant: "view_binary" becomes "ViewBinary", and "CAPITALS" becomes "Capitals".
std::string rust_variant(const std::string& name);

}  // namespace rocm_bindgen::build
