// Chooses the device that a program runs on, and with it the HIP library and the default targets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// What a program is built for and runs on: an AMD GPU or the emulated device.
struct ProgramDevice {
  bool emulated = false;
  /// The value of $ROCM_BINDGEN_DRIVER: "emulated:gfx1100"; empty for a GPU, and for an emulated device that the
  /// program chooses by the code that it has.
  std::string driver;
  std::vector<std::string> targets;   ///< to compile for, if the user named none
  std::filesystem::path hip_library;  ///< the libamdhip64 to link with and to run on
};

/// Chooses a device. `driver` is the user's choice: "amd", "emulated" or "emulated:gfx1100". If it is empty, the
/// machine's AMD GPU is chosen if there is one, and otherwise the emulated device. `targets` are those that the user
/// named, if any. Fails with ExitCode::usage, for instance if a driver's target is none of them, or with
/// ExitCode::toolchain if the HIP library is missing.
Expected<ProgramDevice> choose_device(const std::string& driver, const std::vector<std::string>& targets,
                                      const std::filesystem::path& rocm_path);

/// The libamdhip64 with which to link a program that will run on whichever device it finds when it starts: ROCm's if it
/// is installed, otherwise the emulated device's. Fails with ExitCode::toolchain.
Expected<std::filesystem::path> hip_library_for_linking(const std::filesystem::path& rocm_path);

/// The folder of the emulated device's libamdhip64, in the prefix where the tool is installed. Fails with
/// ExitCode::toolchain.
Expected<std::filesystem::path> emulated_hip_folder();

}  // namespace rocm_bindgen::build
