// What nvcc prints besides messages about sources: its commands, as -v and --dryrun show them, and its version.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nvcc/settings.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build::driver {

/// The variables at the start of the output of -v. CMake and others read the toolkit's folders from them.
void print_variables(const Toolkit& toolkit);

/// Prints a command as a line "#$ ..." on standard error. Words are quoted as for a shell.
void print_command(const std::vector<std::string>& words);

/// Prints messages on standard error. Unless `verbose`, further warnings of a kind are only counted.
void print_messages(const std::vector<Diagnostic>& messages, bool verbose);

/// Does the same with the warnings and notes of a step, unless -w is given.
void print_messages(const std::vector<Diagnostic>& messages, const Settings& settings);
/// The same with messages about a source. Without -v, the findings in its headers are only counted, because nvcc is
/// started for each source that includes them.
void print_messages_of(const std::filesystem::path& source, const std::vector<Diagnostic>& messages,
                       const Settings& settings);

/// Prints the failure in nvcc's words if it is about the command line, otherwise as messages; returns the exit code.
ExitCode print_failure(const Failure& failure);

/// The output of --version, in the form that build systems parse. A line names this project, by which the
/// tool distinguishes this nvcc from NVIDIA's.
std::string version_text();

}  // namespace rocm_bindgen::build::driver
