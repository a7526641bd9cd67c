#include "compile/diagnostic_collector.hpp"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/TextDiagnostic.h>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

namespace rocm_bindgen {
namespace {

/// The source line and the caret below it, and the macros that it comes from, each at its place. TextDiagnostic prints
/// the message first; that line is dropped.
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
  if (info.getID() == clang::diag::warn_pp_date_time)
    diagnostic.hint = "with it, the same input gives other bytes each time; -Wno-date-time turns this warning off";
  if (diagnostic.severity == Severity::note) {
    if (is_dropped_) return;
  } else {
    const auto count = ++alike_[diagnostic.text];
    is_dropped_ = count > kMostAlike;
    if (count == kMostAlike + 1) {
      diagnostic.text = fmt::format("further messages that say \"{}\" are not shown", diagnostic.text);
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
  }
  into_.push_back(std::move(diagnostic));
}

}  // namespace rocm_bindgen
