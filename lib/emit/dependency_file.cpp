#include "emit/dependency_file.hpp"

namespace rocm_bindgen {

std::string escape_dependency(const std::string& path) {
  std::string word;
  std::size_t backslashes = 0;  // right before c
  for (const char c : path) {
    // A backslash is itself, except for those before an escaped character, which are doubled.
    if (c == ' ' || c == '#' || c == ':') word.append(backslashes + 1, '\\');
    if (c == '$') word += '$';
    word += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return word;
}

std::string emit_dependency_file(const std::vector<std::string>& targets,
                                 const std::vector<std::string>& prerequisites) {
  std::string text;
  for (const auto& target : targets) text += (text.empty() ? "" : " ") + target;
  text += ':';
  for (const auto& prerequisite : prerequisites) text += " \\\n  " + escape_dependency(prerequisite);
  return text + '\n';
}

}  // namespace rocm_bindgen
