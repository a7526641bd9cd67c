#include "compile/clang/recovered_code.hpp"

#include <algorithm>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

namespace rocm_bindgen::build {
namespace {

bool is_recovered(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (llvm::isa<clang::RecoveryExpr>(statement)) return true;
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement))
    if (is_recovered(lambda->getBody())) return true;
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement))
    if (std::any_of(declared->decl_begin(), declared->decl_end(),
                    [](const clang::Decl* declaration) { return declaration->isInvalidDecl(); }))
      return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [](const clang::Stmt* child) { return is_recovered(child); });
}

class Search {
 public:
  explicit Search(const clang::SourceManager& sources) : sources_(sources) {}

  bool in_scope(const clang::DeclContext* scope) const {
    return std::any_of(scope->noload_decls_begin(), scope->noload_decls_end(),
                       [&](const clang::Decl* declaration) { return in_declaration(declaration); });
  }

 private:
  bool in_declaration(const clang::Decl* declaration) const {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) return in_function(function);
    if (const auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      return std::any_of(function_template->spec_begin(), function_template->spec_end(),
                         [&](const clang::FunctionDecl* instance) { return in_function(instance); });
    if (const auto* class_template = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration))
      return std::any_of(class_template->spec_begin(), class_template->spec_end(),
                         [&](const clang::ClassTemplateSpecializationDecl* instance) { return in_scope(instance); });
    return llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(declaration) &&
           in_scope(llvm::cast<clang::DeclContext>(declaration));
  }

  bool in_function(const clang::FunctionDecl* function) const {
    return function->doesThisDeclarationHaveABody() && !function->isDependentContext() &&
           !sources_.isInSystemHeader(sources_.getExpansionLoc(function->getLocation())) &&
           is_recovered(function->getBody());
  }

  const clang::SourceManager& sources_;
};

}  // namespace

bool has_recovered_code(clang::ASTContext& context) {
  return Search(context.getSourceManager()).in_scope(context.getTranslationUnitDecl());
}

}  // namespace rocm_bindgen::build
