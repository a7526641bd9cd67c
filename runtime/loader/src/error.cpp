#include "rocm_bindgen/error.hpp"

#include <utility>

namespace rocm_bindgen {

Error::Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

Error::Error(ErrorCode code, const std::string& message, int driver_code, std::string driver_text)
    : std::runtime_error(message), code_(code), driver_code_(driver_code), driver_text_(std::move(driver_text)) {}

// The destructor is defined out of line so that the vtable and the type information are emitted in this library only:
// the type can then be caught across shared libraries.
Error::~Error() = default;

}  // namespace rocm_bindgen
