#include "hipify/debug_pragma.hpp"

#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

namespace rocm_bindgen {
namespace {

class RefusedPragma : public clang::PragmaHandler {
 public:
  RefusedPragma() : PragmaHandler("__debug") {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer, clang::Token&) override {
    auto& diagnostics = preprocessor.getDiagnostics();
    preprocessor.Diag(introducer.Loc,
                      diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, kDebugPragmaRefused));
  }
};

}  // namespace

void refuse_debug_pragma(clang::Preprocessor& preprocessor) {
  // Handlers are known by their names: this takes clang's own out.
  RefusedPragma named_so;
  preprocessor.RemovePragmaHandler("clang", &named_so);
  preprocessor.AddPragmaHandler("clang", new RefusedPragma);  // the preprocessor's from here on
}

}  // namespace rocm_bindgen
