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

/// A use, in code that a kernel reaches, of instructions that the target's processor does not have.
struct LackingUse {
  const llvm::Function* kernel = nullptr;
  /// The calls that lead there, the last one first; empty if the kernel itself demands the instructions.
  std::vector<const llvm::CallBase*> calls;
  const llvm::Function* used = nullptr;  ///< the function, or intrinsic, that is made of such instructions
  std::string feature;                   ///< LLVM's name for the instructions: "extended-image-insts"
};

/// Calls `each` for every such use in a module for an AMD GPU; its argument lives no longer than the call.
///
/// LLVM's back end reports none of them. It removes a function that demands what the processor lacks, and a call of
/// such a function becomes unreachable, together with the code around it. It encodes an image instruction even if the
/// processor cannot decode it.
///
/// The module has to be optimised already, because the device libraries decide by constants which instructions to use:
/// a branch for other processors is no use. If it is not (`is_optimised`), a copy is optimised before uses are
/// reported.
void for_each_lacking_use(const llvm::Module& module, bool is_optimised,
                          const std::function<void(const LackingUse&)>& each);

}  // namespace rocm_bindgen::build
