#pragma once

#include "compile/clang/lacking_instructions.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace clang {
class CodeGenerator;
class CompilerInstance;
}  // namespace clang

namespace rocm_bindgen::build {

/// The error for a use: at the user's line that leads to it, whatever was inlined there from headers of the system,
/// if the module has line numbers; else at the kernel.
Diagnostic describe_lacking_use(const LackingUse& use, clang::CompilerInstance& compiler,
                                clang::CodeGenerator& generator);

}  // namespace rocm_bindgen::build
