// The part of HIP's C API that the runtime uses, as a table of functions that are looked up at run time. No HIP header
// is needed to build; tests compare the layouts below with HIP's headers if those are installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "drivers/shared_library.hpp"

namespace rocm_bindgen::runtime::hip {

using Status = int;  ///< hipError_t

/// hipError_t
constexpr Status kInvalidValue = 1;
constexpr Status kOutOfMemory = 2;
constexpr Status kNoDevice = 100;
constexpr Status kInvalidDevice = 101;
constexpr Status kInvalidImage = 200;
constexpr Status kNoBinaryForGpu = 209;
constexpr Status kEccNotCorrectable = 214;
constexpr Status kInvalidKernelFile = 218;
constexpr Status kNotFound = 500;
constexpr Status kNotReady = 600;
constexpr Status kIllegalAddress = 700;
constexpr Status kLaunchTimeout = 702;
constexpr Status kPeerAccessAlreadyEnabled = 704;
constexpr Status kContextIsDestroyed = 709;
constexpr Status kAssert = 710;
constexpr Status kLaunchFailure = 719;
constexpr Status kNotSupported = 801;

/// A symbol that libamdhip64 over the emulated device has, and a GPU's has not.
constexpr const char* kEmulatedMarker = "rocm_bindgen_emulated_hip";

/// hipMemcpyKind
constexpr int kHostToDevice = 1;
constexpr int kDeviceToHost = 2;
constexpr int kDeviceToDevice = 3;

/// hipStreamNonBlocking and hipHostMallocPortable
constexpr unsigned kStreamNonBlocking = 1;
constexpr unsigned kHostMallocPortable = 1;
/// hipStreamCaptureModeThreadLocal: calls of other threads do not invalidate a capture.
constexpr int kCaptureThreadLocal = 1;
/// hipFunction_attribute: work-items per workgroup, and bytes of static LDS.
constexpr int kFuncMaxThreadsPerBlock = 0;
constexpr int kFuncSharedSizeBytes = 1;

/// Offsets, in bytes, of the members of hipDeviceProp_t that the runtime reads. The struct grew in HIP 6, whose
/// header redirects hipGetDeviceProperties to hipGetDevicePropertiesR0600. Libraries still export the symbols
/// hipGetDevicePropertiesR0000 and hipGetDeviceProperties, with the older layout.
struct PropertiesLayout {
  std::size_t size;
  std::size_t name, total_memory, lds, wavefront_size, workgroup_size, workgroup, grid, compute_units, arch;
};
constexpr PropertiesLayout kPropertiesR0000{792, 0, 256, 264, 276, 280, 284, 296, 336, 396};
constexpr PropertiesLayout kPropertiesR0600{1472, 0, 288, 296, 308, 320, 324, 336, 388, 1160};

// X(need, name, parameters) for every function, in the order in which a program needs them; `need` is required or
// optional.
// clang-format off
#define ROCM_BINDGEN_HIP_FUNCTIONS(X)                                                                                  \
  X(required, hipInit, (unsigned flags))                                                                               \
  X(optional, hipRuntimeGetVersion, (int* version))                                                                    \
  X(required, hipGetDeviceCount, (int* count))                                                                         \
  X(required, hipGetDevice, (int* device))                                                                             \
  X(required, hipSetDevice, (int device))                                                                              \
  X(optional, hipGetDevicePropertiesR0600, (void* properties, int device))                                             \
  X(optional, hipGetDevicePropertiesR0000, (void* properties, int device))                                             \
  X(optional, hipGetDeviceProperties, (void* properties, int device))                                                  \
  X(optional, hipDeviceGetPCIBusId, (char* text, int length, int device))                                              \
  X(required, hipGetLastError, ())                                                                                     \
  X(required, hipDeviceSynchronize, ())                                                                                \
  X(optional, hipMemGetInfo, (std::size_t* free, std::size_t* total))                                                  \
  X(required, hipMalloc, (void** memory, std::size_t bytes))                                                           \
  X(required, hipFree, (void* memory))                                                                                 \
  X(optional, hipHostMalloc, (void** memory, std::size_t bytes, unsigned flags))                                       \
  X(optional, hipHostFree, (void* memory))                                                                             \
  X(required, hipMemcpy, (void* to, const void* from, std::size_t bytes, int kind))                                    \
  X(required, hipMemcpyAsync, (void* to, const void* from, std::size_t bytes, int kind, void* stream))                 \
  X(optional, hipMemcpyPeerAsync, (void* to, int to_device, const void* from, int from_device, std::size_t bytes,      \
                                   void* stream))                                                                      \
  X(required, hipMemsetAsync, (void* memory, int value, std::size_t bytes, void* stream))                              \
  X(optional, hipDeviceCanAccessPeer, (int* can, int device, int peer))                                                \
  X(optional, hipDeviceEnablePeerAccess, (int peer, unsigned flags))                                                   \
  X(required, hipStreamCreateWithFlags, (void** stream, unsigned flags))                                               \
  X(required, hipStreamDestroy, (void* stream))                                                                        \
  X(required, hipStreamSynchronize, (void* stream))                                                                    \
  X(optional, hipStreamQuery, (void* stream))                                                                          \
  X(optional, hipStreamWaitEvent, (void* stream, void* event, unsigned flags))                                         \
  X(required, hipEventCreateWithFlags, (void** event, unsigned flags))                                                 \
  X(required, hipEventDestroy, (void* event))                                                                          \
  X(required, hipEventRecord, (void* event, void* stream))                                                             \
  X(required, hipEventSynchronize, (void* event))                                                                      \
  X(optional, hipEventQuery, (void* event))                                                                            \
  X(required, hipEventElapsedTime, (float* milliseconds, void* from, void* to))                                        \
  X(required, hipModuleLoadData, (void** module, const void* image))                                                   \
  X(required, hipModuleUnload, (void* module))                                                                         \
  X(required, hipModuleGetFunction, (void** function, void* module, const char* name))                                 \
  X(optional, hipFuncGetAttribute, (int* value, int attribute, void* function))                                        \
  X(required, hipModuleLaunchKernel, (void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,               \
                                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned lds,              \
                                      void* stream, void** arguments, void** extra))                                   \
  X(optional, hipStreamBeginCapture, (void* stream, int mode))                                                         \
  X(optional, hipStreamEndCapture, (void* stream, void** graph))                                                       \
  X(optional, hipGraphInstantiate, (void** executable, void* graph, void** node, char* log, std::size_t log_size))     \
  X(optional, hipGraphLaunch, (void* executable, void* stream))                                                        \
  X(optional, hipGraphExecDestroy, (void* executable))                                                                 \
  X(optional, hipGraphDestroy, (void* graph))
// clang-format on

/// The functions of one library; an optional function that it lacks is null.
struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a parameter list is no expression
#define ROCM_BINDGEN_MEMBER(need, function, parameters) Status(*function) parameters = nullptr;
  ROCM_BINDGEN_HIP_FUNCTIONS(ROCM_BINDGEN_MEMBER)
#undef ROCM_BINDGEN_MEMBER
  // These two return a text instead of a status.
  const char* (*hipGetErrorName)(Status) = nullptr;
  const char* (*hipGetErrorString)(Status) = nullptr;
};

/// Looks up every function. Throws Error(bad_driver), naming the library and all required functions that it lacks.
Functions find_functions(const SharedLibrary& library);

}  // namespace rocm_bindgen::runtime::hip
