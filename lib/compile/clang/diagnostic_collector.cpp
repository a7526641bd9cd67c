#include "compile/clang/diagnostic_collector.hpp"

#include <utility>

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/TextDiagnostic.h>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

namespace rocm_bindgen::build {
namespace {

/// Formats the source line with the caret below it, and the same for each macro expansion. TextDiagnostic prints the
/// message first. The message is "\x01" here, so that its line can be found and removed.
std::string snippet_of(const clang::Diagnostic& info, const clang::LangOptions& language,
                       clang::DiagnosticsEngine::Level level) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  options->ShowColors = false;
  clang::TextDiagnostic printer(stream, language, options.get());
  printer.emitDiagnostic(clang::FullSourceLoc(info.getLocation(), info.getSourceManager()), level, "\x01",
                         info.getRanges(), info.getFixItHints());
  stream.flush();
  const auto marker = text.find('\x01');
  const auto line_end = marker == std::string::npos ? std::string::npos : text.find('\n', marker);
  return line_end == std::string::npos ? std::string() : text.substr(line_end + 1);
}

}  // namespace

void DiagnosticCollector::BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor*) {
  language_ = options;
}

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  using Level = clang::DiagnosticsEngine::Level;
  if (level == Level::Ignored) return;
  Diagnostic diagnostic;
  diagnostic.severity = level >= Level::Error     ? Severity::error
                        : level == Level::Warning ? Severity::warning
                                                  : Severity::note;
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  diagnostic.text = llvm::StringRef(text).rtrim().str();
  if (info.getID() == clang::diag::warn_pp_date_time) {
    depends_on_time_ = true;
    diagnostic.hint =
        "with this macro, the same input gives different bytes each time; -Wno-date-time disables this warning";
  }
  if (diagnostic.severity == Severity::note) {
    if (is_dropped_) return;
  } else {
    const auto count = ++count_by_text_[diagnostic.text];
    is_dropped_ = count > kMaxWithSameText;
    const bool is_unwanted = drops_warnings_ && diagnostic.severity == Severity::warning;
    if (count == kMaxWithSameText + 1 && !is_unwanted) {
      diagnostic.text = fmt::format("further messages with the text \"{}\" are not shown", diagnostic.text);
      diagnostic.severity = Severity::note;
      into_.push_back(std::move(diagnostic));
    }
    if (is_dropped_) return;
  }
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const auto& sources = info.getSourceManager();
    const auto location = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
    if (location.isValid()) {
      diagnostic.file = location.getFilename();
      diagnostic.line = location.getLine();
      diagnostic.column = location.getColumn();
    }
    diagnostic.snippet = snippet_of(info, language_, level);
  } else if (info.hasSourceManager()) {
    // When arguments of attributes are parsed ahead, the parser may have no current location. The message
    // then names the main file.
    const auto& sources = info.getSourceManager();
    if (const auto main = sources.getFileEntryRefForID(sources.getMainFileID())) diagnostic.file = main->getName();
  }
  if (refusals_ != nullptr) note_refusal(info, diagnostic);
  if (drops_warnings_ && diagnostic.severity == Severity::warning) {
    is_dropped_ = true;
    return;
  }
  into_.push_back(std::move(diagnostic));
}

void DiagnosticCollector::note_base_member(const clang::Diagnostic& info) {
  const auto member = std::exchange(base_member_, {});
  if (info.getID() == clang::diag::err_found_in_dependent_base) base_member_ = info.getLocation();
  if (member.isInvalid() || info.getNumArgs() == 0 || info.getArgKind(0) != clang::DiagnosticsEngine::ak_nameddecl)
    return;
  // In a static function there is no `this`.
  const auto* method =
      llvm::dyn_cast<clang::CXXMethodDecl>(reinterpret_cast<const clang::NamedDecl*>(info.getRawArg(0)));
  if (method != nullptr && method->isInstance()) refusals_->base_members.push_back(member);
}

void DiagnosticCollector::note_later_function(const clang::Diagnostic& info) {
  if (info.getID() == clang::diag::note_not_found_by_two_phase_lookup && early_call_.isValid())
    refusals_->later_functions.push_back({early_call_, info.getLocation()});
  if (info.getID() == clang::diag::err_not_found_by_two_phase_lookup) early_call_ = info.getLocation();
}

void DiagnosticCollector::note_refusal(const clang::Diagnostic& info, Diagnostic& diagnostic) {
  note_base_member(info);
  note_later_function(info);
  if (info.getID() == clang::diag::err_missing_dependent_template_keyword ||
      info.getID() == clang::diag::err_template_kw_missing)
    refusals_->member_templates.push_back(info.getLocation());
  if (info.getID() == clang::diag::err_shared_var_init) refusals_->shared_initialisers.push_back(info.getLocation());
  if (info.getID() != clang::diag::err_ref_bad_target) return;
  // The message's arguments: 0: whether the used function or variable is for host, device or both; 1: whether it is a
  // function or a variable; 2: its declaration; 3: whether the function that uses it is for host, device or both.
  // kHost and kHostDevice are values of clang's CUDAFunctionTarget.
  constexpr int kHost = 2, kHostDevice = 3, kFunction = 0;
  const auto* used =
      llvm::dyn_cast_or_null<clang::FunctionDecl>(info.getArgKind(2) == clang::DiagnosticsEngine::ak_nameddecl
                                                      ? reinterpret_cast<const clang::NamedDecl*>(info.getRawArg(2))
                                                      : nullptr);
  if (info.getArgSInt(0) == kHost && info.getArgSInt(1) == kFunction && info.getArgSInt(3) == kHostDevice &&
      used != nullptr) {
    refusals_->host_uses.push_back(info.getLocation());
    refusals_->host_functions.insert(used->getCanonicalDecl());
    if (diagnostic.severity == Severity::warning) diagnostic.hint = "a thread that executes this in device code traps";
  } else {
    // nvcc refuses this use too. If run_cc1() is lenient, clang reports it as a warning all the same.
    diagnostic.severity = Severity::error;
    has_wrong_use_ = true;
  }
}

}  // namespace rocm_bindgen::build
