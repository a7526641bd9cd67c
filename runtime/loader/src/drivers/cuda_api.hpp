// The part of CUDA's driver API that the runtime uses, as a table of functions that are looked up in libcuda.so.1 at
// run time. No CUDA header is needed to build.
#pragma once

#include <cstddef>
#include <cstdint>

#include "drivers/shared_library.hpp"

namespace rocm_bindgen::runtime::cuda {

using Status = int;             ///< CUresult
using Device = int;             ///< CUdevice
using Pointer = std::uint64_t;  ///< CUdeviceptr

/// CUresult
constexpr Status kInvalidValue = 1;
constexpr Status kOutOfMemory = 2;
constexpr Status kNoDevice = 100;
constexpr Status kInvalidImage = 200;
constexpr Status kNoBinaryForGpu = 209;
constexpr Status kEccUncorrectable = 214;
constexpr Status kNotFound = 500;
constexpr Status kNotReady = 600;
constexpr Status kIllegalAddress = 700;
constexpr Status kLaunchTimeout = 702;
constexpr Status kPeerAccessAlreadyEnabled = 704;
constexpr Status kContextIsDestroyed = 709;
constexpr Status kAssert = 710;
constexpr Status kHardwareStackError = 714;
constexpr Status kLastHardwareError = 719;  ///< 714 to 719 are faults of kernels; 719 is a launch failure
constexpr Status kNotSupported = 801;

/// CUdevice_attribute
constexpr int kMaxThreadsPerBlock = 1;
constexpr int kMaxBlockDimX = 2;
constexpr int kMaxGridDimX = 5;
constexpr int kMaxSharedMemoryPerBlock = 8;
constexpr int kWarpSize = 10;
constexpr int kMultiprocessorCount = 16;
constexpr int kComputeCapabilityMajor = 75;
constexpr int kComputeCapabilityMinor = 76;
constexpr int kMaxSharedMemoryPerBlockOptin = 97;

/// CUfunction_attribute
constexpr int kFuncMaxThreadsPerBlock = 0;
constexpr int kFuncSharedSizeBytes = 1;
constexpr int kFuncMaxDynamicSharedSizeBytes = 8;

/// CU_STREAM_NON_BLOCKING, CU_MEMHOSTALLOC_PORTABLE, and CU_STREAM_CAPTURE_MODE_THREAD_LOCAL: calls of other threads do
/// not invalidate a capture.
constexpr unsigned kStreamNonBlocking = 1;
constexpr unsigned kMemHostAllocPortable = 1;
constexpr int kCaptureThreadLocal = 1;

// X(need, member, symbol, parameters): `member` is the function's name in cuda.h, `symbol` the name of the version of
// it that this code is written for; `need` is required or optional.
// clang-format off
#define ROCM_BINDGEN_CUDA_FUNCTIONS(X)                                                                                 \
  X(required, cuInit, "cuInit", (unsigned flags))                                                                      \
  X(required, cuDriverGetVersion, "cuDriverGetVersion", (int* version))                                                \
  X(required, cuGetErrorName, "cuGetErrorName", (Status status, const char** text))                                    \
  X(required, cuGetErrorString, "cuGetErrorString", (Status status, const char** text))                                \
  X(required, cuDeviceGetCount, "cuDeviceGetCount", (int* count))                                                      \
  X(required, cuDeviceGet, "cuDeviceGet", (Device* device, int ordinal))                                               \
  X(required, cuDeviceGetName, "cuDeviceGetName", (char* text, int length, Device device))                             \
  X(required, cuDeviceGetAttribute, "cuDeviceGetAttribute", (int* value, int attribute, Device device))                \
  X(required, cuDeviceTotalMem, "cuDeviceTotalMem_v2", (std::size_t* bytes, Device device))                            \
  X(optional, cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", (char* text, int length, Device device))                     \
  X(required, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (void** context, Device device))                   \
  X(required, cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (Device device))                              \
  X(required, cuCtxGetCurrent, "cuCtxGetCurrent", (void** context))                                                    \
  X(required, cuCtxSetCurrent, "cuCtxSetCurrent", (void* context))                                                     \
  X(required, cuCtxSynchronize, "cuCtxSynchronize", ())                                                                \
  X(required, cuMemGetInfo, "cuMemGetInfo_v2", (std::size_t* free, std::size_t* total))                                \
  X(required, cuMemAlloc, "cuMemAlloc_v2", (Pointer* memory, std::size_t bytes))                                       \
  X(required, cuMemFree, "cuMemFree_v2", (Pointer memory))                                                             \
  X(required, cuMemHostAlloc, "cuMemHostAlloc", (void** memory, std::size_t bytes, unsigned flags))                    \
  X(required, cuMemFreeHost, "cuMemFreeHost", (void* memory))                                                          \
  X(required, cuMemcpyHtoD, "cuMemcpyHtoD_v2", (Pointer to, const void* from, std::size_t bytes))                      \
  X(required, cuMemcpyDtoH, "cuMemcpyDtoH_v2", (void* to, Pointer from, std::size_t bytes))                            \
  X(required, cuMemcpyDtoD, "cuMemcpyDtoD_v2", (Pointer to, Pointer from, std::size_t bytes))                          \
  X(required, cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (Pointer to, const void* from, std::size_t bytes, void* stream)) \
  X(required, cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void* to, Pointer from, std::size_t bytes, void* stream))    \
  X(required, cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", (Pointer to, Pointer from, std::size_t bytes, void* stream))  \
  X(optional, cuMemcpyPeerAsync, "cuMemcpyPeerAsync", (Pointer to, void* to_context, Pointer from, void* from_context, \
                                                       std::size_t bytes, void* stream))                               \
  X(required, cuMemsetD8Async, "cuMemsetD8Async", (Pointer memory, unsigned char value, std::size_t bytes, void* stream)) \
  X(optional, cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", (int* can, Device device, Device peer))                  \
  X(optional, cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", (void* peer, unsigned flags))                            \
  X(required, cuStreamCreate, "cuStreamCreate", (void** stream, unsigned flags))                                       \
  X(required, cuStreamDestroy, "cuStreamDestroy_v2", (void* stream))                                                   \
  X(required, cuStreamSynchronize, "cuStreamSynchronize", (void* stream))                                              \
  X(required, cuStreamQuery, "cuStreamQuery", (void* stream))                                                          \
  X(required, cuStreamWaitEvent, "cuStreamWaitEvent", (void* stream, void* event, unsigned flags))                     \
  X(required, cuEventCreate, "cuEventCreate", (void** event, unsigned flags))                                          \
  X(required, cuEventDestroy, "cuEventDestroy_v2", (void* event))                                                      \
  X(required, cuEventRecord, "cuEventRecord", (void* event, void* stream))                                             \
  X(required, cuEventSynchronize, "cuEventSynchronize", (void* event))                                                 \
  X(required, cuEventQuery, "cuEventQuery", (void* event))                                                             \
  X(required, cuEventElapsedTime, "cuEventElapsedTime", (float* milliseconds, void* from, void* to))                   \
  X(required, cuModuleLoadData, "cuModuleLoadData", (void** module, const void* image))                                \
  X(required, cuModuleUnload, "cuModuleUnload", (void* module))                                                        \
  X(required, cuModuleGetFunction, "cuModuleGetFunction", (void** function, void* module, const char* name))           \
  X(required, cuFuncGetAttribute, "cuFuncGetAttribute", (int* value, int attribute, void* function))                   \
  X(required, cuFuncSetAttribute, "cuFuncSetAttribute", (void* function, int attribute, int value))                    \
  X(required, cuLaunchKernel, "cuLaunchKernel", (void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,    \
                                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned lds,   \
                                                 void* stream, void** arguments, void** extra))                        \
  X(optional, cuStreamBeginCapture, "cuStreamBeginCapture_v2", (void* stream, int mode))                               \
  X(optional, cuStreamEndCapture, "cuStreamEndCapture", (void* stream, void** graph))                                  \
  X(optional, cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags", (void** executable, void* graph,             \
                                                                           unsigned long long flags))                  \
  X(optional, cuGraphLaunch, "cuGraphLaunch", (void* executable, void* stream))                                        \
  X(optional, cuGraphExecDestroy, "cuGraphExecDestroy", (void* executable))                                            \
  X(optional, cuGraphDestroy, "cuGraphDestroy", (void* graph))
// clang-format on

/// The functions of one library; an optional function that it lacks is null.
struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a parameter list is no expression
#define ROCM_BINDGEN_MEMBER(need, member, symbol, parameters) Status(*member) parameters = nullptr;
  ROCM_BINDGEN_CUDA_FUNCTIONS(ROCM_BINDGEN_MEMBER)
#undef ROCM_BINDGEN_MEMBER
};

/// Looks up every function. Throws Error(bad_driver), naming the library and all required functions that it lacks.
Functions find_functions(const SharedLibrary& library);

}  // namespace rocm_bindgen::runtime::cuda
