// The host's compiler, which compiles C and C++ sources, and which is started as a program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nvcc/settings.hpp"

namespace rocm_bindgen::build::driver {

/// The command of a compile: `action` is -c, -E, -M or -MM.
std::vector<std::string> host_compiler_command(const Input& input, const Settings& settings, const std::string& action,
                                               const std::filesystem::path& output);

/// Starts a program and prints what it prints, on standard error. Fails with ExitCode::source_error if it fails.
Expected<Done> start_program_of_step(const std::vector<std::string>& words, const Settings& settings);

}  // namespace rocm_bindgen::build::driver
