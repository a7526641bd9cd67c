// Errors in this library. Internal functions throw Failure. HIP's functions are C functions and must not throw, so each
// has its body in call(), which writes the failure's text to standard error and returns the error code.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "core/hip_types.hpp"
#include "drivers/driver.hpp"

namespace rocm_bindgen::hip {

/// The program gets `code`, and the user reads the text on standard error. An empty text is not written.
class Failure : public std::runtime_error {
 public:
  Failure(hipError_t code, const std::string& text) : std::runtime_error(text), code(code) {}
  hipError_t code;
};

/// Writes one line to standard error: "rocm-bindgen hip: ...".
void say(const std::string& text);

/// Stores the result of a call, which becomes this thread's last error for hipGetLastError() if it is one. Returns
/// `code`.
hipError_t remember(hipError_t code);
/// This thread's last error, or hipSuccess.
hipError_t last_error();
void forget_error();
/// The result of this thread's last call, which is hipSuccess again afterwards.
hipError_t take_last_result();

/// The HIP error code for an error of the driver (runtime/loader).
hipError_t hip_code(ErrorCode kind);

/// Runs the body of the exported function named `function`, and turns exceptions into error codes.
template <class Body>
hipError_t call(const char* function, Body&& body) noexcept {
  try {
    return remember(body());
  } catch (const Failure& failure) {
    if (*failure.what() != '\0') say(std::string(function) + ": " + failure.what());
    return remember(failure.code);
  } catch (const Error& error) {
    say(std::string(function) + ": " + error.what());
    return remember(hip_code(error.code()));
  } catch (const std::bad_alloc&) {
    return remember(hipErrorOutOfMemory);
  } catch (const std::exception& error) {
    say(std::string(function) + ": " + error.what());
    return remember(hipErrorUnknown);
  }
}

}  // namespace rocm_bindgen::hip
