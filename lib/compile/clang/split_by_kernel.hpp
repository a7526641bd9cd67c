#pragma once

#include <functional>
#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// The kernels that one back-end job compiles.
using KernelGroup = std::vector<const llvm::Function*>;

/// Divides the kernels of a module for an AMD GPU, before any optimisation, into groups with about the same amount of
/// work. The number of groups is such that each is worth the cost of a job. Returns one group if the module should not
/// be split, because it is small or because its parts depend on each other (function pointers, aliases, constructors).
/// The decision depends on the module only, never on the machine, so that the same source gives the same bytes
/// everywhere.
std::vector<KernelGroup> groups_of_kernels(const llvm::Module& module);

/// Calls `each` with one module per group, in order, that contains the group's kernels and the functions they call.
/// Variables are defined in the first part and declared in the others. LDS, and constants whose addresses are not
/// compared, are copied to all parts that use them. Changes `module` so that its parts can be linked: functions become
/// internal, variables hidden.
void split_by_kernel(llvm::Module& module, const std::vector<KernelGroup>& groups,
                     const std::function<void(llvm::Module&)>& each);

}  // namespace rocm_bindgen::build
