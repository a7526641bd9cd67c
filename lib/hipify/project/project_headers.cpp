#include "hipify/project/project_headers.hpp"

#include <algorithm>
#include <array>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Number of levels that are searched for a project's header folders: the source's own folder and those above it. The
/// headers of a source that is deeper in its project's tree are found only with -I flags.
constexpr int kMaxLevels = 5;
/// Usual names of header folders within a level; "" is the level itself.
constexpr std::array<const char*, 11> kHeaderFolders{"",      "include", "inc",    "common", "Common", "common/inc",
                                                     "utils", "util",    "shared", "src",    "helper"};

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Folders that belong to no project. The search stops there, because the files below them are the system's.
bool is_system_folder(const fs::path& folder) {
  const auto name = folder.string();
  return name == "/" || name == "/usr" || name == "/usr/local" || name == "/opt" || name == "/home" || name == "/tmp";
}

/// The values of a flag that is separate from its value or, with `may_be_joined`, joined to it.
std::vector<fs::path> values_of(const std::vector<std::string>& flags, std::initializer_list<std::string_view> options,
                                bool may_be_joined) {
  std::vector<fs::path> values;
  for (std::size_t i = 0; i < flags.size(); ++i)
    for (const auto option : options) {
      if (flags[i] == option && i + 1 < flags.size()) {
        values.emplace_back(flags[++i]);
        break;
      }
      if (may_be_joined && flags[i].starts_with(option) && flags[i].size() > option.size()) {
        values.emplace_back(flags[i].substr(option.size()));
        break;
      }
    }
  return values;
}

}  // namespace

std::vector<fs::path> project_include_folders(const std::vector<std::string>& clang_flags) {
  auto folders = values_of(clang_flags, {"-iquote", "-I"}, /*may_be_joined=*/true);
  // A folder with this header is that of a CUDA SDK.
  folders.erase(std::remove_if(folders.begin(), folders.end(),
                               [](const fs::path& folder) { return is_file(folder / "cuda_runtime_api.h"); }),
                folders.end());
  return folders;
}

std::vector<fs::path> forced_includes(const std::vector<std::string>& clang_flags) {
  return values_of(clang_flags, {"-include"}, /*may_be_joined=*/false);
}

std::optional<ResolvedInclude> IncludeResolver::resolve(const IncludeDirective& include, const fs::path& includer) {
  const auto [known, is_new] =
      known_.try_emplace({include.name, include.quoted, include.quoted ? includer.parent_path() : fs::path()});
  if (is_new) known->second = search(include, includer);
  return known->second;
}

std::optional<ResolvedInclude> IncludeResolver::search(const IncludeDirective& include, const fs::path& includer) {
  using Way = ResolvedInclude::Way;
  const fs::path name(include.name);
  std::vector<ResolvedInclude> candidates;
  if (name.is_absolute()) {
    candidates.push_back({name, Way::includer_folder, {}});
  } else {
    if (include.quoted)
      candidates.push_back({includer.parent_path() / name, Way::includer_folder, includer.parent_path()});
    for (const auto& folder : folders_) candidates.push_back({folder / name, Way::flag, folder});
  }
  std::error_code error;
  for (const auto& candidate : candidates) {
    if (is_file(candidate.path)) return candidate;
    absent_.insert(fs::absolute(candidate.path, error).string());
  }
  return name.is_absolute() ? std::nullopt : find_nearby(include);
}

std::optional<ResolvedInclude> IncludeResolver::find_nearby(const IncludeDirective& include) {
  const auto& name = include.name;
  // <zlib.h> is the system's header, even if a project folder has a file of that name. A name without an extension,
  // such as <vector>, is the C++ library's.
  const auto system = fs::path("/usr/include") / name;
  if ((!include.quoted && is_file(system)) || name.find('.') == std::string::npos) return std::nullopt;
  if (!include.quoted) absent_.insert(system.string());
  std::error_code error;
  auto level = fs::absolute(source_, error).lexically_normal().parent_path();
  for (int i = 0; i < kMaxLevels && !is_system_folder(level); ++i, level = level.parent_path()) {
    for (const auto* below : kHeaderFolders) {
      const auto folder = (level / below).lexically_normal();
      if (!is_file(folder / name)) {
        if (!fs::exists(folder / name, error)) absent_.insert((folder / name).string());
        continue;
      }
      if (std::find(implied_.begin(), implied_.end(), folder) == implied_.end()) implied_.push_back(folder);
      return ResolvedInclude{folder / name, ResolvedInclude::Way::implied, folder};
    }
    // Folders above the root of a checkout do not belong to the project.
    if (fs::exists(level / ".git", error)) break;
  }
  return std::nullopt;
}

}  // namespace rocm_bindgen::build
