#include "hipify/project_headers.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;

std::vector<fs::path> project_include_folders(const std::vector<std::string>& clang_flags) {
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i < clang_flags.size(); ++i) {
    const auto& flag = clang_flags[i];
    for (const std::string_view option : {"-I", "-iquote"}) {
      if (flag == option && i + 1 < clang_flags.size()) {
        folders.emplace_back(clang_flags[++i]);
        break;
      }
      if (flag.starts_with(option) && flag.size() > option.size()) folders.emplace_back(flag.substr(option.size()));
    }
  }
  return folders;
}

fs::path resolve_include(const IncludeDirective& include, const fs::path& includer,
                         const std::vector<fs::path>& folders, std::set<std::string>& absent) {
  std::error_code error;
  const fs::path name(include.name);
  std::vector<fs::path> candidates;
  if (name.is_absolute()) {
    candidates = {name};
  } else {
    if (include.quoted) candidates.push_back(includer.parent_path() / name);
    for (const auto& folder : folders) candidates.push_back(folder / name);
  }
  for (const auto& candidate : candidates) {
    if (fs::is_regular_file(candidate, error)) return candidate;
    absent.insert(fs::absolute(candidate, error).string());
  }
  return {};
}

}  // namespace rocm_bindgen
