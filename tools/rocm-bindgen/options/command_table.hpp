#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "compile/compiler_flags.hpp"

namespace rocm_bindgen::build {

/// What stands behind an option.
enum class ValueKind { none, text, file, folder, targets, choice };

/// An option, a positional or a compiler flag.
struct OptionEntry {
  std::vector<std::string> names;    ///< "-o", "--output"; of a positional its name: "SRC"
  std::string value;                 ///< "FILE", "zstd|none"; empty: a flag, or a positional
  ValueKind kind = ValueKind::none;  ///< of the value, or of the positional
  std::vector<std::string> choices;  ///< of a ValueKind::choice
  std::string text;                  ///< what it does: one paragraph, without a line break
  bool required = false;
  bool repeatable = false;
};

struct OptionGroup {
  std::string title;
  std::vector<OptionEntry> options;
};

/// The tool, or one of its commands: all that --help, the manual pages and the completions tell. It is read off the
/// parser, so that they cannot say anything else than what the parser does.
struct CommandEntry {
  std::string name;  ///< "rocm-bindgen build"
  std::string word;  ///< "build"; of the tool itself empty
  std::string text;  ///< one line
  std::vector<OptionEntry> positionals;
  std::vector<OptionGroup> groups;
  std::vector<CommandEntry> commands;
  bool takes_compiler_flags = false;
  /// What stands at the end of the help: sections, each a line "Title:" with lines below it that are indented by two
  /// spaces.
  std::string footer;
};

/// Sorts the options of a command that has many of them into groups.
void group_options(CLI::App& command);

/// `app` and, if it is the tool itself, its commands.
CommandEntry describe(const CLI::App& app);

/// A flag as an option.
OptionEntry option_entry(const CompilerFlag& flag);

/// All options of a command, without their groups.
std::vector<OptionEntry> all_options(const CommandEntry& command);

}  // namespace rocm_bindgen::build
