#pragma once

#include <map>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "compile/compiler_flags.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A command line with what the file of its --config says.
struct ConfiguredFlags {
  SplitFlags flags;
  std::string file;                       ///< of --config; empty: there is none
  std::map<std::string, unsigned> lines;  ///< of that file: by "--arch", the options that were taken from there
};

/// What the file of --config says, turned into arguments, behind the command and in front of what the command line
/// says itself. An option that is given there, or one that cannot be combined with it, is left out of the file's.
/// Relative paths of the file begin in its folder. Fails with ExitCode::usage, naming file and line.
Expected<ConfiguredFlags> with_config(SplitFlags own, const CLI::App& root);

/// What the parser says of an option, with the place in the config file that the option comes from; nothing if it
/// comes from the command line.
std::optional<Failure> in_config(const ConfiguredFlags& configured, const std::string& text);

}  // namespace rocm_bindgen::build
