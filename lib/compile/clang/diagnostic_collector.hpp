#pragma once

#include <map>
#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

#include "compile/clang/refusals.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Turns clang's diagnostics into ours, with the source lines that clang would print below them. Of messages with the
/// same text, and a source can have one per byte, the first kMostAlike are kept, and the last of them is followed by a
/// note.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  static constexpr unsigned kMostAlike = 100;

  /// `refusals`, if given, gets what clang refuses and nvcc accepts.
  explicit DiagnosticCollector(std::vector<Diagnostic>& into, Refusals* refusals = nullptr)
      : into_(into), refusals_(refusals) {}

  /// Was there a use of the host's functions that is an error in nvcc, too? Clang's engine does not count it as one.
  bool has_wrong_use() const { return has_wrong_use_; }

  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  void note_refusal(const clang::Diagnostic& info, Diagnostic& diagnostic);

  std::vector<Diagnostic>& into_;
  Refusals* refusals_;
  bool has_wrong_use_ = false;
  clang::LangOptions language_;
  std::map<std::string, unsigned> alike_;  ///< how often each text came
  bool is_dropped_ = false;                ///< the last message that is not a note, and so those about it
};

}  // namespace rocm_bindgen::build
