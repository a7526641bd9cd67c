#include "nvcc/files.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "emit/dependency_file.hpp"
#include "support/file.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

/// Whether -MM leaves the file out: the headers of the system, of HIP and of clang.
bool is_system_header(const std::string& path, const Settings& settings) {
  std::vector<std::string> folders{"/usr/include/", "/usr/lib/", "/usr/local/include/", "/opt/rocm"};
  if (const auto root = find_hip_root({settings.build.rocm_path, {}})) folders.push_back(root->string() + "/include/");
  return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) { return path.starts_with(folder); });
}

/// Whether a file that was read is text that the user may change. Device libraries are not.
bool is_prerequisite(const std::string& path) {
  return !is_watched_folder(path) && !path.ends_with(".bc");
}

}  // namespace

fs::path output_for(const Input& input, const Settings& settings, const std::string& extension) {
  const bool one_output = settings.phase != Phase::link && settings.phase != Phase::archive;
  if (!settings.output.empty() && one_output) return settings.output;
  return settings.output_folder / (input.path.stem().string() + "." + extension);
}

Expected<Done> write_output(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_regular_file(status)) return write_file(path, bytes);
  std::ofstream stream(path, std::ios::binary);
  stream << bytes;
  stream.flush();
  if (stream) return Done{};
  return Failure(ExitCode::output, fmt::format("cannot write '{}'", path.string()));
}

std::string rule_target(const Input& input, const Settings& settings) {
  if (!settings.rule.target.empty()) return settings.rule.target;
  const bool one_output =
      settings.phase == Phase::link || settings.phase == Phase::archive || settings.phase == Phase::device_link;
  if (one_output && !settings.output.empty()) return settings.output.string();
  if (one_output || settings.phase == Phase::dependencies)
    return (settings.output_folder / (input.path.stem().string() + ".o")).string();
  return output_for(input, settings, settings.phase == Phase::device_code ? settings.code_extension : "o").string();
}

Expected<std::string> make_rule(const Input& input, const Settings& settings, const Inputs& inputs) {
  std::error_code error;
  const auto source = fs::weakly_canonical(input.path, error).string();
  std::vector<std::string> prerequisites{input.path.string()};
  for (const auto& path : inputs.files)
    if (path != source && is_prerequisite(path) && (settings.rule.system_headers || !is_system_header(path, settings)))
      prerequisites.push_back(path);
  ROCM_BINDGEN_TRY(auto text, emit_dependency_file({rule_target(input, settings)}, prerequisites));
  if (!settings.rule.empty_rules) return text;
  for (auto path = prerequisites.begin() + 1; path != prerequisites.end(); ++path)
    text += fmt::format("\n{}:\n", escape_dependency(*path));
  return text;
}

fs::path rule_file(const Input& input, const Settings& settings) {
  if (!settings.rule.file.empty()) return settings.rule.file;
  if (!settings.output.empty()) return fs::path(settings.output).replace_extension(".d");
  return settings.output_folder / (input.path.stem().string() + ".d");
}

}  // namespace rocm_bindgen::build::driver
