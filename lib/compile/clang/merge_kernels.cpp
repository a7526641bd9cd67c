#include "compile/clang/merge_kernels.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/StructuralHash.h>
#include <llvm/Transforms/Utils/FunctionComparator.h>
#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {
namespace {

using Metadata = llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4>;

bool has_kernel_convention(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL;
}

/// Compares two metadata nodes. Each loop has its own node, whose first operand is the node itself; only the other
/// operands matter.
bool is_same_metadata(const llvm::MDNode* a, const llvm::MDNode* b) {
  if (a == b) return true;
  const auto is_loop = [](const llvm::MDNode* node) {
    return node->isDistinct() && node->getNumOperands() != 0 && node->getOperand(0) == node;
  };
  return is_loop(a) && is_loop(b) && a->getNumOperands() == b->getNumOperands() &&
         std::equal(a->op_begin() + 1, a->op_end(), b->op_begin() + 1);
}

bool is_same_metadata(const Metadata& a, const Metadata& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.first == other.first && is_same_metadata(one.second, other.second);
  });
}

/// LLVM's FunctionComparator compares what instructions do, but does not compare metadata closely enough, for instance
/// on which types may alias.
bool has_same_metadata(const llvm::Function& a, const llvm::Function& b) {
  Metadata of_a, of_b;
  a.getAllMetadata(of_a);
  b.getAllMetadata(of_b);
  if (!is_same_metadata(of_a, of_b)) return false;
  const auto all_a = llvm::instructions(a), all_b = llvm::instructions(b);
  return std::equal(all_a.begin(), all_a.end(), all_b.begin(), all_b.end(),
                    [&](const llvm::Instruction& one, const llvm::Instruction& other) {
                      if (one.getOpcode() != other.getOpcode()) return false;
                      // getAllMetadata() leaves the vectors unchanged if there are no metadata.
                      of_a.clear();
                      of_b.clear();
                      one.getAllMetadata(of_a);
                      other.getAllMetadata(of_b);
                      return is_same_metadata(of_a, of_b);
                    });
}

/// Argument names are compared because a code object's metadata contain them.
bool has_same_argument_names(const llvm::Function& a, const llvm::Function& b) {
  return std::equal(a.arg_begin(), a.arg_end(), b.arg_begin(), b.arg_end(),
                    [](const auto& one, const auto& other) { return one.getName() == other.getName(); });
}

/// Whether the kernel's name can be an alias for the code of an earlier kernel. define_merged_kernels() makes global,
/// protected symbols, so the kernel must be one; and nothing in the module may refer to the code that is deleted.
bool can_share(const llvm::Function& kernel) {
  return kernel.use_empty() && kernel.hasExternalLinkage() && kernel.hasProtectedVisibility() && !kernel.hasSection() &&
         !kernel.hasPrefixData() && !kernel.hasPrologueData();
}

/// A set of kernels with different code.
class KnownKernels {
 public:
  /// Returns a known kernel that does the same as `kernel`. If there is none, adds `kernel` and returns null.
  const llvm::Function* find_or_add(const llvm::Function& kernel) {
    auto& alike = by_shape_[llvm::StructuralHash(kernel)];
    for (const auto* known : alike)
      if (llvm::FunctionComparator(known, &kernel, &numbers_).compare() == 0 &&
          known->getAlign() == kernel.getAlign() && has_same_metadata(*known, kernel) &&
          has_same_argument_names(*known, kernel))
        return known;
    alike.push_back(&kernel);
    return nullptr;
  }

 private:
  std::unordered_map<llvm::IRHash, std::vector<const llvm::Function*>> by_shape_;
  llvm::GlobalNumberState numbers_;
};

}  // namespace

std::vector<MergedKernel> merge_identical_kernels(llvm::Module& module) {
  if (module.getNamedMetadata("llvm.dbg.cu") != nullptr) return {};
  KnownKernels known;
  std::vector<MergedKernel> merged;
  for (auto& function : module) {
    if (function.isDeclaration() || !has_kernel_convention(function) || !can_share(function)) continue;
    const auto* same = known.find_or_add(function);
    if (same == nullptr) continue;
    merged.push_back({function.getName().str(), same->getName().str()});
    // The function is not erased, because clang may still refer to it. Without a body and uses, it leaves no trace in
    // the output.
    function.deleteBody();
    function.setComdat(nullptr);
  }
  return merged;
}

void define_merged_kernels(llvm::Module& module, const std::vector<MergedKernel>& merged) {
  for (const auto& [name, same_as] : merged) {
    const auto* kernel = module.getFunction(same_as);
    if (kernel == nullptr || kernel->isDeclaration()) continue;
    // Two symbols are defined: that of the code, and that of the kernel descriptor, by which a kernel is found. Type
    // and size are those of the symbol they are set to.
    for (const auto* suffix : {"", ".kd"})
      module.appendModuleInlineAsm(
          fmt::format(".globl \"{0}{2}\"\n.protected \"{0}{2}\"\n.set \"{0}{2}\", \"{1}{2}\"", name, same_as, suffix));
  }
}

}  // namespace rocm_bindgen::build
