#include "pipeline/reproducer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/external_command.hpp"
#include "compile/nvcc_command.hpp"
#include "hipify/hip_file_system.hpp"
#include "support/file.hpp"
#include "toolchain/device_headers.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

std::string job_name(const Source& source, const TargetId& target) {
  return fmt::format("{}.{}", source.module, target.canonical);
}

/// As a shell reads it back: the script is the user's to start, not ours.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string script(const std::vector<std::string>& command) {
  std::error_code error;
  std::string text = fmt::format("#!/bin/sh\ncd {} || exit\nexec", quoted(fs::current_path(error).string()));
  for (const auto& word : command) text += " \\\n  " + quoted(word);
  return text + "\n";
}

}  // namespace

Expected<fs::path> write_reproducer(const fs::path& folder, const HipSource& source, const TargetId& target,
                                    const CompileOptions& options, const fs::path& cache) {
  const auto name = job_name(source.source, target);
  const auto place = folder / name;
  std::vector<std::string> command;
  if (target.is_nvidia()) {
    ROCM_BINDGEN_TRY(command, nvcc_command(source.source, target, options, (place / "object").string()));
  } else {
    ROCM_BINDGEN_TRY(const auto headers, unpack_device_headers(cache));
    for (const auto& file : source.files) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_file(place / "hip" / file.relative, file.placed_text()));
    }
    auto translated = source;
    translated.source.path = fs::absolute(place / "hip" / source.files.front().relative);
    const auto object = fs::absolute(place / "object");
    command = options.external.program.empty() ? compile_command(translated, target, options, object)
                                               : external_command(translated, target, options, object);
    std::replace(command.begin(), command.end(), std::string(kDeviceHeaderFolder), headers.string());
    if (!options.external.program.empty()) {
      command.front() = options.external.program.string();
      std::erase_if(command, [](const std::string& word) { return word.starts_with("-resource-dir="); });
    }
  }
  const auto path = folder / (name + ".sh");
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_file(path, script(command)));
  return path;
}

void remove_reproducer(const fs::path& folder, const Source& source, const TargetId& target) {
  std::error_code error;
  fs::remove_all(folder / job_name(source, target), error);
  fs::remove(folder / (job_name(source, target) + ".sh"), error);
  // Only if it is empty.
  fs::remove(folder, error);
}

}  // namespace rocm_bindgen
