#pragma once

#include <optional>

#include <clang/Basic/SourceLocation.h>

namespace clang {
class ASTContext;
class FunctionDecl;
}  // namespace clang

namespace rocm_bindgen::build {

/// The first place where a kernel's body certainly writes global memory: through a pointer that it was given, or into a
/// `__device__` variable, itself or in a function that it hands the pointer to. What a constant condition leaves out is
/// no write; a pointer whose origin is not plain is none either.
std::optional<clang::SourceLocation> first_global_write(const clang::FunctionDecl& kernel, clang::ASTContext& context);

}  // namespace rocm_bindgen::build
