#pragma once

namespace clang {
class ASTContext;
}  // namespace clang

namespace rocm_bindgen::build {

/// Whether a function outside system headers contains code that the front end has given up on, for which no code can be
/// generated.
bool has_recovered_code(clang::ASTContext& context);

}  // namespace rocm_bindgen::build
