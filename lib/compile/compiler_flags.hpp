#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A command line, taken apart.
struct SplitFlags {
  std::vector<std::string>
      clang;  ///< for the compiler, in order: -I -isystem -include -D -U -std= -O -f... -m... -g... -W...
  std::vector<std::string> rest;                ///< everything else, in order
  bool dependency_file = false;                 ///< -MD, -MMD
  std::string dependency_path;                  ///< -MF
  std::vector<std::string> dependency_targets;  ///< -MT, and -MQ quoted: as they are to stand in the file
  bool print_commands = false;                  ///< -###
  std::optional<bool> colours;                  ///< -fcolor-diagnostics, -fdiagnostics-color and what negates them
  bool lost_kernels_are_errors = false;         ///< -Werror=lost-kernels
  std::string plugin;                           ///< the first flag that loads a plugin into clang's front end, if any
};

/// Splits compiler flags off, recognised and measured with clang's own option table (how many words a flag takes is
/// clang's to say). Everything from a lone "--" on is left alone. Fails with ExitCode::usage if a flag's value is
/// missing, and on flags that have the compiler write files of its own (see compile/writing_flags.hpp).
Expected<SplitFlags> split_compiler_flags(const std::vector<std::string>& arguments);

/// The folders of -I, -isystem and -iquote among the clang flags, joined or apart, in order.
std::vector<std::string> include_folders(const std::vector<std::string>& flags);

/// Is there a flag that names outputs, loads code into the compiler, has precompiled headers of its own, or asks for
/// remarks or debug information (which tell where the compiler has its types from)? What is done for several jobs at
/// once, or apart, would do that once too often, or not as it was asked for.
bool ask_for_more_than_code(const std::vector<std::string>& flags);

/// A compiler flag that many builds use, for completions and manuals.
struct CompilerFlag {
  std::string name;                  ///< "-I", "-O2"; with its "=", if it has one: "-std="
  std::string value;                 ///< what stands behind it: "DIR", "FILE", "NAME", "ARG"; empty = nothing
  bool joined = false;               ///< may, or with "=" must, stand in one word with its value
  std::vector<std::string> choices;  ///< the values that there are; empty = any
  std::string text;                  ///< what it does
};

/// A selection of what split_compiler_flags() takes out; others of clang's are passed on just the same.
std::vector<CompilerFlag> common_compiler_flags();

}  // namespace rocm_bindgen::build
