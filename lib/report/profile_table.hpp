// The tables that `inspect --profile` prints.
#pragma once

#include <filesystem>
#include <string>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Reads a file that the emulated device wrote (ROCM_BINDGEN_EMULATOR_PROFILE), and returns its tables as text: the
/// totals of each kernel and its bounds on named GPUs, then the lines with the most bytes, bank conflicts and idle
/// lanes. Fails with ExitCode::source_error if the file is missing, is not a profile or has an unknown format.
Expected<std::string> profile_tables(const std::filesystem::path& file);

}  // namespace rocm_bindgen::build
