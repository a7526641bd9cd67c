#pragma once

#include <map>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "compile/compiler_flags.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A command line combined with the contents of the --config file.
struct ConfiguredFlags {
  SplitFlags flags;
  std::string file;  ///< the argument of --config; empty = none
  /// Line in that file of each option that was read from it, by the option's name ("--arch").
  std::map<std::string, unsigned> lines;
};

/// Reads the --config file and adds its contents as arguments, after the command's name and before the command line's
/// own arguments. An option is left out if the command line has the same option or one that cannot be combined with it.
/// Relative paths in the file are relative to its folder. Fails with ExitCode::usage, naming file and line.
Expected<ConfiguredFlags> with_config(SplitFlags own, const CLI::App& root);

/// If a message of the parser is about an option from the config file, returns the message with the option's position
/// in that file. Returns nothing if the option is on the command line.
std::optional<Failure> located_in_config(const ConfiguredFlags& configured, const std::string& text);

}  // namespace rocm_bindgen::build
