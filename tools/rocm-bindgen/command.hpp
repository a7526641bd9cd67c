#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "compile/compiler_flags.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Options that every subcommand understands.
struct CommonOptions {
  bool json_messages = false;  ///< --message-format=json
  bool colours = false;        ///< in messages
  std::string rocm_path;
  std::string rocm_device_library_path;
  std::string cuda_path;
};

/// One subcommand: how it adds itself to the parser, and what it then does.
struct Command {
  CLI::App* app = nullptr;
  std::function<ExitCode(const SplitFlags& flags)> run;
};

Command add_build(CLI::App& root, CommonOptions& common);
Command add_hipify(CLI::App& root, CommonOptions& common);
Command add_inspect(CLI::App& root, CommonOptions& common);
Command add_targets(CLI::App& root, CommonOptions& common);
Command add_cache(CLI::App& root, CommonOptions& common);
Command add_package(CLI::App& root, CommonOptions& common);
Command add_doctor(CLI::App& root, CommonOptions& common);
Command add_completions(CLI::App& root);
/// The last to be added: it knows the others by name.
Command add_man(CLI::App& root, CommonOptions& common);

/// --rocm-path and --rocm-device-lib-path.
void add_rocm_options(CLI::App& app, CommonOptions& common);

/// --config, which is read before the parser sees a word: its value is `file`.
void add_config_option(CLI::App& app, std::filesystem::path& file);

/// --cuda-path.
void add_cuda_option(CLI::App& app, CommonOptions& common);

/// Whether messages have colours: as a flag says, else if a terminal shows them and $NO_COLOR does not forbid it.
bool wants_colours(const SplitFlags& flags);

/// Prints to stderr, as text or JSON lines.
void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const CommonOptions& common);

/// Prints a failure and returns what the process ends with.
ExitCode report(const Failure& failure, const CommonOptions& common);

}  // namespace rocm_bindgen::build
