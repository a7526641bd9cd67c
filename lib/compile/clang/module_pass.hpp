#pragma once

#include <functional>

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace rocm_bindgen::build {

/// A pass that calls a function: passes are the only place between clang's front end and back end where other code can
/// run.
struct LookAtModule : llvm::PassInfoMixin<LookAtModule> {
  std::function<void(llvm::Module&)> look;

  explicit LookAtModule(std::function<void(llvm::Module&)> look) : look(std::move(look)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    look(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// Deletes all code, so that nothing is left for the back end.
inline void drop_code(llvm::Module& module) {
  for (auto& function : module)
    if (!function.isDeclaration()) function.deleteBody();
}

}  // namespace rocm_bindgen::build
