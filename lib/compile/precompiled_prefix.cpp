#include "compile/precompiled_prefix.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile/compile_job.hpp"
#include "compile/compiler_flags.hpp"
#include "compile/flag_inputs.hpp"
#include "support/append.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::string real_path(const fs::path& path) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  return (error ? path : real).string();
}

/// All folders that the source's compile command searches for headers, except the system's: some are searched before
/// those, some after.
std::vector<std::string> own_folders(const HipSource& source, const CompileOptions& options) {
  auto folders = include_folders(options.user_flags);
  append(folders, source.implied_folders);
  return folders;
}

}  // namespace

std::string prefix_key(const HipSource& source, const TargetId& target, const CompileOptions& options, Side side) {
  if (target.is_nvidia() || !options.external.program.empty() || any_affects_more_than_code(options.user_flags))
    return {};
  if (side == Side::host && any_affects_more_than_code(options.host_flags)) return {};
  std::error_code error;
  // The flags may name files by paths relative to the current folder.
  const auto folder = files_named_by(options.user_flags).empty() ? fs::path() : fs::current_path(error);
  const auto command = prefix_command(source, target, options, "prefix.pch", side);
  return content_hash({options.installation, folder.string(), processor_named_by(command),
                       fmt::format("{}", fmt::join(command, "\n"))});
}

std::vector<std::string> hiding_paths(const PrecompiledPrefix& prefix, const HipSource& source,
                                      const CompileOptions& options) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& folder : own_folders(source, options))
    for (const auto& name : prefix.names) paths.push_back((fs::absolute(folder, error) / name).string());
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

bool fits(const PrecompiledPrefix& prefix, const HipSource& source, const CompileOptions& options) {
  std::vector<std::string> folders{real_path(source.source.root) + "/"};
  for (const auto& folder : own_folders(source, options)) folders.push_back(real_path(folder) + "/");
  const auto is_in_own_folder = [&](const std::string& path) {
    return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) { return path.starts_with(folder); });
  };
  const auto is_header = [&](const HipFile& file) {
    const auto path = real_path(file.original);
    return std::binary_search(prefix.dependencies.begin(), prefix.dependencies.end(), path);
  };
  const auto hiding = hiding_paths(prefix, source, options);
  std::error_code error;
  return std::none_of(prefix.dependencies.begin(), prefix.dependencies.end(), is_in_own_folder) &&
         std::none_of(source.files.begin(), source.files.end(), is_header) &&
         std::none_of(hiding.begin(), hiding.end(), [&](const auto& path) { return fs::exists(path, error); });
}

}  // namespace rocm_bindgen::build
