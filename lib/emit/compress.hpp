#pragma once

#include <string>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Compresses `bytes` into one zstd frame that states its content size.
std::string compress_zstd(std::string_view bytes);

/// Returns the content of one zstd frame. Fails with ExitCode::source_error on corrupt input.
Expected<std::string> decompress_zstd(std::string_view frame);

}  // namespace rocm_bindgen::build
