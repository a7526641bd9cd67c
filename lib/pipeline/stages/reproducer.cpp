#include "pipeline/stages/reproducer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/external/external_command.hpp"
#include "compile/nvcc/nvcc_command.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/append.hpp"
#include "support/escape.hpp"
#include "support/own_files.hpp"
#include "toolchain/device_headers.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::string job_name(const Source& source, const TargetId& target) {
  return fmt::format("{}.{}", source.module, target.canonical);
}

std::string hipify_name(const Source& source) {
  return source.module + ".hipify";
}

/// Returns the program that the script runs: this one if it is rocm-bindgen. Another program that uses the library has
/// no command for translating, so `rocm-bindgen` from PATH is run instead.
std::string translator() {
  const auto program = tool_path();
  return program.filename().string().starts_with("rocm-bindgen") ? program.string() : "rocm-bindgen";
}

std::string script(const std::vector<std::string>& command) {
  std::error_code error;
  std::string text = fmt::format("#!/bin/sh\ncd {} || exit\nexec", posix_shell_word(fs::current_path(error).string()));
  for (const auto& word : command) text += " \\\n  " + posix_shell_word(word);
  return text + "\n";
}

/// Writes the file `folder`/`below`. Fails with ExitCode::output, also if `folder` or a folder below it is a link.
Expected<Done> write_below(const fs::path& folder, const fs::path& below, std::string_view text) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stays,
                   check_stays_below(folder.parent_path(), folder.filename() / below));
  return write_own_file(folder / below, text);
}

void remove_named(const fs::path& folder, const std::string& name) {
  std::error_code error;
  if (!is_real_folder(folder)) return;
  fs::remove_all(folder / name, error);
  fs::remove(folder / (name + ".sh"), error);
  // This removes the folder only if it is empty.
  fs::remove(folder, error);
}

/// Returns the path of the script. Fails with ExitCode::output, and as nvcc_command() and unpack_device_headers() do.
Expected<fs::path> write_reproducer(const fs::path& folder, const HipSource& source, const TargetId& target,
                                    const CompileOptions& options, const fs::path& cache) {
  const auto name = job_name(source.source, target);
  const auto job_folder = folder / name;
  std::vector<std::string> command;
  if (target.is_nvidia()) {
    ROCM_BINDGEN_TRY(command, nvcc_command(source.source, target, options, (job_folder / "object").string()));
  } else {
    ROCM_BINDGEN_TRY(const auto headers, unpack_device_headers(cache));
    for (const auto& file : source.files) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done,
                       write_below(folder, fs::path(name) / "hip" / file.relative, file.placed_text()));
    }
    auto translated = source;
    translated.source.path = fs::absolute(job_folder / "hip" / source.files.front().relative);
    const auto object = fs::absolute(job_folder / "object");
    command = options.external.program.empty() ? compile_command(translated, target, options, object)
                                               : external_command(translated, target, options, object);
    // compile_command() names the folder that exists only in the built-in compiler's memory, but the compiler that the
    // script starts needs files. external_command() already names such files.
    std::replace(command.begin(), command.end(), std::string(kDeviceHeaderFolder), headers.string());
  }
  const auto path = folder / (name + ".sh");
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_below(folder, path.filename(), script(command)));
  return path;
}

Expected<fs::path> write_reproducer(const fs::path& folder, const Source& source, const HipifyOptions& options) {
  std::vector<std::string> command{translator(), "hipify"};
  if (options.rewrite.kernel_launch_macro) command.push_back("--hip-kernel-execution-syntax");
  append(command, options.clang_flags);
  command.push_back(source.path.string());
  const auto path = folder / (hipify_name(source) + ".sh");
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_below(folder, path.filename(), script(command)));
  return path;
}

Diagnostic note_of(const fs::path& script, const char* program, const Source& source) {
  Diagnostic note;
  note.severity = Severity::note;
  note.file = source.path.string();
  note.text = fmt::format("'sh {}' runs the {} alone, for a report of what it did", script.string(), program);
  return note;
}

}  // namespace

std::optional<Diagnostic> settle_reproducer(const fs::path& folder, const HipSource& source, const TargetId& target,
                                            const CompileOptions& options, const fs::path& cache,
                                            const CompileEnd& end) {
  if (end.succeeded) remove_named(folder, job_name(source.source, target));
  if (end.succeeded || end.worker.end == WorkerResult::End::interrupted) return std::nullopt;
  const auto script = write_reproducer(folder, source, target, options, cache);
  if (!script || !end.crashed) return std::nullopt;
  auto note = note_of(*script, "compiler", source.source);
  note.targets = {target.canonical};
  return note;
}

std::optional<Diagnostic> settle_reproducer(const fs::path& folder, const Source& source, const HipifyOptions& options,
                                            bool succeeded, const WorkerResult& worker) {
  using End = WorkerResult::End;
  if (succeeded) remove_named(folder, hipify_name(source));
  if (succeeded || worker.end == End::interrupted || worker.end == End::finished) return std::nullopt;
  const auto script = write_reproducer(folder, source, options);
  if (!script) return std::nullopt;
  return note_of(*script, "translation", source);
}

}  // namespace rocm_bindgen::build
