#pragma once

#include <map>
#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

#include "support/diagnostic.hpp"

namespace rocm_bindgen {

/// Turns clang's diagnostics into ours, with the source lines that clang would print below them. Of messages with the
/// same text, and a source can have one per byte, the first kMostAlike are kept, and the last of them is followed by a
/// note.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  static constexpr unsigned kMostAlike = 100;

  explicit DiagnosticCollector(std::vector<Diagnostic>& into) : into_(into) {}

  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  std::vector<Diagnostic>& into_;
  clang::LangOptions language_;
  std::map<std::string, unsigned> alike_;  ///< how often each text came
  bool is_dropped_ = false;                ///< the last message that is not a note, and so those about it
};

}  // namespace rocm_bindgen
