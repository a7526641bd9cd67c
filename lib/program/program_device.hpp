#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// What a program runs on.
struct ProgramDevice {
  bool emulated = false;
  std::string driver;                 ///< value of $ROCM_BINDGEN_DRIVER: "emulated:gfx1100"; empty for a GPU
  std::vector<std::string> targets;   ///< to compile for, if the user names none
  std::filesystem::path hip_library;  ///< libamdhip64 to link with and to run on
};

/// `driver` is what the user asked for: "amd", "emulated", "emulated:gfx1100", or nothing, which means the machine's
/// AMD GPU if there is one, and otherwise the emulated device. `targets` are those that the user named, if any.
/// Fails with ExitCode::usage, or with ExitCode::toolchain where the library is missing.
Expected<ProgramDevice> choose_device(const std::string& driver, const std::vector<std::string>& targets,
                                      const std::filesystem::path& rocm_path);

/// The folder with the libamdhip64 of the emulated device, next to the tool. Fails with ExitCode::toolchain.
Expected<std::filesystem::path> emulated_hip_folder();

}  // namespace rocm_bindgen::build
