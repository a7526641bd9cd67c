#include "compile/clang/forward_declaration.hpp"

#include <algorithm>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {
namespace {

class Declarer {
 public:
  explicit Declarer(const clang::ASTContext& context) : context_(context), sources_(context.getSourceManager()) {}

  std::optional<ForwardDeclaration> run(clang::SourceLocation call, clang::SourceLocation location) const {
    if (!location.isFileID()) return std::nullopt;
    const auto* user = top_level(context_.getTranslationUnitDecl(), sources_.getExpansionLoc(call));
    const auto* found = top_level(context_.getTranslationUnitDecl(), location);
    if (user == nullptr || found == nullptr || user == found || !are_in_one_namespace(*user, *found))
      return std::nullopt;
    const auto place = sources_.getExpansionLoc(user->getBeginLoc());
    if (!can_be_declared_at(place, *found, location)) return std::nullopt;
    auto text = text_without_body(*found);
    if (text.empty()) return std::nullopt;
    return ForwardDeclaration{place, text + "; "};
  }

 private:
  /// The declaration in a namespace whose text contains `location`. Precompiled headers are not loaded for this.
  const clang::Decl* top_level(const clang::DeclContext* scope, clang::SourceLocation location) const {
    for (const auto* declaration : scope->noload_decls()) {
      if (declaration->isImplicit() || declaration->getLocation().isInvalid()) continue;
      const auto begin = sources_.getExpansionLoc(declaration->getBeginLoc());
      const auto end = sources_.getExpansionRange(declaration->getEndLoc()).getEnd();
      if (begin.isInvalid() || end.isInvalid() || !sources_.isPointWithin(location, begin, end)) continue;
      if (!llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) return declaration;
      return top_level(llvm::cast<clang::DeclContext>(declaration), location);
    }
    return nullptr;
  }

  static bool are_in_one_namespace(const clang::Decl& a, const clang::Decl& b) {
    return a.getLexicalDeclContext()->getRedeclContext()->Equals(b.getLexicalDeclContext()->getRedeclContext());
  }

  static const clang::FunctionDecl* function_in(const clang::Decl& declaration) {
    if (const auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
      return function_template->getTemplatedDecl();
    return llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  }

  bool can_be_declared_at(clang::SourceLocation place, const clang::Decl& declaration,
                          clang::SourceLocation location) const {
    const auto* function = function_in(declaration);
    if (function == nullptr || function->getLocation() != location || function->getQualifier() != nullptr ||
        llvm::isa<clang::CXXMethodDecl>(function) || function->isInExternCContext() ||
        !function->doesThisDeclarationHaveABody())
      return false;
    if (const auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
      for (const auto* parameter : *function_template->getTemplateParameters())
        if (!is_plain(*parameter, place)) return false;
    return is_known(function->getReturnType(), place) &&
           std::all_of(function->param_begin(), function->param_end(), [&](const clang::ParmVarDecl* parameter) {
             return !parameter->hasDefaultArg() && is_known(parameter->getType(), place);
           });
  }

  bool is_plain(const clang::NamedDecl& parameter, clang::SourceLocation place) const {
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&parameter))
      return !type->hasDefaultArgument() && !type->hasTypeConstraint();
    const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
    return value != nullptr && !value->hasDefaultArgument() && is_known(value->getType(), place);
  }

  bool is_before(const clang::Decl& declaration, clang::SourceLocation place) const {
    return sources_.isBeforeInTranslationUnit(declaration.getLocation(), place);
  }

  /// Whether every name in the type is declared before `place`.
  bool is_known(clang::QualType type, clang::SourceLocation place) const {
    for (;;) {
      if (llvm::isa<clang::BuiltinType, clang::TemplateTypeParmType>(*type)) return true;
      if (const auto* alias = llvm::dyn_cast<clang::TypedefType>(type)) return is_before(*alias->getDecl(), place);
      if (const auto* tag = llvm::dyn_cast<clang::TagType>(type)) return is_before(*tag->getDecl(), place);
      if (const auto* named = llvm::dyn_cast<clang::ElaboratedType>(type)) {
        type = named->getNamedType();
      } else if (llvm::isa<clang::PointerType, clang::ReferenceType>(*type)) {
        type = type->getPointeeType();
      } else {
        return false;
      }
    }
  }

  /// The text of a definition up to its body, as one line.
  std::string text_without_body(const clang::Decl& definition) const {
    const auto [file, begin] = sources_.getDecomposedLoc(sources_.getExpansionLoc(definition.getBeginLoc()));
    const auto body = function_in(definition)->getBody()->getBeginLoc();
    const auto [body_file, end] = sources_.getDecomposedLoc(sources_.getExpansionLoc(body));
    if (!body.isFileID() || body_file != file || end <= begin) return {};
    const auto text = sources_.getBufferData(file).substr(begin, end - begin).str();
    const TokenList tokens(text);
    std::string line;
    for (const auto& token : tokens.all()) {
      // Its branches may contain another declarator.
      if (token.directive != 0) return {};
      line += line.empty() ? "" : " ";
      line += token.spelling;
    }
    return line;
  }

  const clang::ASTContext& context_;
  const clang::SourceManager& sources_;
};

}  // namespace

std::optional<ForwardDeclaration> forward_declaration(const clang::ASTContext& context, clang::SourceLocation call,
                                                      clang::SourceLocation function) {
  return Declarer(context).run(call, function);
}

}  // namespace rocm_bindgen::build
