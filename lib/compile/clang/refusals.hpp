#pragma once

#include <set>
#include <vector>

#include <clang/Basic/SourceLocation.h>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace rocm_bindgen::build {

/// Constructs found by a run of the front end that clang refuses and nvcc accepts, some of them with a warning.
struct Refusals {
  /// The locations of the names of `__shared__` variables whose type has a constructor, or members with initialisers.
  std::vector<clang::SourceLocation> shared_initialisers;
  /// The places where `__host__ __device__` functions use host functions, and the host functions used there. clang's
  /// front end can continue after such a use, so it can be treated as a warning.
  std::vector<clang::SourceLocation> host_uses;
  std::set<const clang::FunctionDecl*> host_functions;
  /// The names of members of dependent base classes in calls in member functions, without `this->`.
  std::vector<clang::SourceLocation> base_members;
  /// A call in a template, and the function that is declared after the template.
  struct LaterFunction {
    clang::SourceLocation call, function;
  };
  std::vector<LaterFunction> later_functions;
  /// The names of dependent member templates without `template`. Hipify adds the word to those that the project
  /// declares.
  std::vector<clang::SourceLocation> member_templates;
};

}  // namespace rocm_bindgen::build
