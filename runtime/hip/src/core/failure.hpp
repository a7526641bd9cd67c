// How a function of HIP fails inside this library, and what its caller gets.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "core/hip_types.hpp"
#include "drivers/driver.hpp"

namespace rocm_bindgen::hip {

/// A failure: the program gets the code, its user reads the text, unless it is empty, on standard error.
class Failure : public std::runtime_error {
 public:
  Failure(hipError_t code, const std::string& text) : std::runtime_error(text), code(code) {}
  hipError_t code;
};

/// Writes one line to standard error: "rocm-bindgen hip: ...".
void say(const std::string& text);

/// Keeps a failure for hipGetLastError() of this thread, and returns it.
hipError_t remember(hipError_t code);
/// The failure that this thread has had last.
hipError_t last_error();
void forget_error();

/// What the rest of the loader's errors are in HIP's numbers.
hipError_t hip_code(ErrorCode kind);

/// Runs the body of the exported function `function`. No exception leaves it: HIP's functions are C.
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
