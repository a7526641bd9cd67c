#pragma once

#include <optional>

#include <clang/Basic/SourceLocation.h>

namespace clang {
class ASTContext;
class FunctionDecl;
}  // namespace clang

namespace rocm_bindgen::build {

/// Returns the first place where a kernel certainly writes global memory: through a pointer that is passed to it, or to
/// a `__device__` variable, either itself or in a function to which it passes the pointer. Code that a constant
/// condition excludes does not count, and neither does a write through a pointer of unknown origin.
std::optional<clang::SourceLocation> first_global_write(const clang::FunctionDecl& kernel, clang::ASTContext& context);

}  // namespace rocm_bindgen::build
