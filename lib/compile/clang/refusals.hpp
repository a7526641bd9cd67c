#pragma once

#include <set>
#include <vector>

#include <clang/Basic/SourceLocation.h>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace rocm_bindgen::build {

/// What clang refuses and nvcc accepts with a warning, as a front end's run has met it.
struct Refusals {
  /// Names of `__shared__` variables whose type has a constructor to run, or initialisers of members.
  std::vector<clang::SourceLocation> shared_initialisers;
  /// Where `__host__ __device__` functions use functions of the host alone, and those functions. Clang's front end goes
  /// on behind such a use, which is how it can be a warning.
  std::vector<clang::SourceLocation> host_uses;
  std::set<const clang::FunctionDecl*> host_functions;
};

}  // namespace rocm_bindgen::build
