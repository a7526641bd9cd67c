#include "compile/clang/real_time.hpp"

#include <memory>
#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>

namespace rocm_bindgen::build {
namespace {

constexpr const char* kFeature = "+s-memrealtime";
constexpr const char* kFeatures = "target-features";

bool lacks_instruction(const llvm::Module& module, llvm::StringRef processor) {
  std::string ignored;
  const auto* target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), ignored);
  if (target == nullptr || processor.empty()) return false;
  const std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(module.getTargetTriple(), processor, ""));
  return known != nullptr && !known->checkFeatures(kFeature);
}

void replace_reads(llvm::Function& function) {
  for (auto& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::amdgcn_s_memrealtime) continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(builder.CreateIntrinsic(llvm::Intrinsic::readsteadycounter, {}, {}));
    call->eraseFromParent();
  }
}

}  // namespace

void read_clock_as_processor_does(llvm::Module& module) {
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    llvm::SmallVector<llvm::StringRef, 32> features;
    function.getFnAttribute(kFeatures).getValueAsString().split(features, ',', -1, /*KeepEmpty=*/false);
    if (!llvm::is_contained(features, kFeature) ||
        !lacks_instruction(module, function.getFnAttribute("target-cpu").getValueAsString()))
      continue;
    replace_reads(function);
    // The back end removes functions that require a feature that the processor lacks; see lacking_instructions.hpp.
    llvm::erase(features, kFeature);
    function.addFnAttr(kFeatures, llvm::join(features, ","));
  }
}

}  // namespace rocm_bindgen::build
