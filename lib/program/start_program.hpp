#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/program_device.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Replaces this process by the program, whose exit status and signals are then what the caller sees. On the emulated
/// device, its library is found before any other libamdhip64. Returns only if that fails, with ExitCode::toolchain.
Failure start_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const ProgramDevice& device);

}  // namespace rocm_bindgen::build
