#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "command.hpp"
#include "support/interrupt.hpp"

namespace rocm_bindgen {
namespace {

constexpr const char* kFooter =
    "Compiler flags (-I -isystem -include -D -U -std= -O -f... -m... -g... -W...) are passed to clang, and to nvcc\n"
    "(sm_ archs) all but -f -m -g -W;\n"
    "-MD -MF -MT write a dependency file, -### prints the compiler commands.\n"
    "Exit codes: 0 done; 1 the sources have errors; 2 bad usage; 3 the toolchain is missing or broken;\n"
    "4 an output could not be written; 5 a job crashed, timed out or ran out of memory; 70 a defect of ours;\n"
    "130 interrupted.";

ExitCode bad_usage(const std::string& text) {
  std::fprintf(stderr, "rocm-bindgen: error: %s\n  help: `rocm-bindgen --help` lists commands and options\n",
               text.c_str());
  return ExitCode::usage;
}

ExitCode run(const std::vector<std::string>& arguments) {
  CommonOptions common;
  CLI::App root{"Turns CUDA sources into one C++ header with AMD GPU code objects.", "rocm-bindgen"};
  root.set_version_flag("--version", "rocm-bindgen " ROCM_BINDGEN_VERSION);
  root.require_subcommand(1);
  root.footer(kFooter);
  const std::vector<Command> commands{add_build(root, common),   add_hipify(root, common), add_inspect(root, common),
                                      add_targets(root, common), add_cache(root, common),  add_doctor(root, common)};

  // CLI11 cannot spell -DNAME or -MT; clang's own option table takes those out first.
  auto flags = split_compiler_flags(arguments);
  if (!flags) return bad_usage(flags.error().diagnostics.front().text);
  common.colours = wants_colours(*flags);
  try {
    // CLI11 wants the words in reverse.
    root.parse(std::vector<std::string>(flags->rest.rbegin(), flags->rest.rend()));
  } catch (const CLI::Success& help) {
    root.exit(help);
    return ExitCode::done;
  } catch (const CLI::ParseError& error) {
    return bad_usage(error.what());
  }
  for (const auto& command : commands)
    if (command.app->parsed()) return command.run(*flags);
  return ExitCode::internal;  // require_subcommand(1) rules this out
}

}  // namespace
}  // namespace rocm_bindgen

int main(int argc, char** argv) {
  using rocm_bindgen::ExitCode;
  rocm_bindgen::catch_interrupts();
  try {
    return static_cast<int>(rocm_bindgen::run({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rocm-bindgen: internal error: %s\n  help: this is a defect; please report it\n",
                 error.what());
    return static_cast<int>(ExitCode::internal);
  }
}
