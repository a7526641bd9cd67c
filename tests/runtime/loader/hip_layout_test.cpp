// Checks that the offsets by which the runtime reads HIP's structure match the installed header.
#include "drivers/hip_api.hpp"
#include "support/catch.hpp"

#if __has_include(<hip/hip_runtime_api.h>)

#define __HIP_PLATFORM_AMD__ 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wunused-result"
#include <hip/hip_runtime_api.h>
// Exists since HIP 6 and declares the older structure.
#if __has_include(<hip/hip_deprecated.h>)
#include <hip/hip_deprecated.h>
#endif
#pragma GCC diagnostic pop

namespace {

using namespace rocm_bindgen::runtime;

/// HIP 6 has a newer structure, and a macro that maps the name hipGetDeviceProperties to its function. The older
/// structure has another name.
#if defined(hipGetDeviceProperties) || HIP_VERSION_MAJOR >= 6
constexpr bool kIsR0600 = true;
#else
constexpr bool kIsR0600 = false;
#endif

template <class Properties>
constexpr bool has_layout(const hip::PropertiesLayout& layout) {
  return sizeof(Properties) == layout.size && offsetof(Properties, name) == layout.name &&
         offsetof(Properties, totalGlobalMem) == layout.total_memory &&
         offsetof(Properties, sharedMemPerBlock) == layout.lds &&
         offsetof(Properties, warpSize) == layout.wavefront_size &&
         offsetof(Properties, maxThreadsPerBlock) == layout.workgroup_size &&
         offsetof(Properties, maxThreadsDim) == layout.workgroup && offsetof(Properties, maxGridSize) == layout.grid &&
         offsetof(Properties, multiProcessorCount) == layout.compute_units &&
         offsetof(Properties, gcnArchName) == layout.arch;
}

static_assert(has_layout<hipDeviceProp_t>(kIsR0600 ? hip::kPropertiesR0600 : hip::kPropertiesR0000));
#if __has_include(<hip/hip_deprecated.h>)
static_assert(has_layout<hipDeviceProp_tR0000>(hip::kPropertiesR0000));
#endif
static_assert(sizeof(hipDeviceProp_t::name) == 256 && sizeof(hipDeviceProp_t::gcnArchName) == 256);

static_assert(hipErrorInvalidValue == hip::kInvalidValue && hipErrorOutOfMemory == hip::kOutOfMemory);
static_assert(hipErrorInvalidDevice == hip::kInvalidDevice && hipErrorInvalidKernelFile == hip::kInvalidKernelFile);
static_assert(hipErrorLaunchTimeOut == hip::kLaunchTimeout && hipErrorContextIsDestroyed == hip::kContextIsDestroyed);
static_assert(hipErrorNoDevice == hip::kNoDevice && hipErrorInvalidImage == hip::kInvalidImage);
static_assert(hipErrorNoBinaryForGpu == hip::kNoBinaryForGpu && hipErrorECCNotCorrectable == hip::kEccNotCorrectable);
static_assert(hipErrorNotFound == hip::kNotFound && hipErrorNotReady == hip::kNotReady);
static_assert(hipErrorIllegalAddress == hip::kIllegalAddress && hipErrorAssert == hip::kAssert);
static_assert(hipErrorPeerAccessAlreadyEnabled == hip::kPeerAccessAlreadyEnabled);
static_assert(hipErrorLaunchFailure == hip::kLaunchFailure && hipErrorNotSupported == hip::kNotSupported);
static_assert(hipMemcpyHostToDevice == hip::kHostToDevice && hipMemcpyDeviceToHost == hip::kDeviceToHost);
static_assert(hipMemcpyDeviceToDevice == hip::kDeviceToDevice);
static_assert(hipStreamNonBlocking == hip::kStreamNonBlocking && hipHostMallocPortable == hip::kHostMallocPortable);
static_assert(hipStreamCaptureModeThreadLocal == hip::kCaptureThreadLocal);
static_assert(HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK == hip::kFuncMaxThreadsPerBlock);
static_assert(HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES == hip::kFuncSharedSizeBytes);

}  // namespace

TEST_CASE("hip layout: the structure and numbers are those of the installed header") {
  // The compiler has already checked this; the test makes the check visible in the list of tests.
  CHECK(has_layout<hipDeviceProp_t>(kIsR0600 ? hip::kPropertiesR0600 : hip::kPropertiesR0000));
}

#else

TEST_CASE("hip layout: the structure and numbers are those of the installed header") {
  WARN("not checked: hip/hip_runtime_api.h is not installed");
}

#endif
