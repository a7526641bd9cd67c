#include "compile/clang/clang_messages.hpp"

#include <optional>
#include <regex>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {
namespace {

Severity severity_of(const std::string& word) {
  if (word == "warning") return Severity::warning;
  return word == "error" || word == "fatal error" ? Severity::error : Severity::note;
}

/// Parses a line that starts a diagnostic; nothing if it does not.
std::optional<Diagnostic> parse_line(const std::string& line, const std::string& source) {
  static const std::regex in_file(R"((.*?):(\d+):(\d+): (fatal error|error|warning|note|remark): (.*))");
  static const std::regex elsewhere(R"((?:clang[^ :]*: )?(fatal error|error|warning|note|remark): (.*))");
  std::smatch match;
  Diagnostic diagnostic;
  diagnostic.file = source;
  if (std::regex_match(line, match, in_file)) {
    diagnostic.file = match[1];
    diagnostic.line = static_cast<unsigned>(std::strtoul(match[2].str().c_str(), nullptr, 10));
    diagnostic.column = static_cast<unsigned>(std::strtoul(match[3].str().c_str(), nullptr, 10));
    diagnostic.severity = severity_of(match[4]);
    diagnostic.text = match[5];
    return diagnostic;
  }
  if (!std::regex_match(line, match, elsewhere)) return std::nullopt;
  diagnostic.severity = severity_of(match[1]);
  diagnostic.text = match[2];
  return diagnostic;
}

/// Whether the line is a summary, or part of the include stack, which the built-in compiler does not print either.
bool is_of_no_interest(const std::string& line) {
  static const std::regex pattern(R"((\d+ (warnings?|errors?)( and )?)+ generated.*|In file included from .*:)");
  return std::regex_match(line, pattern);
}

}  // namespace

std::vector<Diagnostic> parse_clang_messages(const std::string& output, const std::string& source) {
  std::vector<Diagnostic> found;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(output).split(lines, '\n');
  for (const auto raw : lines) {
    const auto line = raw.rtrim().str();
    if (line.empty() || is_of_no_interest(line)) continue;
    if (auto diagnostic = parse_line(line, source)) {
      found.push_back(std::move(*diagnostic));
    } else if (!found.empty()) {
      found.back().snippet += line + "\n";
    }
  }
  return found;
}

}  // namespace rocm_bindgen::build
