#include "compile/clang/lacking_instructions.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compile/clang/defined_kernel.hpp"
#include "compile/clang/module_passes.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr const char* kImageInstructions = "image-insts";

/// Features that select a mode of the processor and add no instructions.
constexpr std::array<llvm::StringRef, 9> kModes{"wavefrontsize32", "wavefrontsize64", "xnack",
                                                "sramecc",         "cumode",          "tgsplit",
                                                "precise-memory",  "trap-handler",    "flat-for-global"};

/// The features of the processor, independent of what functions require.
class Processor {
 public:
  Processor(const llvm::Module& module, llvm::StringRef name) {
    std::string ignored;
    const auto* target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), ignored);
    if (target != nullptr && !name.empty())
      features_.reset(target->createMCSubtargetInfo(module.getTargetTriple(), name, ""));
  }

  bool is_known() const { return features_ != nullptr; }
  bool lacks(llvm::StringRef feature) const { return !features_->checkFeatures(("+" + feature).str()); }

  /// Returns the first feature in a function's list ("+dpp,+gfx8-insts") that the processor lacks. Results are cached,
  /// because most functions have the same list.
  std::optional<std::string> first_lacking(llvm::StringRef demanded) const {
    const auto [known, is_new] = lists_.try_emplace(demanded);
    if (!is_new) return known->second;
    llvm::SmallVector<llvm::StringRef, 32> features;
    demanded.split(features, ',', -1, /*KeepEmpty=*/false);
    for (auto feature : features)
      if (feature.consume_front("+") && std::find(kModes.begin(), kModes.end(), feature) == kModes.end() &&
          lacks(feature))
        return known->second = feature.str();
    return std::nullopt;
  }

 private:
  std::unique_ptr<llvm::MCSubtargetInfo> features_;
  mutable llvm::StringMap<std::optional<std::string>> lists_;
};

/// Returns the feature that `function` requires and the processor lacks. Comments below call such a function lacking.
std::optional<std::string> lacking_feature(const llvm::Function& function, const Processor& processor) {
  // Intrinsics have no list of features. Those for images are checked because the back end does not check them.
  if (function.isIntrinsic())
    return function.getName().starts_with("llvm.amdgcn.image.") && processor.lacks(kImageInstructions)
               ? std::optional<std::string>(kImageInstructions)
               : std::nullopt;
  if (function.isDeclaration()) return std::nullopt;
  return processor.first_lacking(function.getFnAttribute("target-features").getValueAsString());
}

/// Visits all functions that one kernel can reach, each of them once.
class Walk {
 public:
  Walk(const llvm::Function& kernel, const Processor& processor, const std::function<void(const LackingUse&)>& each)
      : kernel_(kernel), processor_(processor), each_(each) {}

  void run() {
    reach(&kernel_, nullptr);
    while (!waiting_.empty()) {
      const auto* function = waiting_.back();
      waiting_.pop_back();
      for (const auto& instruction : llvm::instructions(*function)) look_at(instruction);
    }
  }

 private:
  /// Reports a call of a lacking function. For any other instruction, follows the functions that it refers to.
  void look_at(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    // Each call of a lacking function is an error; a function whose address is taken is reported once.
    if (call != nullptr && call->getCalledFunction() != nullptr)
      if (auto feature = lacking_feature(*call->getCalledFunction(), processor_)) {
        report(*call->getCalledFunction(), call, std::move(*feature));
        return;
      }
    for (const auto& operand : instruction.operands())
      if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) reach(constant, &instruction);
  }

  /// A function may be called wherever its address is, so tables of functions are followed as well.
  void reach(const llvm::Constant* constant, const llvm::Instruction* from) {
    if (llvm::isa<llvm::ConstantData>(constant) || !reached_.insert(constant).second) return;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) {
      const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(from);
      if (call != nullptr) reached_by_.try_emplace(function, call);
      if (auto feature = lacking_feature(*function, processor_)) return report(*function, call, std::move(*feature));
      if (!function->isDeclaration()) waiting_.push_back(function);
      return;
    }
    for (const auto& operand : constant->operands())
      if (const auto* inner = llvm::dyn_cast<llvm::Constant>(operand.get())) reach(inner, from);
  }

  void report(const llvm::Function& used, const llvm::CallBase* call, std::string feature) {
    LackingUse use{&kernel_, {}, &used, std::move(feature)};
    // Each function is entered once, so the chain of calls has no cycle.
    for (; call != nullptr; call = reached_by_.lookup(call->getFunction())) use.calls.push_back(call);
    each_(use);
  }

  const llvm::Function& kernel_;
  const Processor& processor_;
  const std::function<void(const LackingUse&)>& each_;
  llvm::SmallPtrSet<const llvm::Constant*, 32> reached_;
  llvm::DenseMap<const llvm::Function*, const llvm::CallBase*> reached_by_;
  std::vector<const llvm::Function*> waiting_;
};

}  // namespace

void for_each_lacking_use(const llvm::Module& module, bool is_optimised,
                          const std::function<void(const LackingUse&)>& each) {
  const auto first = std::find_if(module.begin(), module.end(), is_defined_kernel);
  if (first == module.end()) return;
  const Processor processor(module, first->getFnAttribute("target-cpu").getValueAsString());
  if (!processor.is_known()) return;
  // Most modules contain no lacking function at all, reached or not.
  if (std::none_of(module.begin(), module.end(),
                   [&](const llvm::Function& function) { return lacking_feature(function, processor).has_value(); }))
    return;
  if (!is_optimised) {
    const auto copy = llvm::CloneModule(module);
    optimise(*copy);
    return for_each_lacking_use(*copy, /*is_optimised=*/true, each);
  }
  for (const auto& function : module)
    if (is_defined_kernel(function)) Walk(function, processor, each).run();
}

}  // namespace rocm_bindgen::build
