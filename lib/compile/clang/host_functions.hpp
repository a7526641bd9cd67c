#pragma once

#include "compile/clang/refusals.hpp"

namespace clang {
class CodeGenerator;
}  // namespace clang
namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// Makes each host function that device code calls or takes the address of a trap: nvcc compiles such code with a
/// warning, as this tool does, and says that to call such a function is undefined behaviour.
void make_host_functions_trap(llvm::Module& module, clang::CodeGenerator& generator, const Refusals& refusals);

}  // namespace rocm_bindgen::build
