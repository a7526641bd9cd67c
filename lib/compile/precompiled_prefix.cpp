#include "compile/precompiled_prefix.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile/compile_job.hpp"
#include "compile/compiler_flags.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::string real_path(const fs::path& path) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  return (error ? path : real).string();
}

}  // namespace

std::string prefix_key(const HipSource& source, const TargetId& target, const CompileOptions& options) {
  if (target.is_nvidia() || !options.external.program.empty() || ask_for_more_than_code(options.user_flags)) return {};
  std::error_code error;
  return content_hash({fs::current_path(error).string(),  // relative -I folders depend on it
                       fmt::format("{}", fmt::join(prefix_command(source, target, options, "prefix.pch"), "\n"))});
}

bool fits(const PrecompiledPrefix& prefix, const HipSource& source) {
  const auto root = real_path(source.source.root) + "/";
  const auto is_header = [&](const std::string& path) {
    return std::binary_search(prefix.dependencies.begin(), prefix.dependencies.end(), path);
  };
  return std::none_of(prefix.dependencies.begin(), prefix.dependencies.end(),
                      [&](const std::string& path) { return path.starts_with(root); }) &&
         std::none_of(source.files.begin(), source.files.end(),
                      [&](const HipFile& file) { return is_header(real_path(file.original)); });
}

}  // namespace rocm_bindgen::build
