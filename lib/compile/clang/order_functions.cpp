#include "compile/clang/order_functions.hpp"

#include <algorithm>
#include <vector>

#include <llvm/IR/Module.h>

namespace rocm_bindgen::build {

void order_functions(llvm::Module& module) {
  std::vector<llvm::Function*> defined;
  for (auto& function : module)
    if (!function.isDeclaration()) defined.push_back(&function);
  std::stable_sort(defined.begin(), defined.end(),
                   [](const llvm::Function* a, const llvm::Function* b) { return a->getName() < b->getName(); });
  auto& functions = module.getFunctionList();
  for (auto* function : defined) functions.splice(functions.end(), functions, function->getIterator());
}

}  // namespace rocm_bindgen::build
