#pragma once

#include "compile/clang/lacking_instructions.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace clang {
class CodeGenerator;
class CompilerInstance;
}  // namespace clang

namespace rocm_bindgen::build {

/// Describes a use as an error. If the module has line numbers, the error is at the user's line that leads to the use,
/// even if code from system headers was inlined there; otherwise it is at the kernel.
Diagnostic describe_lacking_use(const LackingUse& use, clang::CompilerInstance& compiler,
                                clang::CodeGenerator& generator);

}  // namespace rocm_bindgen::build
