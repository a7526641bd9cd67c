#include "compile/clang/host_functions.hpp"

#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace rocm_bindgen::build {
namespace {

/// Removes the attributes that describe the deleted body, so that callers are not optimised according to them, and adds
/// those that suit a trap.
void replace_body_attributes(llvm::Function& function) {
  for (const auto attribute : {llvm::Attribute::Memory, llvm::Attribute::WillReturn, llvm::Attribute::MustProgress,
                               llvm::Attribute::Speculatable, llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone,
                               llvm::Attribute::Convergent})
    function.removeFnAttr(attribute);
  function.removeRetAttrs(llvm::AttributeMask(function.getAttributes().getRetAttrs()));
  function.addFnAttr(llvm::Attribute::AlwaysInline);
  function.addFnAttr(llvm::Attribute::Cold);
}

}  // namespace

void make_host_functions_trap(llvm::Module& module, clang::CodeGenerator& generator, const Refusals& refusals) {
  if (refusals.host_functions.empty()) return;
  for (auto& function : module) {
    if (function.isIntrinsic()) continue;
    const auto* declaration =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(generator.GetDeclForMangledName(function.getName()));
    if (declaration == nullptr || refusals.host_functions.count(declaration->getCanonicalDecl()) == 0) continue;
    function.deleteBody();
    function.setComdat(nullptr);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(true);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    replace_body_attributes(function);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
    builder.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    builder.CreateUnreachable();
  }
}

}  // namespace rocm_bindgen::build
