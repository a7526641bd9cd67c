#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A command line, separated into the compiler's flags and the rest.
struct SplitFlags {
  std::vector<std::string>
      clang;  ///< for the compiler, in order: -I -isystem -include -D -U -std= -O -f... -m... -g... -W...
  std::vector<std::string> rest;                ///< everything else, in order
  bool dependency_file = false;                 ///< -MD, -MMD
  std::string dependency_path;                  ///< -MF
  std::vector<std::string> dependency_targets;  ///< -MT, and -MQ after quoting: as they are written to the file
  bool print_commands = false;                  ///< -###
  std::optional<bool> colours;                  ///< -fcolor-diagnostics, -fdiagnostics-color and their negations
  bool lost_kernels_are_errors = false;         ///< -Werror=lost-kernels
  std::string plugin;  ///< the first flag that loads a plugin into clang's front end; empty = none
};

/// Separates compiler flags from other arguments. Clang's own option table determines which words are flags and how
/// many words each has; nvcc's -rdc=true counts as clang's -fgpu-rdc. Everything from a lone "--" on is left in `rest`.
/// Fails with ExitCode::usage if a flag's value is missing, and for flags that make the compiler write additional files
/// (see compile/writing_flags.hpp).
Expected<SplitFlags> split_compiler_flags(const std::vector<std::string>& arguments);

/// The folders of -I, -isystem and -iquote in the clang flags, in order; the folder may be in the same word or in the
/// next.
std::vector<std::string> include_folders(const std::vector<std::string>& flags);

/// Whether a flag names outputs, prevents the output, loads code into the compiler, names precompiled headers other
/// than the tool's, or requests remarks or debug information. With such flags, work must not be shared between jobs or
/// divided among them: the effect of the flag would occur too often, or not as requested. Debug information describes a
/// type of a precompiled header, or of a part of a divided source, in another way than that of the whole source.
bool any_affects_more_than_code(const std::vector<std::string>& flags);

/// A frequently used compiler flag, for shell completions and manual pages.
struct CompilerFlag {
  std::string name;                  ///< "-I", "-O2"; including its "=", if it has one: "-std="
  std::string value;                 ///< the name of its value: "DIR", "FILE", "NAME", "ARG"; empty = it has none
  bool joined = false;               ///< whether the value may be in the same word; with "=" it must be
  std::vector<std::string> choices;  ///< possible values; empty = any
  std::string text;                  ///< a description of its effect
};

/// A selection of the flags that split_compiler_flags() recognises; other clang flags are passed on in the same way.
std::vector<CompilerFlag> common_compiler_flags();

}  // namespace rocm_bindgen::build
