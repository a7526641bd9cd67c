#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// compile_command() for options.external: its program, and folders that are there.
std::vector<std::string> external_command(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const std::filesystem::path& output);

/// The commands that clang's driver prints when it is asked with -###, word by word.
std::vector<std::vector<std::string>> read_driver_plan(const std::string& printed);

/// What else it has printed: warnings and errors about the command line.
std::string messages_of_driver_plan(const std::string& printed);

}  // namespace rocm_bindgen::build
