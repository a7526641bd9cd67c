#pragma once

#include <filesystem>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The path of an embedded file relative to the folder of the device headers: "hip/hip_runtime.h" for
/// "lib/cuda_compat/hip/hip_runtime.h". Empty if the file is not a device header.
std::string_view device_header_place(std::string_view embedded_path);

/// Returns a folder in `cache` with the headers that hipified code needs, for a compiler other than the built-in one;
/// it is passed as -isystem. The folder appears complete or not at all, also if several processes create it at the same
/// time. Fails with ExitCode::output if the cache is not writable.
Expected<std::filesystem::path> unpack_device_headers(const std::filesystem::path& cache);

}  // namespace rocm_bindgen::build
