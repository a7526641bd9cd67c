#pragma once

#include "compile/clang/refusals.hpp"

namespace clang {
class CodeGenerator;
}  // namespace clang
namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// Replaces the bodies of host functions that device code uses by a trap. nvcc warns about such uses, as clang does
/// here, and executing them is undefined behaviour in nvcc.
void make_host_functions_trap(llvm::Module& module, clang::CodeGenerator& generator, const Refusals& refusals);

}  // namespace rocm_bindgen::build
