#include "nvcc/host_compiler.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "nvcc/files.hpp"
#include "nvcc/print.hpp"
#include "support/append.hpp"
#include "support/subprocess.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

/// The folder of HIP's headers, which the toolkit's headers include, unless the compiler searches it anyway.
Words hip_folder() {
  const auto root = find_hip_root({});
  if (!root || *root == "/usr") return {};
  return {"-isystem", (*root / "include").string()};
}

/// The flags for the make rule that the compiler writes while it compiles.
Words rule_flags(const Input& input, const Settings& settings) {
  const auto& rule = settings.rule;
  if (!rule.with_compile) return {};
  Words words{rule.system_headers ? "-MD" : "-MMD", "-MF", rule_file(input, settings).string(), "-MT",
              rule_target(input, settings)};
  if (rule.empty_rules) words.emplace_back("-MP");
  return words;
}

}  // namespace

Words host_compiler_command(const Input& input, const Settings& settings, const std::string& action,
                            const fs::path& output) {
  const bool is_c = input.language == Language::c;
  Words words{(is_c ? settings.c_compiler : settings.host_compiler).string(), action};
  for (const auto& word : settings.host_words)
    // A standard of C++ is none of C.
    if (!is_c || !word.starts_with("-std=") || word.find("++") == std::string::npos) words.push_back(word);
  append(words, hip_folder());
  if (action == "-c") append(words, rule_flags(input, settings));
  if (action == "-M" || action == "-MM") append(words, {"-MT", rule_target(input, settings)});
  append(words, {"-x", is_c ? "c" : "c++", input.path.string()});
  if (!output.empty()) append(words, {"-o", output.string()});
  return words;
}

Expected<Done> start_program_of_step(const Words& words, const Settings& settings) {
  if (settings.verbose) print_command(words);
  if (settings.dry_run) return Done{};
  ROCM_BINDGEN_TRY(const auto ended, run_process(words));
  std::fputs(ended.output.c_str(), stderr);
  if (ended.succeeded()) return Done{};
  return Failure(ExitCode::source_error, fmt::format("'{}' ended with {}", words.front(),
                                                     ended.signal != 0 ? fmt::format("signal {}", ended.signal)
                                                                       : fmt::format("exit status {}", ended.status)));
}

}  // namespace rocm_bindgen::build::driver
