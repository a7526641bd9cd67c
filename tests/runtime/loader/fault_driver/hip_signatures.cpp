// Compares the fake driver's table of functions with HIP's own header if that is installed; this file generates no
// code.
#if __has_include(<hip/hip_runtime_api.h>)

#define __HIP_PLATFORM_AMD__           // NOLINT(bugprone-reserved-identifier): the header asks for it
#define __HIP_DISABLE_CPP_FUNCTIONS__  // NOLINT(bugprone-reserved-identifier): overloads have no decltype
#include <type_traits>

#include <hip/hip_runtime_api.h>
#if __has_include(<hip/hip_deprecated.h>)
#include <hip/hip_deprecated.h>
#endif

#define FAULT_HIP_TYPES_ONLY
#include "runtime/loader/fault_driver/hip_abi.hpp"

#if !__has_include(<hip/hip_deprecated.h>)
// The headers before HIP 6 lack the two newer names of hipGetDeviceProperties.
extern "C" {
decltype(hipGetDeviceProperties) hipGetDevicePropertiesR0600;
decltype(hipGetDeviceProperties) hipGetDevicePropertiesR0000;
}
#endif

namespace {

/// The type as it is passed in C: any pointer is a pointer, and an enum is its integer type.
template <typename Type, bool = std::is_enum_v<Type>>
struct Passed {
  using type = Type;
};
template <typename Type>
struct Passed<Type, true> {
  static_assert(sizeof(Type) == sizeof(int));
  using type = int;
};
template <typename Pointee>
struct Passed<Pointee*, false> {
  using type = void*;
};

template <typename Function>
struct Abi;
template <typename Result, typename... Parameters>
struct Abi<Result(Parameters...)> {
  using type = typename Passed<Result>::type(typename Passed<Parameters>::type...);
};

#if HIP_VERSION_MAJOR < 6
static_assert(sizeof(hipDeviceProp_t) == fault::kProperties5.size);
static_assert(offsetof(hipDeviceProp_t, totalGlobalMem) == fault::kProperties5.total_memory);
static_assert(offsetof(hipDeviceProp_t, sharedMemPerBlock) == fault::kProperties5.lds_per_workgroup);
static_assert(offsetof(hipDeviceProp_t, warpSize) == fault::kProperties5.wavefront_size);
static_assert(offsetof(hipDeviceProp_t, maxThreadsPerBlock) == fault::kProperties5.max_workgroup_size);
static_assert(offsetof(hipDeviceProp_t, maxThreadsDim) == fault::kProperties5.max_workgroup);
static_assert(offsetof(hipDeviceProp_t, maxGridSize) == fault::kProperties5.max_grid);
static_assert(offsetof(hipDeviceProp_t, multiProcessorCount) == fault::kProperties5.compute_units);
static_assert(offsetof(hipDeviceProp_t, gcnArchName) == fault::kProperties5.arch);
#endif

#define FAULT_HIP_FUNCTION(name, ...) \
  static_assert(std::is_same_v<Abi<decltype(name)>::type, Abi<__VA_ARGS__>::type>, #name);
#include "runtime/loader/fault_driver/hip_functions.inc"
#undef FAULT_HIP_FUNCTION

static_assert(hipErrorInvalidConfiguration == fault::kInvalidConfiguration);
static_assert(hipErrorInvalidMemcpyDirection == fault::kInvalidMemcpyDirection);
static_assert(hipErrorInvalidDeviceFunction == fault::kInvalidDeviceFunction);
static_assert(hipErrorNoDevice == fault::kNoDevice);
static_assert(hipErrorInvalidDevice == fault::kInvalidDevice);
static_assert(hipErrorInvalidImage == fault::kInvalidImage);
static_assert(hipErrorNoBinaryForGpu == fault::kNoBinaryForGpu);
static_assert(hipErrorPeerAccessUnsupported == fault::kPeerAccessUnsupported);
static_assert(hipErrorInvalidHandle == fault::kInvalidHandle);
static_assert(hipErrorIllegalState == fault::kIllegalState);
static_assert(hipErrorNotFound == fault::kNotFound);
static_assert(hipErrorNotReady == fault::kNotReady);
static_assert(hipErrorPeerAccessAlreadyEnabled == fault::kPeerAccessAlreadyEnabled);
static_assert(hipErrorLaunchFailure == fault::kLaunchFailure);
static_assert(hipErrorNotSupported == fault::kNotSupported);
static_assert(hipErrorStreamCaptureUnsupported == fault::kStreamCaptureUnsupported);
static_assert(hipErrorStreamCaptureWrongThread == fault::kStreamCaptureWrongThread);

}  // namespace

#endif
