#pragma once

namespace clang {
class ASTContext;
}  // namespace clang

namespace rocm_bindgen::build {

/// Whether a function outside system headers contains an expression or declaration that the front end could not
/// analyse and skipped. No code can be generated for such a function.
bool has_recovered_code(clang::ASTContext& context);

}  // namespace rocm_bindgen::build
