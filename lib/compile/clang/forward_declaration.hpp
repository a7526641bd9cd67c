#pragma once

#include <optional>
#include <string>

#include <clang/Basic/SourceLocation.h>

namespace clang {
class ASTContext;
}  // namespace clang

namespace rocm_bindgen::build {

/// A declaration of a function before a template that calls it.
struct ForwardDeclaration {
  clang::SourceLocation place;  ///< the beginning of the template, or of the class around it
  std::string text;             ///< in one line, with a blank at the end
};

/// nvcc finds functions that are declared between a template and its instantiation; clang finds them only if they
/// belong to the namespace of an argument's type. `call` is the name in the template, and `function` the name in the
/// function's definition. Returns nothing if both are not in one namespace, or if the declaration cannot be moved: it
/// has default arguments, a deduced type or C linkage, a macro makes it, or a type in it is declared after the
/// template.
std::optional<ForwardDeclaration> forward_declaration(const clang::ASTContext& context, clang::SourceLocation call,
                                                      clang::SourceLocation function);

}  // namespace rocm_bindgen::build
