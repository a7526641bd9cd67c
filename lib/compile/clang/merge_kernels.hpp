#pragma once

#include <vector>

#include "codeobject/merged_kernel.hpp"

namespace llvm {
class Module;
}

namespace rocm_bindgen::build {

/// Takes out of a module for an AMD GPU, before any optimisation, the kernels that do the same as an earlier one with
/// the same functions: a macro for each of many types comes to that where two names mean one type. Decided by the
/// module alone, never by the machine. A module with debug information, which tells such kernels apart, stays as it is.
std::vector<MergedKernel> merge_identical_kernels(llvm::Module& module);

/// Gives the module's kernels the names of those that were merged with them, for the loader: names of others are left
/// out. What metadata say of them: see unite_metadata().
void define_merged_kernels(llvm::Module& module, const std::vector<MergedKernel>& merged);

}  // namespace rocm_bindgen::build
