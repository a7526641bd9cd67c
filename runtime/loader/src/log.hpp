// The runtime's log, for its own use; the public part is rocm_bindgen/log.hpp.
#pragma once

#include <string>

#include "rocm_bindgen/log.hpp"

namespace rocm_bindgen::runtime {

/// Whether messages of this level are logged. Hot paths call this before they format a message.
bool logs(LogLevel level) noexcept;

void log(LogLevel level, const std::string& message) noexcept;

}  // namespace rocm_bindgen::runtime
