#pragma once

#include <string>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Compresses `bytes` into one zstd frame that states its content size.
std::string compress_zstd(std::string_view bytes);

/// Returns the content of one zstd frame. Fails with ExitCode::source_error on corrupt input, and if the frame states
/// more than `largest` bytes: a forged one could ask for all memory.
Expected<std::string> decompress_zstd(std::string_view frame, std::size_t largest);

}  // namespace rocm_bindgen::build
