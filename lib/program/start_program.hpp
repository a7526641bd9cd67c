// Starts a program with the environment that its device needs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/program_device.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Replaces this process with the program, so that whoever started this process gets the program's exit status or
/// signal. `name` becomes argv[0], from which some programs find their data. For the emulated device, LD_LIBRARY_PATH
/// makes the dynamic linker find its libamdhip64 before any other. Returns only if the program cannot be started, with
/// ExitCode::toolchain.
Failure start_program(const std::filesystem::path& program, const std::string& name,
                      const std::vector<std::string>& arguments, const ProgramDevice& device);

}  // namespace rocm_bindgen::build
