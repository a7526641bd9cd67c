#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "compile/compiler_flags.hpp"
#include "rocm_bindgen/build/builder.hpp"

namespace rocm_bindgen::build {

/// Options that all subcommands share.
struct CommonOptions {
  bool json_messages = false;  ///< --message-format=json
  bool verbose = false;        ///< --verbose: print all warnings of a kind
  bool colours = false;        ///< whether messages are coloured
  std::string rocm_path;
  std::string rocm_device_library_path;
  std::string cuda_path;
  std::vector<std::string> words;              ///< the command line, as it was given
  std::vector<std::string> option_words;       ///< what the parser reads: without compiler flags, with --config
  std::vector<std::string> program_arguments;  ///< of `run`: what follows "--"
};

/// A subcommand: its part of the parser, and the function that runs it.
struct Command {
  CLI::App* app = nullptr;
  std::function<ExitCode(const SplitFlags& flags)> run;
};

/// Each of these adds a subcommand to `root`; `root` and `common` must outlive the command.
Command add_build(CLI::App& root, CommonOptions& common);
Command add_compile(CLI::App& root, CommonOptions& common);
Command add_emit(CLI::App& root, CommonOptions& common);
Command add_run(CLI::App& root, CommonOptions& common);
Command add_hipify(CLI::App& root, CommonOptions& common);
Command add_inspect(CLI::App& root, CommonOptions& common);
Command add_targets(CLI::App& root, CommonOptions& common);
Command add_cache(CLI::App& root, CommonOptions& common);
Command add_package(CLI::App& root, CommonOptions& common);
Command add_doctor(CLI::App& root, CommonOptions& common);
Command add_completions(CLI::App& root);
/// Must be added last, because it needs the names of the other commands.
Command add_man(CLI::App& root, CommonOptions& common);

/// Adds --rocm-path and --rocm-device-lib-path.
void add_rocm_options(CLI::App& app, CommonOptions& common);

/// Adds --config. The file is read before the command line is parsed (see with_config()); the parser only stores its
/// name in `file`.
void add_config_option(CLI::App& app, std::filesystem::path& file);

/// Adds --cuda-path.
void add_cuda_option(CLI::App& app, CommonOptions& common);

/// Whether messages are coloured: according to a flag, if there is one; otherwise if stderr is a terminal and $NO_COLOR
/// does not forbid it.
bool wants_colours(const SplitFlags& flags);

/// Adds --message-format and --verbose.
void add_message_options(CLI::App& app, CommonOptions& common);

/// Prints diagnostics to stderr, as text or as JSON lines. Without --verbose, the text has only the first warnings of
/// each kind, and the number of the others.
void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const CommonOptions& common);

/// Implements -###: prints a command for each job, in clang's format, and runs nothing.
ExitCode print_commands(const Builder& builder, const CommonOptions& common);

/// Prints a failure and returns the exit code of the process.
ExitCode report(const Failure& failure, const CommonOptions& common);

}  // namespace rocm_bindgen::build
