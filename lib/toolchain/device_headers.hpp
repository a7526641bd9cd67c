#pragma once

#include <filesystem>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Where `embedded_path` ("lib/cuda_compat/hip/hip_runtime.h") stands below the folder of device headers
/// ("hip/hip_runtime.h"); empty for a text that is none of them.
std::string_view device_header_place(std::string_view embedded_path);

/// A folder with the headers that hipified code is compiled with, for a compiler other than the embedded one: to be
/// passed as -isystem. Kept in `cache`; complete or absent, whoever asks at the same time.
/// Fails with ExitCode::output where the cache is not writable.
Expected<std::filesystem::path> unpack_device_headers(const std::filesystem::path& cache);

}  // namespace rocm_bindgen::build
