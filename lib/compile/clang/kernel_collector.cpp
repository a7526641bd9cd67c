#include "compile/clang/kernel_collector.hpp"

#include <algorithm>
#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

#include "compile/clang/global_writes.hpp"

namespace rocm_bindgen::build {
namespace {

/// The launch type for 16-bit and 8-bit floating-point types, which are classes in HIP with several names.
std::string small_float_type(const std::string& class_name) {
  if (class_name == "__half") return "rocm_bindgen::f16";
  if (class_name == "__nv_bfloat16" || class_name == "__hip_bfloat16" || class_name == "hip_bfloat16")
    return "rocm_bindgen::bf16";
  // __hip_fp8_e4m3_fnuz is not included: it has the same width but another encoding.
  if (class_name == "__nv_fp8_e4m3" || class_name == "__hip_fp8_e4m3") return "rocm_bindgen::f8e4m3";
  return {};
}

/// Returns the type of the launch function's parameter for a value of `type`; "" if there is no such type.
std::string scalar_launch_type(clang::QualType type, const clang::ASTContext& context) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* enumeration = type->getAs<clang::EnumType>()) type = enumeration->getDecl()->getIntegerType();
  if (type.isNull()) return {};
  if (const auto* record = type->getAsCXXRecordDecl()) return small_float_type(record->getNameAsString());
  if (type->isBooleanType()) return "bool";
  if (type->isSpecificBuiltinType(clang::BuiltinType::Half) || type->isSpecificBuiltinType(clang::BuiltinType::Float16))
    return "rocm_bindgen::f16";
  if (type->isSpecificBuiltinType(clang::BuiltinType::BFloat16)) return "rocm_bindgen::bf16";
  if (type->isSpecificBuiltinType(clang::BuiltinType::Float)) return "float";
  if (type->isSpecificBuiltinType(clang::BuiltinType::Double)) return "double";
  if (type->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
      type->isSpecificBuiltinType(clang::BuiltinType::Char_U))
    return "char";
  const auto bits = context.getTypeSize(type);
  if (!type->isBuiltinType() || !type->isIntegerType() || bits > 64) return {};
  return fmt::format("std::{}int{}_t", type->isUnsignedIntegerType() ? "u" : "", bits);
}

/// Returns the type of the launch function's parameter; "" = a struct that is passed by value.
std::string launch_type(clang::QualType type, const clang::ASTContext& context) {
  type = type.getCanonicalType();
  if (!type->isPointerType() && !type->isReferenceType()) return scalar_launch_type(type, context);
  const auto pointee = type->getPointeeType();
  auto name = pointee->isPointerType() ? std::string() : scalar_launch_type(pointee, context);
  if (name.empty()) name = "void";
  return (pointee.isConstQualified() ? "const " : "") + name + "*";
}

class KernelCollector : public clang::ASTConsumer {
 public:
  KernelCollector(std::vector<KernelSignature>& kernels, std::vector<KernelWrite>& writes)
      : kernels_(kernels), writes_(writes) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    visit(context.getTranslationUnitDecl(), context);
    // Kernels are sorted by their position in the translation unit, which does not depend on paths, and instances of
    // one template by their symbols.
    const auto& sources = context.getSourceManager();
    std::stable_sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) {
      if (a.location != b.location) return sources.isBeforeInTranslationUnit(a.location, b.location);
      return a.signature.symbol < b.signature.symbol;
    });
    for (auto& kernel : found_) kernels_.push_back(std::move(kernel.signature));
  }

 private:
  // Kernels are members of namespaces or classes. Bodies are not visited, so the search is cheap even with the HIP
  // headers in the AST. Precompiled headers are not loaded for it, because they define no kernels.
  void visit(const clang::DeclContext* scope, clang::ASTContext& context) {
    for (const auto* declaration : scope->noload_decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        add(function, context);
      } else if (const auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
        for (const auto* instance : function_template->specializations()) add(instance, context);
      } else if (const auto* class_template = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
        for (const auto* instance : class_template->specializations()) visit(instance, context);
      } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(declaration)) {
        visit(llvm::cast<clang::DeclContext>(declaration), context);
      }
    }
  }

  void add(const clang::FunctionDecl* function, clang::ASTContext& context) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->isDependentContext()) return;
    const auto* definition = function->getDefinition();
    if (definition == nullptr || definition->isInvalidDecl() || definition->isDeleted()) return;
    // With `extern template`, another translation unit has the code.
    if (definition->getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDeclaration) return;
    if (!seen_.insert(definition->getCanonicalDecl()).second) return;
    found_.push_back({definition->getLocation(), describe(definition, context)});
    note_write(*definition, found_.back().signature, context);
  }

  void note_write(const clang::FunctionDecl& kernel, const KernelSignature& signature, clang::ASTContext& context) {
    const auto location = first_global_write(kernel, context);
    if (!location) return;
    const auto& sources = context.getSourceManager();
    const auto presumed = sources.getPresumedLoc(sources.getExpansionLoc(*location));
    if (presumed.isValid())
      writes_.push_back({signature.symbol, signature.qualified_name, presumed.getFilename(), presumed.getLine()});
  }

  static KernelSignature describe(const clang::FunctionDecl* kernel, clang::ASTContext& context) {
    KernelSignature signature;
    signature.symbol = clang::ASTNameGenerator(context).getName(kernel);
    llvm::raw_string_ostream name(signature.qualified_name);
    clang::PrintingPolicy policy(context.getLangOpts());
    policy.SuppressUnwrittenScope = true;
    policy.AnonymousTagLocations = false;  // they would contain paths
    kernel->getNameForDiagnostic(name, policy, /*Qualified=*/true);
    name.flush();
    signature.extern_c = kernel->isExternC();
    signature.external = kernel->isExternallyVisible();
    const auto& sources = context.getSourceManager();
    const auto location = sources.getPresumedLoc(sources.getExpansionLoc(kernel->getLocation()));
    if (location.isValid()) {
      signature.file = location.getFilename();
      signature.line = location.getLine();
    }
    for (const auto* parameter : kernel->parameters()) {
      const auto type = parameter->getType();
      const auto stored = type->isReferenceType() ? context.VoidPtrTy : type;
      // In a source with errors, a parameter may have an incomplete type, which has no size.
      if (parameter->isInvalidDecl() || stored->isIncompleteType()) continue;
      signature.parameters.push_back({parameter->getNameAsString(), type.getAsString(policy),
                                      launch_type(type, context),
                                      static_cast<std::uint32_t>(context.getTypeSizeInChars(stored).getQuantity()),
                                      static_cast<std::uint32_t>(context.getTypeAlignInChars(stored).getQuantity())});
    }
    return signature;
  }

  struct Found {
    clang::SourceLocation location;
    KernelSignature signature;
  };

  std::vector<KernelSignature>& kernels_;
  std::vector<KernelWrite>& writes_;
  std::vector<Found> found_;
  std::set<const clang::FunctionDecl*> seen_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_kernel_collector(std::vector<KernelSignature>& kernels,
                                                          std::vector<KernelWrite>& writes) {
  return std::make_unique<KernelCollector>(kernels, writes);
}

}  // namespace rocm_bindgen::build
