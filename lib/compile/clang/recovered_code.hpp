#pragma once

namespace clang {
class ASTContext;
}  // namespace clang

namespace rocm_bindgen::build {

/// Has a function outside of system headers code that the front end has given up on? Code cannot be generated for it.
bool has_recovered_code(clang::ASTContext& context);

}  // namespace rocm_bindgen::build
