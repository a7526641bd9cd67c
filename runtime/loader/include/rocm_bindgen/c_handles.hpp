// The C++ objects of the C API's handles, and the C API's errors: for libraries that add functions to the C API, as ops
// do, and for programs that use both APIs.
#ifndef ROCM_BINDGEN_C_HANDLES_HPP
#define ROCM_BINDGEN_C_HANDLES_HPP

#include <exception>
#include <string>

#include "rocm_bindgen/error.hpp"
#include "rocm_bindgen/export.h"
#include "rocm_bindgen/rocm_bindgen.h"
#include "rocm_bindgen/runtime_device.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::runtime {

/// Returns the device of a handle. Throws Error(bad_argument) if the handle is null.
ROCM_BINDGEN_API const Device& object_of(const rocm_bindgen_device* device);

/// Returns the stream of a handle, which owns it. Throws Error(bad_argument) if the handle is null.
ROCM_BINDGEN_API Stream& object_of(rocm_bindgen_stream* stream);

/// Sets the message that rocm_bindgen_last_error() returns in this thread, and returns `status`.
ROCM_BINDGEN_API rocm_bindgen_status failed(rocm_bindgen_status status, const char* message) noexcept;

/// Calls `call` and turns exceptions into a status, because no exception may propagate into C.
template <class Call>
rocm_bindgen_status guarded(Call call) noexcept {
  try {
    call();
    return ROCM_BINDGEN_SUCCESS;
  } catch (const Error& error) {
    return failed(static_cast<rocm_bindgen_status>(error.code()), error.what());
  } catch (const std::exception& error) {
    return failed(ROCM_BINDGEN_HOST_FAILURE, error.what());
  }
}

/// Dereferences a parameter. Throws Error(bad_argument) if it is null. Functions check their output parameters first,
/// so that they do nothing if they could not return the result.
template <class T>
T& required(T* pointer, const char* what) {
  if (pointer == nullptr) throw Error(ErrorCode::bad_argument, std::string(what) + " is null");
  return *pointer;
}

}  // namespace rocm_bindgen::runtime

#endif  // ROCM_BINDGEN_C_HANDLES_HPP
