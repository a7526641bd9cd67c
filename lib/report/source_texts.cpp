#include "report/source_texts.hpp"

#include <sstream>
#include <system_error>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;

SourceTexts::SourceTexts(const fs::path& folder) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    const auto name = entry->path().filename().string();
    if (name.starts_with('.') && entry->is_directory(unknown)) entry.disable_recursion_pending();
    if (entry->is_regular_file(unknown)) files_[name].push_back(entry->path());
  }
}

const std::vector<std::string>* SourceTexts::lines_of(const std::string& name) {
  const auto known = read_.find(name);
  if (known != read_.end()) return known->second ? &*known->second : nullptr;
  auto& lines = read_[name];
  const auto files = files_.find(name);
  if (files == files_.end() || files->second.size() != 1) return nullptr;
  const auto text = read_file(files->second.front());
  if (!text) return nullptr;
  lines.emplace();
  std::istringstream stream(*text);
  for (std::string line; std::getline(stream, line);) lines->push_back(std::move(line));
  return &*lines;
}

}  // namespace rocm_bindgen::build
