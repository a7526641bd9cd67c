#pragma once

#include <string>

#include "rocm_bindgen/log.hpp"

namespace rocm_bindgen::runtime {

/// Is anybody listening? For messages on hot paths, which must not be put together in vain.
bool logs(LogLevel level) noexcept;

void log(LogLevel level, const std::string& message) noexcept;

}  // namespace rocm_bindgen::runtime
