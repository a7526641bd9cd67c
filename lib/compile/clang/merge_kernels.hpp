#pragma once

#include <vector>

#include "codeobject/merged_kernel.hpp"

namespace llvm {
class Module;
}

namespace rocm_bindgen::build {

/// Removes from a module for an AMD GPU, before any optimisation, each kernel that does the same as an earlier one and
/// calls the same functions. Such kernels result from macros that are used for many types, if two of the types are the
/// same. The decision depends on the module only, never on the machine. A module with debug information is not changed,
/// because debug information distinguishes such kernels.
std::vector<MergedKernel> merge_identical_kernels(llvm::Module& module);

/// Defines the names of merged kernels as aliases of the module's kernels, so that the loader finds them. Names whose
/// kernel is not in the module are skipped. For their metadata, see unite_metadata().
void define_merged_kernels(llvm::Module& module, const std::vector<MergedKernel>& merged);

}  // namespace rocm_bindgen::build
