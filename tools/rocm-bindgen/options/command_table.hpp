#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "compile/compiler_flags.hpp"

namespace rocm_bindgen::build {

/// The kind of an option's value.
enum class ValueKind { none, text, file, folder, targets, choice };

/// An option, a positional or a compiler flag.
struct OptionEntry {
  std::vector<std::string> names;    ///< "-o", "--output"; for a positional, its name: "SRC"
  std::string value;                 ///< "FILE", "zstd|none"; empty for flags and positionals
  ValueKind kind = ValueKind::none;  ///< kind of the value, or of the positional
  std::vector<std::string> choices;  ///< the values of a ValueKind::choice
  std::string text;                  ///< a description, as one paragraph without line breaks
  bool required = false;
  bool repeatable = false;
};

/// A titled group of options in --help.
struct OptionGroup {
  std::string title;
  std::vector<OptionEntry> options;
};

/// The description of the tool or of one command, from which --help, the manual pages and the completions are
/// generated. It is derived from the parser, so that they always agree with it.
struct CommandEntry {
  std::string name;  ///< "rocm-bindgen build"
  std::string word;  ///< "build"; empty for the tool itself
  std::string text;  ///< a description of one line
  std::vector<OptionEntry> positionals;
  std::vector<OptionGroup> groups;
  std::vector<CommandEntry> commands;
  bool takes_compiler_flags = false;
  /// The end of the help: sections, each of which is a line "Title:" followed by lines indented by two spaces.
  std::string footer;
};

/// Sorts the options of a command into groups, if it has many.
void group_options(CLI::App& command);

/// Describes `app` and, if it is the tool itself, its commands.
CommandEntry describe(const CLI::App& app);

/// Describes a compiler flag as an option.
OptionEntry option_entry(const CompilerFlag& flag);

/// The options of all groups of a command.
std::vector<OptionEntry> all_options(const CommandEntry& command);

}  // namespace rocm_bindgen::build
