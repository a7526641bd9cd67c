#pragma once

#include <functional>

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace rocm_bindgen::build {

/// As a pass, because that is where clang lets others in between its front end and its back end.
struct LookAtModule : llvm::PassInfoMixin<LookAtModule> {
  std::function<void(llvm::Module&)> look;

  explicit LookAtModule(std::function<void(llvm::Module&)> look) : look(std::move(look)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    look(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// Leaves nothing for the back end to do.
inline void drop_code(llvm::Module& module) {
  for (auto& function : module)
    if (!function.isDeclaration()) function.deleteBody();
}

}  // namespace rocm_bindgen::build
