#include "hipify/project_headers.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;

std::vector<fs::path> project_include_folders(const std::vector<std::string>& clang_flags) {
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i < clang_flags.size(); ++i) {
    const auto& flag = clang_flags[i];
    if (flag == "-I" && i + 1 < clang_flags.size()) {
      folders.emplace_back(clang_flags[++i]);
    } else if (flag.starts_with("-I") && flag.size() > 2) {
      folders.emplace_back(flag.substr(2));
    }
  }
  return folders;
}

fs::path resolve_include(const IncludeDirective& include, const fs::path& includer, const std::vector<fs::path>& folders) {
  std::error_code error;
  const auto is_file = [&](const fs::path& path) { return fs::is_regular_file(path, error); };
  const fs::path name(include.name);
  if (name.is_absolute()) return is_file(name) ? name : fs::path();
  if (include.quoted && is_file(includer.parent_path() / name)) return includer.parent_path() / name;
  for (const auto& folder : folders)
    if (is_file(folder / name)) return folder / name;
  return {};
}

}  // namespace rocm_bindgen
