// HIP's functions for error codes and versions, and hipInit().
#include "core/device.hpp"
#include "core/failure.hpp"
#include "core/hip_types.hpp"
#include "soname.hpp"

using namespace rocm_bindgen::hip;

extern "C" {

const char* hipGetErrorName(hipError_t code) {
  switch (code) {
#define ROCM_BINDGEN_HIP_ERROR(name, text) \
  case name:                               \
    return #name;
#include "api/errors.def"
#undef ROCM_BINDGEN_HIP_ERROR
    default:
      return "hipErrorUnknown";
  }
}

const char* hipGetErrorString(hipError_t code) {
  switch (code) {
#define ROCM_BINDGEN_HIP_ERROR(name, text) \
  case name:                               \
    return text;
#include "api/errors.def"
#undef ROCM_BINDGEN_HIP_ERROR
    default:
      return "unknown error";
  }
}

hipError_t hipGetLastError() {
  const auto code = last_error();
  forget_error();
  return code;
}

hipError_t hipPeekAtLastError() {
  return last_error();
}

hipError_t hipInit(unsigned flags) {
  return call(__func__, [&] {
    if (flags != 0) return hipErrorInvalidValue;
    Device::get();  // throws without a device
    return hipSuccess;
  });
}

hipError_t hipDriverGetVersion(int* version) {
  return call(__func__, [&] {
    if (version == nullptr) return hipErrorInvalidValue;
    *version = hip_version();
    return hipSuccess;
  });
}

hipError_t hipRuntimeGetVersion(int* version) {
  return call(__func__, [&] {
    if (version == nullptr) return hipErrorInvalidValue;
    *version = hip_version();
    return hipSuccess;
  });
}

}  // extern "C"
