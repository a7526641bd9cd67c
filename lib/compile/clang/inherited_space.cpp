#include "compile/clang/inherited_space.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

namespace rocm_bindgen::build {
namespace {

template <class Attribute>
bool has_explicit(const clang::FunctionDecl& function) {
  const auto* attribute = function.getAttr<Attribute>();
  return attribute != nullptr && !attribute->isImplicit();
}

bool has_no_explicit_attribute(const clang::FunctionDecl& function) {
  return !has_explicit<clang::CUDAHostAttr>(function) && !has_explicit<clang::CUDADeviceAttr>(function) &&
         !has_explicit<clang::CUDAGlobalAttr>(function);
}

const clang::FunctionDecl* function_of(const clang::NamedDecl* declaration) {
  if (const auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
    return function_template->getTemplatedDecl();
  return llvm::dyn_cast<clang::FunctionDecl>(declaration);
}

unsigned template_parameters(const clang::FunctionDecl& function) {
  const auto* described = function.getDescribedFunctionTemplate();
  return described == nullptr ? 0 : described->getTemplateParameters()->size();
}

bool is_const(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && method->isConst();
}

/// Finds the declarations to which definitions belong.
class Finder {
 public:
  using Each = std::function<void(const clang::FunctionDecl&, const clang::FunctionDecl&)>;

  Finder(clang::ASTContext& context, const Each& each) : context_(context), each_(each) {}

  /// Visits definitions outside classes. Precompiled headers are not loaded for this.
  void visit(const clang::DeclContext* scope) {
    for (const auto* declaration : scope->noload_decls()) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
        visit(llvm::cast<clang::DeclContext>(declaration));
      } else if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration)) {
        if (const auto* function = function_of(named)) look_at(*function);
      }
    }
  }

 private:
  /// Calls each_ if `definition` has none of the attributes and its declaration has them.
  void look_at(const clang::FunctionDecl& definition) {
    const auto& sources = context_.getSourceManager();
    if (definition.isImplicit() || !has_no_explicit_attribute(definition) || definition.getLocation().isInvalid() ||
        sources.isInSystemHeader(sources.getExpansionLoc(definition.getLocation())))
      return;
    // Only definitions matter. A declaration that clang has refused counts as well, because it may be a definition.
    if (!definition.doesThisDeclarationHaveABody() && !definition.isDefaulted() && !definition.isInvalidDecl()) return;
    const clang::FunctionDecl* same = nullptr;
    const clang::FunctionDecl* similar = nullptr;
    unsigned similar_ones = 0;
    const auto* scope = definition.getDeclContext()->getRedeclContext();
    for (const auto* found : scope->lookup(definition.getDeclName())) {
      const auto* declaration = function_of(found);
      if (declaration == nullptr || declaration == &definition || !may_be_declared_by(definition, *declaration))
        continue;
      if (is_same(definition, *declaration)) same = declaration;
      similar = declaration;
      ++similar_ones;
    }
    // If the types of the parameters are members of the class, declaration and definition may compare unequal. The only
    // candidate is then taken for the declaration.
    if (same == nullptr && similar_ones == 1 && definition.isInvalidDecl()) same = similar;
    if (same != nullptr) each_(definition, *same);
  }

  /// Whether `definition` may be the definition of `declaration`. A kernel repeats __global__ in each declaration, in
  /// nvcc as in clang. If both have a body they are two functions, unless one is a template and the other specialises
  /// it.
  static bool may_be_declared_by(const clang::FunctionDecl& definition, const clang::FunctionDecl& declaration) {
    const bool specialises =
        definition.isInvalidDecl() && template_parameters(definition) == 0 && template_parameters(declaration) != 0;
    const bool are_two_functions = declaration.isDefined() && definition.doesThisDeclarationHaveABody();
    return has_explicit<clang::CUDADeviceAttr>(declaration) && !has_explicit<clang::CUDAGlobalAttr>(declaration) &&
           declaration.getNumParams() == definition.getNumParams() && is_const(declaration) == is_const(definition) &&
           (specialises ||
            (!are_two_functions && template_parameters(declaration) == template_parameters(definition))) &&
           !already_has(definition, declaration);
  }

  /// Whether the definition already has the same attributes because clang added them: constexpr functions are for host
  /// and device.
  static bool already_has(const clang::FunctionDecl& definition, const clang::FunctionDecl& declaration) {
    return !definition.isInvalidDecl() &&
           definition.hasAttr<clang::CUDADeviceAttr>() == declaration.hasAttr<clang::CUDADeviceAttr>() &&
           definition.hasAttr<clang::CUDAHostAttr>() == declaration.hasAttr<clang::CUDAHostAttr>();
  }

  bool is_same(const clang::FunctionDecl& a, const clang::FunctionDecl& b) const {
    return context_.hasSameFunctionTypeIgnoringExceptionSpec(a.getType(), b.getType());
  }

  clang::ASTContext& context_;
  const Each& each_;
};

}  // namespace

void for_each_silent_definition(
    clang::ASTContext& context,
    const std::function<void(const clang::FunctionDecl& definition, const clang::FunctionDecl& declaration)>& each) {
  Finder(context, each).visit(context.getTranslationUnitDecl());
}

}  // namespace rocm_bindgen::build
