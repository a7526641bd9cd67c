#include "compile/clang/module_passes.hpp"

#include <utility>

#include <clang/Basic/CodeGenOptions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace rocm_bindgen::build {
namespace {

/// A pass that calls a function. isRequired() makes LLVM run it even where optional passes are skipped.
struct LookAtModule : llvm::PassInfoMixin<LookAtModule> {
  ModuleFunction look;

  explicit LookAtModule(ModuleFunction look) : look(std::move(look)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    look(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

void run_after_front_end(clang::CodeGenOptions& options, ModuleFunction look) {
  options.PassBuilderCallbacks.push_back([look = std::move(look)](llvm::PassBuilder& builder) {
    builder.registerPipelineStartEPCallback(
        [look](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(LookAtModule(look)); });
  });
}

void run_before_back_end(clang::CodeGenOptions& options, ModuleFunction look) {
  options.PassBuilderCallbacks.push_back([look = std::move(look)](llvm::PassBuilder& builder) {
    builder.registerOptimizerLastEPCallback(
        [look](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(LookAtModule(look)); });
  });
}

void optimise(llvm::Module& module) {
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules);
}

void drop_code(llvm::Module& module) {
  for (auto& function : module)
    if (!function.isDeclaration()) function.deleteBody();
}

}  // namespace rocm_bindgen::build
