#pragma once

#include <map>
#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceLocation.h>

#include "compile/clang/refusals.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Converts clang's diagnostics to ours, including the source lines that clang would print below them. A source may
/// cause one message per byte; of messages with the same text, the first kMaxWithSameText are kept, and a note follows
/// the last of them.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  /// More messages with one text than a user reads.
  static constexpr unsigned kMaxWithSameText = 100;

  /// If `refusals` is given, it receives constructs that clang refuses and nvcc accepts.
  explicit DiagnosticCollector(std::vector<Diagnostic>& into, Refusals* refusals = nullptr)
      : into_(into), refusals_(refusals) {}

  /// Whether a host function was used in a way that nvcc refuses too. clang's engine does not count this as an error if
  /// run_cc1() is lenient.
  bool has_wrong_use() const { return has_wrong_use_; }
  /// Whether __DATE__ or a similar macro was expanded, unless -Wno-date-time disables the warning about it.
  bool depends_on_time() const { return depends_on_time_; }

  /// Leaves warnings out, as clang does with -w. Refusals that clang reports as warnings are noted nevertheless.
  void drop_warnings() { drops_warnings_ = true; }

  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  void note_refusal(const clang::Diagnostic& info, Diagnostic& diagnostic);
  void note_base_member(const clang::Diagnostic& info);
  void note_later_function(const clang::Diagnostic& info);

  std::vector<Diagnostic>& into_;
  Refusals* refusals_;
  bool drops_warnings_ = false;
  bool has_wrong_use_ = false;
  bool depends_on_time_ = false;
  /// The place of the last message, if it is about a member of a dependent base class. The note that follows names the
  /// function in which it is.
  clang::SourceLocation base_member_;
  /// The place of the last error, if it is about a function that is declared after the template that calls it. A note
  /// after it is at the function.
  clang::SourceLocation early_call_;
  clang::LangOptions language_;
  std::map<std::string, unsigned> count_by_text_;  ///< number of messages with each text
  /// Whether the last message other than a note was dropped, and therefore its notes are as well.
  bool is_dropped_ = false;
};

}  // namespace rocm_bindgen::build
