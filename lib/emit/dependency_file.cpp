// A dependency file is read by make, by ninja, or by both, and the two parse it differently. Some characters can be
// written so that both read them correctly: a space, '#' and ':' after a backslash, and '$' doubled. For others there
// is no such spelling, and a path with them is an error: a build that silently watches the wrong file would not be
// rebuilt when it should be.

#include "emit/dependency_file.hpp"

#include <algorithm>
#include <glob.h>

#include <fmt/format.h>

#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

/// Characters that end a word for make, ninja or both, even after a backslash. Quotation marks and '&' are not among
/// them, because ninja reads them since version 1.12.
constexpr std::string_view kEndWords = ";|*?<>^`";

bool is_control(char c) {
  return (c >= 0 && c < ' ') || c == '\x7f';
}

/// Whether make, which expands [...] in prerequisites and targets, would find files other than `path`.
bool matches_others(const std::string& path) {
  if (path.find('[') == std::string::npos) return false;
  glob_t found{};
  const bool any = ::glob(path.c_str(), GLOB_NOSORT, nullptr, &found) == 0;
  const bool others = any && (found.gl_pathc != 1 || path != found.gl_pathv[0]);
  ::globfree(&found);
  return others;
}

/// Describes what make or ninja would misread in `path`; empty if both read it correctly.
std::string misread_part(const std::string& path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == '\n') return "a newline";
    if (is_control(c)) return fmt::format("the control character '{}'", for_terminal(path.substr(i, 1)));
    if (kEndWords.find(c) != std::string_view::npos) return fmt::format("'{}'", c);
    // make removes half of the backslashes before an escaped '#' or ':', and ninja none. (Both remove half of those
    // before a space.)
    if (c == '\\' && i + 1 < path.size() && (path[i + 1] == '#' || path[i + 1] == ':'))
      return fmt::format("'{}'", path.substr(i, 2));
  }
  // A backslash would escape the blank or the newline after the path, and make takes a ':' before a blank for the end
  // of the targets.
  if (path.ends_with('\\') || path.ends_with(':')) return fmt::format("a '{}' at the end", path.back());
  // make reads this as a user's home folder,
  if (path.starts_with('~')) return "'~' at the beginning";
  // and this as a member of an archive.
  if (path.ends_with(')') && path.find('(', 1) != std::string::npos) return "'(...)' at the end";
  return matches_others(path) ? "'[...]', which make expands to another file," : "";
}

Failure cannot_write(const std::string& path, const std::string& part, ExitCode code, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.file = path;
  std::replace(diagnostic.file.begin(), diagnostic.file.end(), '\n', '?');
  diagnostic.text = fmt::format("{} in a file name cannot be written to a dependency file", part);
  diagnostic.hint = std::move(hint);
  return Failure(std::move(diagnostic));
}

}  // namespace

std::string escape_dependency(const std::string& path) {
  std::string word;
  std::size_t backslashes = 0;  // directly before c
  for (const char c : path) {
    // A backslash needs no escape, except that those before a space are doubled. Before '#' and ':', a path that was
    // checked has none.
    if (c == ' ' || c == '#' || c == ':') word.append(backslashes + 1, '\\');
    if (c == '$') word += '$';
    word += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return word;
}

Expected<Done> check_prerequisite(const std::string& path) {
  const auto part = misread_part(path);
  if (part.empty()) return Done{};
  return cannot_write(path, part, ExitCode::source_error, "rename the file, or build without -MD");
}

Expected<Done> check_target(const std::string& path) {
  auto part = misread_part(path);
  // In a target, make reads '%' as a pattern, and '=' as an assignment.
  for (const char c : {'%', '='})
    if (part.empty() && path.find(c) != std::string::npos) part = fmt::format("'{}'", c);
  if (part.empty()) return Done{};
  return cannot_write(path, part, ExitCode::usage, "choose another name with -o, or set the target with -MT");
}

Expected<std::string> emit_dependency_file(const std::vector<std::string>& targets,
                                           const std::vector<std::string>& prerequisites) {
  for (const auto& path : prerequisites) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_prerequisite(path));
  }
  // make reads "target: a=b" as the definition of a variable, so the first prerequisite must not contain '='.
  auto words = prerequisites;
  const auto first = std::find_if(words.begin(), words.end(),
                                  [](const std::string& path) { return path.find('=') == std::string::npos; });
  if (first == words.end() && !words.empty())
    return cannot_write(words.front(), "'='", ExitCode::source_error, "rename the file, or build without -MD");
  if (first != words.end()) std::rotate(words.begin(), first, first + 1);
  std::string text;
  for (const auto& target : targets) text += (text.empty() ? "" : " ") + target;
  text += ':';
  for (const auto& word : words) text += " \\\n  " + escape_dependency(word);
  return text + '\n';
}

}  // namespace rocm_bindgen::build
