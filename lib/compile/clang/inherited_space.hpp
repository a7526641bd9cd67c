#pragma once

#include <functional>

#include <clang/AST/Decl.h>

namespace rocm_bindgen::build {

/// Calls `each` for every function definition outside of system headers that says nothing of where it executes, while
/// an earlier declaration of the same function does: as in nvcc, that declaration holds for both. To clang they are two
/// functions, of which the declared one has no body.
void for_each_silent_definition(
    clang::ASTContext& context,
    const std::function<void(const clang::FunctionDecl& definition, const clang::FunctionDecl& declaration)>& each);

}  // namespace rocm_bindgen::build
