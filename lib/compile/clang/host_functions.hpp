#pragma once

#include "compile/clang/refusals.hpp"

namespace clang {
class CodeGenerator;
}  // namespace clang
namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// Gives the host's functions that device code refers to a body that traps. nvcc warns of such uses as clang here does,
/// and leaves it undefined what happens to a thread that gets there.
void make_host_functions_trap(llvm::Module& module, clang::CodeGenerator& generator, const Refusals& refusals);

}  // namespace rocm_bindgen::build
