#include "support/diagnostic.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace rocm_bindgen {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

Failure::Failure(ExitCode code, std::string text, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.text = std::move(text);
  diagnostic.hint = std::move(hint);
  diagnostics.push_back(std::move(diagnostic));
}

ExitCode Failure::code() const {
  auto code = ExitCode::done;
  for (const auto& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) code = std::max(code, diagnostic.code);
  return code;
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

std::vector<Diagnostic> fold_targets(std::vector<Diagnostic> diagnostics) {
  std::vector<Diagnostic> folded;
  for (auto& diagnostic : diagnostics) {
    auto same = std::find_if(folded.begin(), folded.end(), [&](const Diagnostic& other) {
      return other.severity == diagnostic.severity && other.file == diagnostic.file && other.line == diagnostic.line &&
             other.column == diagnostic.column && other.text == diagnostic.text;
    });
    if (same == folded.end()) {
      folded.push_back(std::move(diagnostic));
      continue;
    }
    for (auto& target : diagnostic.targets)
      if (std::find(same->targets.begin(), same->targets.end(), target) == same->targets.end())
        same->targets.push_back(std::move(target));
  }
  return folded;
}

std::string render(const Diagnostic& diagnostic) {
  std::string out;
  if (!diagnostic.file.empty()) {
    out += diagnostic.file;
    if (diagnostic.line != 0) out += fmt::format(":{}", diagnostic.line);
    if (diagnostic.line != 0 && diagnostic.column != 0) out += fmt::format(":{}", diagnostic.column);
  } else {
    out += "rocm-bindgen";
  }
  out += fmt::format(": {}: {}", name_of(diagnostic.severity), diagnostic.text);
  if (!diagnostic.category.empty()) out += fmt::format(" [{}]", diagnostic.category);
  if (!diagnostic.targets.empty()) out += fmt::format(" [{}]", fmt::join(diagnostic.targets, ", "));
  out += '\n';
  out += diagnostic.snippet;
  if (!diagnostic.hint.empty()) out += fmt::format("  help: {}\n", diagnostic.hint);
  return out;
}

std::string render_json(const Diagnostic& diagnostic) {
  nlohmann::ordered_json json{{"severity", name_of(diagnostic.severity)},
                              {"file", diagnostic.file},
                              {"line", diagnostic.line},
                              {"column", diagnostic.column},
                              {"text", diagnostic.text},
                              {"hint", diagnostic.hint},
                              {"targets", diagnostic.targets},
                              {"category", diagnostic.category}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace rocm_bindgen
