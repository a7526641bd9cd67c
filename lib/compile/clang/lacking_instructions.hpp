#pragma once

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// A use of instructions that the target's processor does not have, in code that a kernel can reach.
struct LackingUse {
  const llvm::Function* kernel = nullptr;
  /// The calls that lead there, the last one first; empty if the kernel itself requires the instructions.
  std::vector<const llvm::CallBase*> calls;
  const llvm::Function* used = nullptr;  ///< the function or intrinsic that consists of such instructions
  std::string feature;                   ///< LLVM's name of the feature: "extended-image-insts"
};

/// Calls `each` for every LackingUse in a module for an AMD GPU. The argument is valid only during the call.
///
/// LLVM's back end reports none of these uses. It removes a function that requires a feature that the processor lacks;
/// a call of this function becomes unreachable and is removed with the code around it. It encodes an image instruction
/// even if the processor cannot decode it.
///
/// The module must already be optimised, because the device libraries choose instructions by constants, and a branch
/// for other processors is not a use. If `is_optimised` is false, a copy of the module is optimised first.
void for_each_lacking_use(const llvm::Module& module, bool is_optimised,
                          const std::function<void(const LackingUse&)>& each);

}  // namespace rocm_bindgen::build
