#include "hipify/front_end/debug_pragma.hpp"

#include <array>

#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

namespace rocm_bindgen::build {
namespace {

/// The kinds of the pragma at which clang's own handler crashes the process.
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
// LeakSanitizer calls this function by name. Preprocessor::RemovePragmaHandler() gives up ownership of the handler
// without returning a pointer to it, so the handler that bound_debug_pragma() removes leaks: 40 bytes per compile.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:clang::Preprocessor::RegisterBuiltinPragmas";
}
#endif
#endif

void bound_debug_pragma(clang::Preprocessor& preprocessor) {
  // The preprocessor identifies handlers by name, so a handler of the same name removes clang's own.
  BoundedPragma same_name;
  preprocessor.RemovePragmaHandler("clang", &same_name);
  preprocessor.AddPragmaHandler("clang", new BoundedPragma);  // the preprocessor takes ownership
}

}  // namespace rocm_bindgen::build
