#include "command.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "support/escape.hpp"

namespace rocm_bindgen::build {
bool wants_colours(const SplitFlags& flags) {
  if (flags.colours) return *flags.colours;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value != nullptr ? value : "");
  };
  // See https://no-color.org: the variable disables colours if it is set and not empty.
  return ::isatty(STDERR_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const CommonOptions& common) {
  const bool all = common.json_messages || common.verbose;
  for (const auto& diagnostic : all ? diagnostics : fold_categories(diagnostics, kWarningsOfAKind)) {
    const auto text = common.json_messages ? render_json(diagnostic) : render(diagnostic, common.colours);
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
}

ExitCode report(const Failure& failure, const CommonOptions& common) {
  print_diagnostics(failure.diagnostics, common);
  return failure.code();
}

void add_message_options(CLI::App& app, CommonOptions& common) {
  app.add_option("--message-format", "format of messages; JSON has all warnings")
      ->check(CLI::IsMember({"human", "json"}))
      ->each([&common](const std::string& value) { common.json_messages = value == "json"; });
  app.add_flag("-v,--verbose", common.verbose, "print all warnings (default: the first three of each kind)");
}

void add_rocm_options(CLI::App& app, CommonOptions& common) {
  app.add_option("--rocm-path", common.rocm_path, "ROCm to use (default: $ROCM_PATH, else /opt/rocm, else /usr)")
      ->type_name("DIR");
  app.add_option("--rocm-device-lib-path", common.rocm_device_library_path,
                 "folder with ocml.bc, ockl.bc and oclc_*.bc")
      ->type_name("DIR");
}

void add_config_option(CLI::App& app, std::filesystem::path& file) {
  app.add_option("--config", file,
                 "read options from a JSON file; the command line takes precedence; see docs/command-line.md")
      ->type_name("FILE");
}

void add_cuda_option(CLI::App& app, CommonOptions& common) {
  app.add_option("--cuda-path", common.cuda_path,
                 "CUDA toolkit whose nvcc compiles for sm_ architectures (default: $CUDA_PATH, else $CUDA_HOME, else "
                 "from PATH, else /usr/local/cuda)")
      ->type_name("DIR");
}

ExitCode print_commands(const Builder& builder, const CommonOptions& common) {
  const auto commands = builder.plan();
  if (!commands) return report(commands.error(), common);
  for (const auto& command : *commands) {
    std::string line;
    for (const auto& word : command.words) line += " " + shell_word(word);
    fmt::print(stderr, "{}\n", line);
  }
  return ExitCode::done;
}

}  // namespace rocm_bindgen::build
