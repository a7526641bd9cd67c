#include "rocm_bindgen/build/diagnostic.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "support/append.hpp"
#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

/// Escape sequences of a terminal, the same as clang's.
constexpr std::string_view kPlain = "\033[0m";
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kBoldGreen = "\033[0;1;32m";

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "\033[0;1;36m";
    case Severity::warning:
      return "\033[0;1;35m";
    case Severity::error:
      break;
  }
  return "\033[0;1;31m";
}

/// Colours the marks below source lines green. A line of marks has no line number before its bar and only marks after
/// it. A line with a suggested change has other characters and is not coloured.
std::string coloured_snippet(std::string_view snippet) {
  std::string out;
  while (!snippet.empty()) {
    const auto end = std::min(snippet.find('\n'), snippet.size() - 1) + 1;
    auto line = snippet.substr(0, end);
    snippet.remove_prefix(end);
    if (line.back() == '\n') line.remove_suffix(1);
    const auto bar = line.find('|');
    const bool is_marks = bar != std::string_view::npos && line.find_first_not_of(' ') == bar &&
                          line.find_first_not_of(" ^~", bar + 1) == std::string_view::npos;
    out += is_marks ? fmt::format("{}{}{}{}", line.substr(0, bar + 1), kBoldGreen, line.substr(bar + 1), kPlain)
                    : std::string(line);
    out += '\n';
  }
  return out;
}

bool is_same_message(const Diagnostic& a, const Diagnostic& b) {
  return a.severity == b.severity && a.file == b.file && a.line == b.line && a.column == b.column && a.text == b.text;
}

/// Merges the diagnostic into an equal one at index `from` or later; appends it if there is none.
void fold_into(std::vector<Diagnostic>& messages, Diagnostic diagnostic, std::size_t from) {
  const auto same =
      std::find_if(messages.begin() + static_cast<std::ptrdiff_t>(std::min(from, messages.size())), messages.end(),
                   [&](const Diagnostic& other) { return is_same_message(other, diagnostic); });
  if (same == messages.end()) {
    messages.push_back(std::move(diagnostic));
    return;
  }
  for (auto& target : diagnostic.targets)
    if (std::find(same->targets.begin(), same->targets.end(), target) == same->targets.end())
      same->targets.push_back(std::move(target));
}

}  // namespace

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

bool is_explanation(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::note && !diagnostic.category.empty();
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

std::vector<Diagnostic> fold_targets(std::vector<Diagnostic> diagnostics) {
  // Each element is a message with the notes that follow it; the notes belong to that message only.
  std::vector<std::vector<Diagnostic>> groups;
  // The position in `groups` of each distinct message. A map is used because a compiler may report a message for every
  // byte of a source.
  std::map<std::tuple<Severity, std::string, unsigned, unsigned, std::string>, std::size_t> known;
  std::size_t current = 0;
  for (auto& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::note && !is_explanation(diagnostic) && !groups.empty()) {
      fold_into(groups[current], std::move(diagnostic), /*from=*/1);
      continue;
    }
    current =
        known
            .try_emplace({diagnostic.severity, diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.text},
                         groups.size())
            .first->second;
    if (current == groups.size()) groups.emplace_back();
    fold_into(groups[current], std::move(diagnostic), /*from=*/0);
  }
  std::vector<Diagnostic> folded;
  for (auto& messages : groups) append(folded, std::move(messages));
  return folded;
}

std::vector<Diagnostic> fold_categories(std::vector<Diagnostic> diagnostics, std::size_t most) {
  std::vector<Diagnostic> kept;
  std::map<std::string, std::size_t> counts;
  std::vector<std::string> order;  // of categories with more than `most` warnings
  bool keeps_notes = true;
  for (auto& diagnostic : diagnostics) {
    if (is_explanation(diagnostic)) continue;
    if (diagnostic.severity != Severity::note) {
      keeps_notes = true;
      if (diagnostic.severity == Severity::warning && !diagnostic.category.empty()) {
        const auto count = ++counts[diagnostic.category];
        keeps_notes = count <= most;
        if (count == most + 1) order.push_back(diagnostic.category);
      }
    }
    if (keeps_notes) kept.push_back(std::move(diagnostic));
  }
  for (const auto& category : order) {
    Diagnostic summary;
    summary.severity = Severity::warning;
    const auto more = counts[category] - most;
    summary.text = fmt::format("{} more warning{} of this kind; --verbose prints {}", more, more == 1 ? "" : "s",
                               more == 1 ? "it" : "them");
    summary.category = category;
    kept.push_back(std::move(summary));
  }
  return kept;
}

namespace {

/// Escapes a message. Indented continuation lines, as in lists of tried paths, are kept. Any other newline comes from a
/// name, and must not start a line that looks like a message.
std::string message_for_terminal(std::string_view text) {
  constexpr std::string_view kNextLine = "\n    ";
  std::string shown;
  for (auto at = text.find(kNextLine); at != std::string_view::npos; at = text.find(kNextLine)) {
    shown += for_terminal(text.substr(0, at));
    shown += kNextLine;
    text.remove_prefix(at + kNextLine.size());
  }
  return shown + for_terminal(text);
}

}  // namespace

std::string render(const Diagnostic& diagnostic, bool colours) {
  const auto on = [&](std::string_view sequence) { return colours ? sequence : std::string_view(); };
  std::string out(on(kBold));
  if (!diagnostic.file.empty()) {
    out += for_terminal(diagnostic.file);
    if (diagnostic.line != 0) out += fmt::format(":{}", diagnostic.line);
    if (diagnostic.line != 0 && diagnostic.column != 0) out += fmt::format(":{}", diagnostic.column);
  } else {
    out += "rocm-bindgen";
  }
  out += fmt::format(": {}{}: {}{}{}", on(colour_of(diagnostic.severity)), name_of(diagnostic.severity), on(kPlain),
                     on(diagnostic.severity == Severity::note ? "" : kBold), message_for_terminal(diagnostic.text));
  if (!diagnostic.category.empty()) out += fmt::format(" [{}]", for_terminal(diagnostic.category));
  if (!diagnostic.targets.empty())
    out += fmt::format(" [{}]", for_terminal(fmt::format("{}", fmt::join(diagnostic.targets, ", "))));
  out += on(kPlain);
  out += '\n';
  const auto snippet = lines_for_terminal(diagnostic.snippet);
  out += colours ? coloured_snippet(snippet) : snippet;
  if (!diagnostic.hint.empty()) out += fmt::format("  help: {}\n", for_terminal(diagnostic.hint));
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
  return json_text(json) + "\n";
}

}  // namespace rocm_bindgen::build
