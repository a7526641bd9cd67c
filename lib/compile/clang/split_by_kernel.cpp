#include "compile/clang/split_by_kernel.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compile/clang/defined_kernel.hpp"

namespace rocm_bindgen::build {
namespace {

/// LDS: every workgroup has its own copy, and every kernel its own layout.
constexpr unsigned kLocalAddressSpace = 3;

/// Below this number of instructions, a separate job costs more than it saves.
constexpr std::size_t kInstructionsPerGroup = 20'000;
/// A limit on the number of jobs. More would help only on machines with more cores, which other sources keep busy.
constexpr std::size_t kMaxGroups = 16;

using Functions = llvm::SmallPtrSet<const llvm::Function*, 16>;

bool is_lds(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() == kLocalAddressSpace;
}

/// Whether the variable is a list for the compiler, such as llvm.compiler.used, which describes the module and is not
/// part of the program.
bool is_list(const llvm::GlobalVariable& variable) {
  return variable.hasAppendingLinkage();
}

/// Whether several parts may have their own copy without a difference in behaviour.
bool may_be_copied(const llvm::GlobalVariable& variable) {
  return is_lds(variable) || (variable.isConstant() && variable.hasLocalLinkage() && variable.hasGlobalUnnamedAddr());
}

/// Whether the module can be split: no part depends on another in a way that linking cannot resolve.
bool can_be_split(const llvm::Module& module) {
  if (!module.alias_empty() || !module.ifunc_empty() || !module.getModuleInlineAsm().empty()) return false;
  if (module.getNamedGlobal("llvm.global_ctors") != nullptr || module.getNamedGlobal("llvm.global_dtors") != nullptr)
    return false;
  for (const auto& function : module) {
    if (function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false, /*IgnoreAssumeLikeCalls=*/true,
                                 /*IgnoreLLVMUsed=*/true))
      return false;
    // A function without a body must be an intrinsic; any other would be defined in another module.
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty()) return false;
    for (const auto& instruction : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (call->isIndirectCall()) return false;
  }
  return std::all_of(module.global_begin(), module.global_end(), [](const llvm::GlobalVariable& variable) {
    return !is_lds(variable) || variable.isDeclaration() || variable.hasLocalLinkage();
  });
}

void add_reachable(const llvm::Function& function, Functions& reached) {
  if (function.isDeclaration() || !reached.insert(&function).second) return;
  for (const auto& instruction : llvm::instructions(function))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const auto* callee = call->getCalledFunction()) add_reachable(*callee, reached);
}

/// The amount of code that is compiled for a kernel. Called functions count, because most of them are inlined.
std::size_t cost(const llvm::Function& kernel) {
  Functions reached;
  add_reachable(kernel, reached);
  return std::accumulate(reached.begin(), reached.end(), std::size_t{0},
                         [](std::size_t sum, const llvm::Function* one) { return sum + one->getInstructionCount(); });
}

/// Makes the parts linkable: functions become internal to their part, and every other named entity is shared by all
/// parts.
void make_linkable(llvm::Module& module) {
  for (auto& function : module) {
    if (function.isDeclaration() || is_defined_kernel(function)) continue;
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  }
  for (auto& variable : module.globals()) {
    if (variable.isDeclaration() || is_list(variable) || may_be_copied(variable)) continue;
    if (variable.hasLocalLinkage()) {
      if (!variable.hasName()) variable.setName("__rocm_bindgen_unnamed");
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
      variable.setVisibility(llvm::GlobalValue::HiddenVisibility);
    } else if (variable.hasLinkOnceLinkage()) {
      // A linkonce variable may be discarded if the module does not use it, but other parts may use it.
      variable.setLinkage(variable.hasLinkOnceODRLinkage() ? llvm::GlobalValue::WeakODRLinkage
                                                           : llvm::GlobalValue::WeakAnyLinkage);
    }
  }
}

/// The values in llvm.used or llvm.compiler.used that the part defines.
std::vector<llvm::GlobalValue*> listed(const llvm::Module& module, const char* list, llvm::ValueToValueMapTy& in_part) {
  std::vector<llvm::GlobalValue*> values;
  llvm::SmallVector<llvm::GlobalValue*, 16> all;
  llvm::collectUsedGlobalVariables(module, all, /*CompilerUsed=*/std::string_view(list) == "llvm.compiler.used");
  for (const auto* value : all) {
    auto* copy = llvm::cast_or_null<llvm::GlobalValue>(in_part.lookup(value));
    if (copy != nullptr && !copy->isDeclaration()) values.push_back(copy);
  }
  return values;
}

/// Returns a copy of the module with the group's kernels and the functions and variables that they use. Only the first
/// part defines the variables that the parts share, including those that no kernel uses.
std::unique_ptr<llvm::Module> part_of(const llvm::Module& module, const KernelGroup& group, bool is_first) {
  Functions functions;
  for (const auto* kernel : group) add_reachable(*kernel, functions);
  llvm::ValueToValueMapTy in_part;
  auto part = llvm::CloneModule(module, in_part, [&](const llvm::GlobalValue* value) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) return functions.contains(function);
    const auto* variable = llvm::cast<llvm::GlobalVariable>(value);
    // A constant is copied even if it is defined elsewhere, because its value can then be used for optimisation.
    return !is_list(*variable) && (is_first || may_be_copied(*variable) || variable->isConstant());
  });
  const auto used = listed(module, "llvm.used", in_part);
  const auto compiler_used = listed(module, "llvm.compiler.used", in_part);
  for (const auto* list : {"llvm.used", "llvm.compiler.used"})
    if (auto* old = part->getNamedGlobal(list)) old->eraseFromParent();
  llvm::appendToUsed(*part, used);
  llvm::appendToCompilerUsed(*part, compiler_used);

  for (auto& variable : llvm::make_early_inc_range(part->globals())) {
    if (variable.hasName() && variable.getName().starts_with("llvm.")) continue;
    // A copied constant whose definition is in the first part serves only as a value.
    if (!is_first && !variable.isDeclaration() && !may_be_copied(variable)) {
      variable.setComdat(nullptr);
      variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
    }
    if (variable.isDeclaration() && variable.use_empty()) variable.eraseFromParent();
  }
  for (auto& function : llvm::make_early_inc_range(*part))
    if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
  return part;
}

}  // namespace

std::vector<KernelGroup> groups_of_kernels(const llvm::Module& module) {
  struct Weighed {
    const llvm::Function* kernel;
    std::size_t cost;
  };
  std::vector<Weighed> kernels;
  std::size_t total = 0;
  for (const auto& function : module) {
    if (!is_defined_kernel(function)) continue;
    kernels.push_back({&function, cost(function)});
    total += kernels.back().cost;
  }
  const auto count = std::min({total / kInstructionsPerGroup, kMaxGroups, kernels.size()});
  std::vector<KernelGroup> groups(count < 2 || !can_be_split(module) ? 1 : count);
  std::vector<std::size_t> costs(groups.size());
  // The heaviest kernels are assigned first, each to the group with the lowest cost; among equals, the order of the
  // source decides.
  std::stable_sort(kernels.begin(), kernels.end(), [](const Weighed& a, const Weighed& b) { return a.cost > b.cost; });
  for (const auto& [kernel, weight] : kernels) {
    const auto lightest = static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
    groups[lightest].push_back(kernel);
    costs[lightest] += weight;
  }
  return groups;
}

void split_by_kernel(llvm::Module& module, const std::vector<KernelGroup>& groups,
                     const std::function<void(llvm::Module&)>& each) {
  make_linkable(module);
  for (const auto& group : groups) each(*part_of(module, group, &group == &groups.front()));
}

}  // namespace rocm_bindgen::build
