#pragma once

#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

#include "support/diagnostic.hpp"

namespace rocm_bindgen {

/// Turns clang's diagnostics into ours, with the source lines that clang would print below them.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  explicit DiagnosticCollector(std::vector<Diagnostic>& into) : into_(into) {}

  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  std::vector<Diagnostic>& into_;
  clang::LangOptions language_;
};

}  // namespace rocm_bindgen
