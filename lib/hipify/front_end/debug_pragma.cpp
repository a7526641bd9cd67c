#include "hipify/front_end/debug_pragma.hpp"

#include <array>

#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

namespace rocm_bindgen::build {
namespace {

/// In clang's handler all of these are ways to end the process.
constexpr std::array<llvm::StringLiteral, 5> kCrashes{"crash", "parser_crash", "assert", "llvm_fatal_error",
                                                      "llvm_unreachable"};

class BoundedPragma : public clang::PragmaHandler {
 public:
  BoundedPragma() : PragmaHandler("__debug") {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer, clang::Token&) override {
    clang::Token kind;
    preprocessor.LexUnexpandedToken(kind);
    const auto* word = kind.getIdentifierInfo();
    if (word != nullptr && llvm::is_contained(kCrashes, word->getName())) LLVM_BUILTIN_TRAP;
    auto& diagnostics = preprocessor.getDiagnostics();
    preprocessor.Diag(introducer.Loc,
                      diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, kDebugPragmaRefused));
  }
};

}  // namespace

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// LeakSanitizer asks for this. A preprocessor lets a removed handler go and tells nobody where it is: the one that
// bound_debug_pragma() takes out, 40 bytes for a compile, is never freed.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:clang::Preprocessor::RegisterBuiltinPragmas";
}
#endif
#endif

void bound_debug_pragma(clang::Preprocessor& preprocessor) {
  // Handlers are known by their names: this takes clang's own out.
  BoundedPragma named_so;
  preprocessor.RemovePragmaHandler("clang", &named_so);
  preprocessor.AddPragmaHandler("clang", new BoundedPragma);  // the preprocessor's from here on
}

}  // namespace rocm_bindgen::build
