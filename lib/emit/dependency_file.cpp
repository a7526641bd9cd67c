#include "emit/dependency_file.hpp"

namespace rocm_bindgen {

std::string escape_dependency(const std::string& path) {
  std::string word;
  for (const char c : path) {
    if (c == ' ' || c == '#' || c == ':' || c == '\\') word += '\\';
    if (c == '$') word += '$';
    word += c;
  }
  return word;
}

std::string emit_dependency_file(const std::vector<std::string>& targets, const std::vector<std::string>& prerequisites) {
  std::string text;
  for (const auto& target : targets) text += (text.empty() ? "" : " ") + target;
  text += ':';
  for (const auto& prerequisite : prerequisites) text += " \\\n  " + escape_dependency(prerequisite);
  return text + '\n';
}

}  // namespace rocm_bindgen
