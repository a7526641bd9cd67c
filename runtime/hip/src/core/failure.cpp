#include "core/failure.hpp"

#include <cstdio>
#include <utility>

namespace rocm_bindgen::hip {
namespace {

thread_local hipError_t last = hipSuccess, last_result = hipSuccess;

}  // namespace

void say(const std::string& text) {
  std::fprintf(stderr, "rocm-bindgen hip: %s\n", text.c_str());
}

hipError_t remember(hipError_t code) {
  last_result = code;
  // As in CUDA, a later success does not hide an earlier failure, and hipErrorNotReady is an answer rather than a
  // failure.
  if (code != hipSuccess && code != hipErrorNotReady) last = code;
  return code;
}

hipError_t last_error() {
  return last;
}

void forget_error() {
  last = hipSuccess;
}

hipError_t take_last_result() {
  return std::exchange(last_result, hipSuccess);
}

hipError_t hip_code(ErrorCode kind) {
  switch (kind) {
    case ErrorCode::no_driver:
    case ErrorCode::bad_driver:
    case ErrorCode::no_device:
      return hipErrorNoDevice;
    case ErrorCode::no_code_object:
      return hipErrorNoBinaryForGpu;
    case ErrorCode::bad_code_object:
      return hipErrorInvalidImage;
    case ErrorCode::unknown_kernel:
      return hipErrorNotFound;
    case ErrorCode::bad_argument:
      return hipErrorInvalidValue;
    case ErrorCode::bad_launch:
      return hipErrorInvalidConfiguration;
    case ErrorCode::out_of_memory:
      return hipErrorOutOfMemory;
    case ErrorCode::device_lost:
      return hipErrorLaunchFailure;
    case ErrorCode::unsupported:
      return hipErrorNotSupported;
    default:
      return hipErrorUnknown;
  }
}

}  // namespace rocm_bindgen::hip
