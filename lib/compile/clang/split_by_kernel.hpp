#pragma once

#include <functional>
#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// Kernels that one back-end job compiles.
using KernelGroup = std::vector<const llvm::Function*>;

/// The kernels of a module for an AMD GPU, before any optimisation, in groups of about the same amount of work, as many
/// as pay for what each costs by itself; one group if the module should stay whole, because it is small or because its
/// parts hang together (function pointers, aliases, constructors). Decided by the module alone, never by the machine,
/// so that the same source gives the same bytes everywhere.
std::vector<KernelGroup> groups_of_kernels(const llvm::Module& module);

/// Calls `each` with a module per group, in their order: its kernels and the functions that they call. Variables are
/// defined in the first and declared in the others; those whose address nobody can compare, and LDS, are in all that
/// use them. Changes `module`, such that its parts can be linked: functions become internal, variables hidden.
void split_by_kernel(llvm::Module& module, const std::vector<KernelGroup>& groups,
                     const std::function<void(llvm::Module&)>& each);

}  // namespace rocm_bindgen::build
