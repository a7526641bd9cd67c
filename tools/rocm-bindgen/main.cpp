#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

#include "command.hpp"
#include "nvcc/nvcc.hpp"
#include "options/command_table.hpp"
#include "options/config_arguments.hpp"
#include "options/help.hpp"
#include "options/usage_error.hpp"
#include "support/escape.hpp"
#include "support/interrupt.hpp"
#include "support/response_files.hpp"
#include "surroundings.hpp"
#include "whole_tool.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr const char* kVersion = "rocm-bindgen " ROCM_BINDGEN_VERSION;

constexpr const char* kFooter =
    "Exit status:\n"
    "  0    done\n"
    "  1    the sources have errors\n"
    "  2    bad usage\n"
    "  3    the toolchain is missing or broken\n"
    "  4    an output could not be written\n"
    "  5    a job crashed, timed out or ran out of memory\n"
    "  70   a defect of rocm-bindgen\n"
    "  130  interrupted\n"
    "\n"
    "Examples:\n"
    "  rocm-bindgen build kernels -o kernels.hpp --arch gfx1030,gfx1100,gfx90a\n"
    "  rocm-bindgen build --help";

ExitCode bad_usage(const std::string& text,
                   const std::string& hint = "`rocm-bindgen --help` lists commands and options") {
  std::fprintf(stderr, "rocm-bindgen: error: %s\n  help: %s\n", for_terminal(text).c_str(), for_terminal(hint).c_str());
  return ExitCode::usage;
}

/// Removes and returns the words after "--" of `run`, the arguments of the program that it starts. They are not parsed.
std::vector<std::string> take_program_arguments(std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  if (words.empty() || words.front() != "run" || end == words.end()) return {};
  std::vector<std::string> arguments(end + 1, words.end());
  words.erase(end, words.end());
  return arguments;
}

/// Whether a response file is a pipe, such as that of the shell's <(...).
bool reads_stream(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    if (!word.starts_with("@")) return false;
    std::error_code error;
    const auto status = std::filesystem::status(word.substr(1), error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  });
}

ExitCode run(const std::vector<std::string>& arguments) {
  // Build systems ask for the version often, and the options of all commands take longer than the rest of the start.
  if (arguments.size() == 1 && arguments.front() == "--version") {
    std::puts(kVersion);
    return ExitCode::done;
  }
  CommonOptions common;
  CLI::App root{"Turns CUDA sources into one C++ header with AMD GPU code objects.", "rocm-bindgen"};
  root.set_help_flag("-h,--help", "print this help");
  root.set_version_flag("--version", kVersion, "print the version");
  root.formatter_fn(
      [](const CLI::App* app, const std::string&, CLI::AppFormatMode) { return render_help(describe(*app)); });
  root.require_subcommand(1);
  const std::vector<Command> commands{add_build(root, common),   add_compile(root, common), add_emit(root, common),
                                      add_run(root, common),     add_hipify(root, common),  add_inspect(root, common),
                                      add_targets(root, common), add_cache(root, common),   add_doctor(root, common),
                                      add_package(root, common), add_completions(root),     add_man(root, common)};
  for (const auto& command : commands) group_options(*command.app);
  // The footer is set after the commands were added, because commands that are added later would inherit it.
  root.footer(kFooter);

  // A pipe can be read only once.
  if (reads_stream(arguments)) continue_with_compiler("@");
  const auto expanded = expand_response_files(arguments);
  if (!expanded) return bad_usage(expanded.error().diagnostics.front().text);
  // CLI11 does not support options such as -DNAME and -MT, so these are separated first, with clang's option table.
  auto flags = split_compiler_flags(*expanded);
  if (!flags) {
    const auto& why = flags.error().diagnostics.front();
    return why.hint.empty() ? bad_usage(why.text) : bad_usage(why.text, why.hint);
  }
  common.colours = wants_colours(*flags);
  common.words = arguments;
  common.program_arguments = take_program_arguments(flags->rest);
  // From here on, the contents of the --config file are treated as arguments that precede those of the command line.
  const auto configured = with_config(*std::move(flags), root);
  if (!configured) return report(configured.error(), common);
  const auto& words = configured->flags.rest;
  common.colours = wants_colours(configured->flags);
  common.option_words = words;
  try {
    // CLI11 expects the words in reverse order.
    root.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& help) {
    root.exit(help);
    return ExitCode::done;
  } catch (const CLI::ParseError& error) {
    const auto [text, hint] = explain_usage(error, root);
    if (const auto failure = located_in_config(*configured, text)) return report(*failure, common);
    return bad_usage(text, hint);
  }
  for (const auto& command : commands)
    if (command.app->parsed()) {
      if (const auto folder = check_current_folder(); !folder) return report(folder.error(), common);
      continue_with_compiler(command.app->get_name());
      return command.run(configured->flags);
    }
  return ExitCode::internal;  // unreachable because of require_subcommand(1)
}

ExitCode defect(const char* what) {
  std::fprintf(stderr, "rocm-bindgen: internal error: %s\n  help: this is a defect; please report it\n",
               for_terminal(what).c_str());
  return ExitCode::internal;
}

/// Reports an error of standard output. If the reader has closed the pipe, as `head` does, no message is printed.
ExitCode cannot_write_output(const std::error_code& error) {
  if (error != std::errc::broken_pipe)
    std::fprintf(stderr, "rocm-bindgen: error: cannot write the output: %s\n", error.message().c_str());
  return ExitCode::output;
}

/// Runs the command, and handles errors of printing, including those that only flushing the output reveals.
ExitCode run_and_print(const std::function<ExitCode()>& command) {
  try {
    const auto code = command();
    if (code == ExitCode::done && std::fflush(stdout) != 0)
      return cannot_write_output({errno, std::generic_category()});
    return code;
  } catch (const std::filesystem::filesystem_error& error) {
    return defect(error.what());
  } catch (const std::system_error& error) {
    // fmt::print() throws this if it cannot write. Other failures of the system are returned, not thrown.
    return cannot_write_output(error.code());
  } catch (const std::exception& error) {
    return defect(error.what());
  }
}

/// Acts as nvcc if `name`, by which the program was started, is nvcc's, otherwise as rocm-bindgen.
ExitCode run_command(const std::vector<std::string>& words, const std::string& name) {
  return run_and_print([&] { return driver::is_called_nvcc(name) ? driver::run_nvcc(name, words) : run(words); });
}

}  // namespace
}  // namespace rocm_bindgen::build

int main(int argc, char** argv) {
  rocm_bindgen::build::open_standard_streams();
  rocm_bindgen::build::catch_interrupts();
  // bin/nvcc of the toolkit's folder passes its own path as argv[0] when it starts this program.
  const std::string name = argc > 0 ? argv[0] : "";
  return static_cast<int>(rocm_bindgen::build::run_command({argv + (argc > 0), argv + argc}, name));
}
