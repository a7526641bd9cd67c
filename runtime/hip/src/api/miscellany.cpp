// What fits nowhere else: limits, names of functions for tracers, and the marker of this library.
#include <cstdint>
#include <cstring>
#include <iterator>

#include "core/device.hpp"

using namespace rocm_bindgen::hip;

extern "C" {

/// The loader, and anybody else, can tell this library from a GPU's by it.
extern const char rocm_bindgen_emulated_hip[];
const char rocm_bindgen_emulated_hip[] = "rocm-bindgen: HIP over an emulated device";

hipError_t hipDeviceGetLimit(size_t* value, hipLimit_t limit) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    if (limit == hipLimitPrintfFifoSize) return *value = 1 << 20, hipSuccess;
    if (limit == hipLimitMallocHeapSize) return *value = 8 << 20, hipSuccess;
    return hipErrorUnsupportedLimit;
  });
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

/// Tracers' numbers of functions are those of another library.
const char* hipApiName(uint32_t) {
  return "unknown";
}

const char* hipGetCmdName(unsigned) {
  return "unknown";
}

/// There is no precompiled header in this library.
void __hipGetPCH(const char** header, unsigned* bytes) {
  if (header != nullptr) *header = nullptr;
  if (bytes != nullptr) *bytes = 0;
}

size_t amd_dbgapi_get_build_id() {
  return 0;
}

const char* amd_dbgapi_get_build_name() {
  return "rocm-bindgen";
}

const char* amd_dbgapi_get_git_hash() {
  return "";
}

const char* hiprtcGetErrorString(int result) {
  constexpr const char* kNames[] = {"HIPRTC_SUCCESS",
                                    "HIPRTC_ERROR_OUT_OF_MEMORY",
                                    "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                    "HIPRTC_ERROR_INVALID_INPUT",
                                    "HIPRTC_ERROR_INVALID_PROGRAM",
                                    "HIPRTC_ERROR_INVALID_OPTION",
                                    "HIPRTC_ERROR_COMPILATION",
                                    "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                    "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                    "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                    "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                    "HIPRTC_ERROR_INTERNAL_ERROR"};
  return result < 0 || result >= static_cast<int>(std::size(kNames)) ? "Invalid HIPRTC error code" : kNames[result];
}

// Conversions that compilers without a type of 16 bits call; the compiler's own, under the names of this library.
unsigned short __gnu_f2h_ieee(float value) {
  const _Float16 half = static_cast<_Float16>(value);
  unsigned short bits;
  std::memcpy(&bits, &half, sizeof bits);
  return bits;
}

float __gnu_h2f_ieee(unsigned short bits) {
  _Float16 half;
  std::memcpy(&half, &bits, sizeof half);
  return static_cast<float>(half);
}

}  // extern "C"
