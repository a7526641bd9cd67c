// The compilers' flags that follow from nvcc's options.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nvcc/settings.hpp"

namespace rocm_bindgen::build::driver {

/// Sets the flags of `settings` for clang, which compiles CUDA sources, and for the host's compiler, which compiles C
/// and C++ sources. Fails with ExitCode::source_error if clang does not accept a flag.
Expected<Done> set_flags(const CommandLine& line, const Toolkit& toolkit, Settings& settings);

}  // namespace rocm_bindgen::build::driver
