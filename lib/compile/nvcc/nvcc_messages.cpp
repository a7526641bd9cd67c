#include "compile/nvcc/nvcc_messages.hpp"

#include <optional>
#include <regex>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {
namespace {

Severity severity_of(const std::string& word) {
  if (word.ends_with("warning")) return Severity::warning;
  return word.ends_with("error") || word == "fatal" ? Severity::error : Severity::note;
}

Diagnostic message(const std::string& severity, std::string file, const std::string& line, const std::string& column,
                   std::string text) {
  Diagnostic diagnostic;
  diagnostic.severity = severity_of(severity);
  diagnostic.file = std::move(file);
  diagnostic.line = static_cast<unsigned>(std::strtoul(line.c_str(), nullptr, 10));
  diagnostic.column = static_cast<unsigned>(std::strtoul(column.c_str(), nullptr, 10));
  diagnostic.text = std::move(text);
  return diagnostic;
}

/// Parses a line that starts a diagnostic; nothing if it does not.
std::optional<Diagnostic> parse_line(const std::string& line, const std::string& source) {
  static const std::regex front_end(R"((.*)\((\d+)\): ((?:catastrophic error|internal error|error|warning|note|remark))"
                                    R"((?: #\d+(?:-D)?)?): (.*))");
  static const std::regex host(R"((.*?):(\d+):(?:(\d+):)? ((?:fatal )?error|warning|note): (.*))");
  static const std::regex host_itself(R"((cc1plus|gcc|g\+\+|<command-line>): ((?:fatal )?error|warning): (.*))");
  // ptxas names an intermediate file, which no longer exists and has another path in each run; the name is dropped.
  static const std::regex assembler(R"((ptxas) .*, line \d+; (error|warning|fatal|info) *: (.*))");
  static const std::regex program(R"((ptxas|nvcc|nvlink|cicc|cudafe\+\+) (error|warning|fatal|info) *: (.*))");
  std::smatch match;
  if (std::regex_match(line, match, front_end)) {
    auto text = match[4].str();
    const auto words = match[3].str();
    const auto number = words.find(" #");
    const auto severity = words.substr(0, number);
    if (number != std::string::npos) text += " [" + words.substr(number + 1) + "]";
    return message(severity, match[1], match[2], "", text);
  }
  if (std::regex_match(line, match, host)) return message(match[4], match[1], match[2], match[3], match[5]);
  if (std::regex_match(line, match, host_itself))
    return message(match[2], source, "", "", match[1].str() + ": " + match[3].str());
  if (std::regex_match(line, match, assembler) || std::regex_match(line, match, program))
    return message(match[2], source, "", "", match[1].str() + ": " + match[3].str());
  return std::nullopt;
}

/// Whether the line is a summary or advice after the messages, which contains nothing new.
bool is_epilogue(const std::string& line) {
  static const std::regex pattern(R"(\d+ (errors?|warnings?) .*detected in the compilation of .*)"
                                  R"(|Remark: The warnings can be suppressed with .*|compilation terminated\.)"
                                  R"(|ptxas fatal *: Ptx assembly aborted due to errors)");
  return std::regex_match(line, pattern);
}

}  // namespace

std::vector<Diagnostic> parse_nvcc_messages(const std::string& output, const std::string& source) {
  std::vector<Diagnostic> found;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(output).split(lines, '\n');
  for (const auto raw : lines) {
    const auto line = raw.rtrim().str();
    if (line.empty() || is_epilogue(line)) continue;
    if (auto diagnostic = parse_line(line, source)) {
      found.push_back(std::move(*diagnostic));
    } else if (!found.empty()) {
      found.back().snippet += line + "\n";
    } else {
      found.push_back(message("note", source, "", "", line));
    }
  }
  return found;
}

}  // namespace rocm_bindgen::build
