// The binary interface of HIP: error codes, structure offsets, exported functions.
#pragma once

#include <cstddef>

namespace fault {

using Status = int;

constexpr Status kSuccess = 0;
constexpr Status kInvalidValue = 1;
constexpr Status kOutOfMemory = 2;
constexpr Status kNotInitialized = 3;
constexpr Status kInvalidConfiguration = 9;
constexpr Status kInvalidMemcpyDirection = 21;
constexpr Status kInvalidDeviceFunction = 98;
constexpr Status kNoDevice = 100;
constexpr Status kInvalidDevice = 101;
constexpr Status kInvalidImage = 200;
constexpr Status kNoBinaryForGpu = 209;
constexpr Status kPeerAccessUnsupported = 217;
constexpr Status kInvalidHandle = 400;
constexpr Status kIllegalState = 401;
constexpr Status kNotFound = 500;
constexpr Status kNotReady = 600;
constexpr Status kPeerAccessAlreadyEnabled = 704;
constexpr Status kLaunchFailure = 719;
constexpr Status kNotSupported = 801;
constexpr Status kStreamCaptureUnsupported = 900;
constexpr Status kStreamCaptureWrongThread = 908;
constexpr Status kUnknown = 999;

/// Byte offsets in hipDeviceProp_t of the members that a runtime reads.
struct PropertyLayout {
  std::size_t size;
  std::size_t total_memory;
  std::size_t lds_per_workgroup;
  std::size_t wavefront_size;
  std::size_t max_workgroup_size;
  std::size_t max_workgroup;
  std::size_t max_grid;
  std::size_t compute_units;
  std::size_t arch;
};

/// The layout of hipGetDevicePropertiesR0600, which HIP 6 and later use.
constexpr PropertyLayout kProperties6{1472, 288, 296, 308, 320, 324, 336, 388, 1160};
/// The layout of the plain symbol and of R0000: the structure up to HIP 5.
constexpr PropertyLayout kProperties5{792, 256, 264, 276, 280, 284, 296, 336, 396};

constexpr std::size_t kNameBytes = 256;  // in both layouts, at offset 0
constexpr std::size_t kArchBytes = 256;

}  // namespace fault

#define FAULT_EXPORT __attribute__((visibility("default")))

#ifndef FAULT_HIP_TYPES_ONLY
// The functions are declared from the same table that the signature check reads, so that definitions cannot differ from
// it.
extern "C" {
#define FAULT_HIP_FUNCTION(name, ...)       \
  using fault_type_of_##name = __VA_ARGS__; \
  FAULT_EXPORT fault_type_of_##name name;
#include "runtime/loader/fault_driver/hip_functions.inc"
#undef FAULT_HIP_FUNCTION
}
#endif
