// HIP's functions that fit nowhere else: limits, functions for tracers and debuggers, conversions of half-precision
// numbers, and the symbol that marks this library as emulated.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "core/device.hpp"

using namespace rocm_bindgen::hip;

namespace {

/// hipLimitStackSize, which HIP 5.2's headers do not have.
constexpr int kStackSize = 0;
/// The bytes of scratch that the emulator gives to kernels whose stack size the compiler does not know
/// (dispatch/register_counts.cpp).
constexpr std::size_t kLargestStack = 131072;
/// The bytes that the emulator lets kernels allocate (services/host_calls.cpp).
constexpr std::size_t kLargestHeap = std::size_t{1} << 30;

struct Limit {
  int which;
  std::atomic<std::size_t> value;
};

/// Returns the value of a limit, which programs may set and read back. It begins with CUDA's default. Returns null if
/// HIP has no such limit.
std::atomic<std::size_t>* find_limit(int which) {
  static Limit limits[] = {{kStackSize, 1024}, {hipLimitPrintfFifoSize, 1 << 20}, {hipLimitMallocHeapSize, 8 << 20}};
  for (auto& limit : limits)
    if (limit.which == which) return &limit.value;
  return nullptr;
}

}  // namespace

extern "C" {

/// ROCm's library does not have this symbol. Our loader recognises the emulated device by it.
extern const char rocm_bindgen_emulated_hip[];
const char rocm_bindgen_emulated_hip[] = "rocm-bindgen: HIP over an emulated device";

/// A limit has no effect, because the emulated device does not need it: the host prints everything, kernels can
/// allocate kLargestHeap bytes, and those whose stack size the compiler does not know get a stack of kLargestStack
/// bytes.
hipError_t hipDeviceGetLimit(size_t* value, hipLimit_t limit) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    const auto* const found = find_limit(limit);
    if (found == nullptr) return hipErrorUnsupportedLimit;
    *value = *found;
    return hipSuccess;
  });
}

hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value) {
  return call(__func__, [&] {
    auto* const found = find_limit(limit);
    if (found == nullptr) return hipErrorUnsupportedLimit;
    if (limit == kStackSize && value > kLargestStack) return hipErrorInvalidValue;
    if (limit == hipLimitMallocHeapSize && value > kLargestHeap) return hipErrorInvalidValue;
    *found = value;
    return hipSuccess;
  });
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

/// The argument is a number of ROCm's tracing library, which does not exist for the emulated device.
const char* hipApiName(uint32_t) {
  return "unknown";
}

const char* hipGetCmdName(unsigned) {
  return "unknown";
}

/// ROCm's library contains a precompiled header for hiprtc. This library does not serve hiprtc.
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

// Compilers call these functions on processors without half-precision instructions. ROCm's library exports them, too.
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
