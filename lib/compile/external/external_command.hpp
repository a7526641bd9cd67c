#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// The command of compile_command(), changed for options.external: it starts that program, and all folders that it
/// names exist on disk.
std::vector<std::string> external_command(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const std::filesystem::path& output);

/// Parses the commands that clang's driver prints with -###, each as a list of words.
std::vector<std::vector<std::string>> read_driver_plan(const std::string& printed);

/// Returns the rest of the driver's output: warnings and errors about the command line.
std::string messages_of_driver_plan(const std::string& printed);

}  // namespace rocm_bindgen::build
