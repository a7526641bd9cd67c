#pragma once

#include <string>
#include <system_error>

namespace rocm_bindgen::build {

/// The system's text for a value of errno.
inline std::string system_message(int error) {
  return std::error_code(error, std::generic_category()).message();
}

}  // namespace rocm_bindgen::build
