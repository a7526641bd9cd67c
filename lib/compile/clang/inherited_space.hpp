#pragma once

#include <functional>

#include <clang/AST/Decl.h>

namespace rocm_bindgen::build {

/// Calls `each` for every function definition outside system headers that has no `__host__` or `__device__` attribute
/// although an earlier declaration of the function has. In nvcc the definition inherits the execution space, that is,
/// these attributes, from the declaration. In clang the two are different functions, and the declared one has no body.
void for_each_silent_definition(
    clang::ASTContext& context,
    const std::function<void(const clang::FunctionDecl& definition, const clang::FunctionDecl& declaration)>& each);

}  // namespace rocm_bindgen::build
