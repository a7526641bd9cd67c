#pragma once

#include <set>
#include <vector>

#include <clang/Basic/SourceLocation.h>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace rocm_bindgen::build {

/// Constructs found by a run of the front end that clang refuses and nvcc accepts with a warning.
struct Refusals {
  /// The locations of the names of `__shared__` variables whose type has a constructor, or members with initialisers.
  std::vector<clang::SourceLocation> shared_initialisers;
  /// The places where `__host__ __device__` functions use host functions, and the host functions used there. clang's
  /// front end can continue after such a use, so it can be treated as a warning.
  std::vector<clang::SourceLocation> host_uses;
  std::set<const clang::FunctionDecl*> host_functions;
};

}  // namespace rocm_bindgen::build
