#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compile/clang/cc1.hpp"
#include "compile/clang/clang_messages.hpp"
#include "compile/clang/link_code_object.hpp"
#include "compile/clang/refused_inputs.hpp"
#include "compile/compile_job.hpp"
#include "compile/external/external_command.hpp"
#include "compile/nvcc/nvcc_command.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "support/subprocess.hpp"
#include "toolchain/device_libraries.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::string real_path(const fs::path& path) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  return error ? std::string() : real.string();
}

/// Writes a file that makes the compiler read the translated texts at the paths of the CUDA texts, so that its messages
/// and relative includes are those of the user's files. The compiler identifies files by the paths at which it opens
/// them; `opened` are the paths at which the built-in front end opened them.
Expected<fs::path> write_overlay(const HipSource& source, const std::set<std::string>& opened, const fs::path& folder) {
  std::map<std::string, std::set<std::string>> paths_by_real_path;
  for (const auto& path : opened) paths_by_real_path[real_path(path)].insert(path);
  nlohmann::json roots = nlohmann::json::array();
  std::size_t number = 0;
  for (const auto& file : source.files) {
    const auto text = folder / std::to_string(number++);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_file(text, file.text));
    const auto real = real_path(file.original);
    auto& paths = paths_by_real_path[real];
    paths.insert({real, fs::absolute(file.original).lexically_normal().string()});
    for (const auto& path : paths)
      roots.push_back({{"type", "file"}, {"name", path}, {"external-contents", text.string()}});
  }
  const auto overlay = folder / "overlay.yaml";
  const nlohmann::json json{
      {"version", 0}, {"case-sensitive", "true"}, {"use-external-names", false}, {"roots", std::move(roots)}};
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done,
                   write_file(overlay, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  return overlay;
}

/// Adds the files that the compiler read, except those of the tool, to those that the built-in front end read. clang
/// writes its dependency file in nearly the format of nvcc's, so the functions for that are used. They do not undo
/// clang's escapes of '#' and '$', but the built-in front end has recorded the user's files already.
void add_dependencies(const fs::path& output, const fs::path& device_headers, CompileResult& result) {
  const auto text = read_file(nvcc_dependency_file(output));
  if (!text) return;
  const auto ours = real_path(device_headers) + "/";
  std::set<std::string> read(result.dependencies.begin(), result.dependencies.end());
  for (const auto& path : read_nvcc_dependencies(*text))
    for (auto& watched : watched_paths(path))
      if (!watched.starts_with(ours)) read.insert(std::move(watched));
  result.dependencies.assign(read.begin(), read.end());
}

/// Describes the end of a program that failed without reporting an error.
Diagnostic describe_end(const std::string& program, const ProcessResult& ended, const Source& source) {
  // A shell adds this to the number of a signal to form its exit status. The compiler may be a script.
  constexpr int kSignals = 128;
  const int signal = ended.signal != 0 ? ended.signal : std::max(0, ended.status - kSignals);
  Diagnostic diagnostic;
  diagnostic.file = source.path.string();
  if (signal == 0) {
    diagnostic.text = fmt::format("'{}' ended with status {}", program, ended.status);
  } else {
    diagnostic.code = ExitCode::job_crashed;
    diagnostic.text = fmt::format("'{}' was killed by signal {} ({})", program, signal, ::strsignal(signal));
  }
  diagnostic.snippet = ended.output;
  return diagnostic;
}

/// Runs one of the compiler's programs and appends its messages to `messages`.
bool run_program(const std::vector<std::string>& command, const Source& source, std::vector<Diagnostic>& messages) {
  const auto ended = run_process(command);
  if (!ended) {
    append(messages, ended.error().diagnostics);
    return false;
  }
  auto reported = parse_clang_messages(ended->output, source.path.string());
  if (!ended->succeeded() && !has_errors(reported)) reported = {describe_end(command.front(), *ended, source)};
  append(messages, std::move(reported));
  return ended->succeeded();
}

/// Creates the folder of the command's output. The driver puts intermediate files into a folder that it removes after
/// printing its plan.
void make_output_folder(const std::vector<std::string>& command) {
  const auto option = std::find(command.begin(), command.end(), "-o");
  if (option == command.end() || std::next(option) == command.end()) return;
  std::error_code ignored;
  fs::create_directories(fs::path(*std::next(option)).parent_path(), ignored);
}

bool link(const std::vector<std::string>& command, const Source& source, std::vector<Diagnostic>& messages) {
  std::vector<const char*> words;
  for (auto word = command.begin() + 1; word != command.end(); ++word)
    // These options are for the code generator, and no code is generated here.
    if (!word->starts_with("-plugin-opt=")) words.push_back(word->c_str());
  auto failed = link_code_object(words, source.path.string());
  if (failed) messages.push_back(std::move(*failed));
  return !failed;
}

/// Adds the bitcode that a compiler links, because its dependency file does not list it.
void add_linked_bitcode(const std::vector<std::string>& step, CompileResult& result) {
  std::set<std::string> read(result.dependencies.begin(), result.dependencies.end());
  for (std::size_t i = 0; i + 1 < step.size(); ++i)
    if (step[i] == "-mlink-builtin-bitcode" || step[i] == "-mlink-bitcode-file")
      for (auto& watched : watched_library_paths(step[i + 1])) read.insert(std::move(watched));
  result.dependencies.assign(read.begin(), read.end());
}

/// Runs the commands that the driver prints with -###.
bool run_driver(std::vector<std::string> command, const Source& source, CompileResult& result) {
  auto& messages = result.diagnostics;
  command.insert(command.begin() + 1, "-###");
  const auto plan = run_process(command);
  if (!plan) {
    append(messages, plan.error().diagnostics);
    return false;
  }
  append(messages, parse_clang_messages(messages_of_driver_plan(plan->output), source.path.string()));
  if (!plan->succeeded() && !has_errors(messages)) messages.push_back(describe_end(command.front(), *plan, source));
  if (has_errors(messages)) return false;
  const auto steps = read_driver_plan(plan->output);
  return std::all_of(steps.begin(), steps.end(), [&](const std::vector<std::string>& step) {
    make_output_folder(step);
    add_linked_bitcode(step, result);
    return fs::path(step.front()).filename().string().find("lld") != std::string::npos
               ? link(step, source, messages)
               : run_program(step, source, messages);
  });
}

}  // namespace

CompileResult compile_with_external(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const fs::path& output) {
  put_intermediates_beside(output);
  // The compiler's messages are parsed, and must be English. The overlay identifies files by their paths, and PWD may
  // name the current folder by another path than the system does, so it is removed.
  ::setenv("LC_ALL", "C", /*overwrite=*/1);
  ::unsetenv("PWD");
  auto with_arch = options;
  with_arch.cuda_arch = options.cuda_arch.value_or(kCudaArchs.front());
  std::set<std::string> opened;
  auto result = read_kernels_in_process(source, target, with_arch, &opened);
  for (auto& diagnostic : result.diagnostics)
    if (diagnostic.severity == Severity::error) result.misunderstood.push_back(std::move(diagnostic));
  result.diagnostics.clear();
  result.cuda_arch = *with_arch.cuda_arch;
  result.succeeded = false;
  if (auto refused = take_refused(result.misunderstood)) {
    refused->targets = {target.canonical};
    result.diagnostics.push_back(std::move(*refused));
    return result;
  }

  const auto overlay = write_overlay(source, opened, output.string() + ".texts");
  if (!overlay) {
    result.diagnostics = overlay.error().diagnostics;
  } else {
    auto command = external_command(source, target, options, output);
    const std::vector<std::string> more{"-ivfsoverlay",
                                        overlay->string(),
                                        "-fno-color-diagnostics",
                                        "-MD",
                                        "-MF",
                                        nvcc_dependency_file(output).string()};
    command.insert(std::find(command.begin(), command.end(), "--"), more.begin(), more.end());
    result.succeeded = run_driver(std::move(command), source.source, result);
    if (result.succeeded) append(result.diagnostics, lost_writes(output, result.writes));
  }
  add_dependencies(output, options.external.device_headers, result);
  for (auto* list : {&result.diagnostics, &result.misunderstood})
    for (auto& diagnostic : *list) diagnostic.targets = {target.canonical};
  return result;
}

}  // namespace rocm_bindgen::build
