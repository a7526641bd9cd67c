// Queries and settings of the device, and the functions that belong to no other topic.
#include <cstring>
#include <string>

#include <hip/hiprtc.h>

#include "cases.hpp"
#include "check.hpp"

// The profiler's functions are deprecated in HIP, but still exported.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// HIP's library exports these functions, but its headers do not declare them for programs.
extern "C" {
unsigned short __gnu_f2h_ieee(float value);
float __gnu_h2f_ieee(unsigned short bits);
void __hipGetPCH(const char** header, unsigned* bytes);
size_t amd_dbgapi_get_build_id();
const char* amd_dbgapi_get_build_name();
const char* amd_dbgapi_get_git_hash();
const char* hipGetCmdName(unsigned id);
}

void devices() {
  HIP_CHECK(hipInit(0));
  HIP_FAILS(hipErrorInvalidValue, hipInit(1));
  hipDevice_t handle = 77;
  HIP_CHECK(hipDeviceGet(&handle, 0));
  CHECK(handle == 0);
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceGet(&handle, 1));
  HIP_FAILS(hipErrorInvalidValue, hipDeviceGet(nullptr, 0));
  hipDeviceProp_t properties{};
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  int device = 77, value = 77, other = 77;
  HIP_CHECK(hipChooseDevice(&device, &properties));
  CHECK(device == 0);
  HIP_FAILS(hipErrorInvalidValue, hipChooseDevice(&device, nullptr));
  HIP_CHECK(hipDeviceComputeCapability(&value, &other, 0));
  CHECK(value == properties.major && other == properties.minor);
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceComputeCapability(&value, &other, 1));
  HIP_CHECK(hipDriverGetVersion(&value));
  HIP_CHECK(hipRuntimeGetVersion(&other));
  CHECK(value == other);
  HIP_FAILS(hipErrorInvalidValue, hipDriverGetVersion(nullptr));

  // The identifier is "emu", a zero, and the target's name.
  hipUUID uuid{}, again{};
  HIP_CHECK(hipDeviceGetUuid(&uuid, 0));
  HIP_CHECK(hipDeviceGetUuid(&again, 0));
  CHECK(std::memcmp(&uuid, &again, sizeof uuid) == 0);
  CHECK(std::string(uuid.bytes, 3) == "emu");
  CHECK(std::strncmp(uuid.bytes + 4, properties.gcnArchName, 6) == 0);  // the shortest name, gfx90a, has 6 characters
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceGetUuid(&uuid, 1));

  // There is one device, and it is no peer of itself.
  HIP_CHECK(hipDeviceCanAccessPeer(&value, 0, 0));
  CHECK(value == 0);
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceCanAccessPeer(&value, 0, 1));
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceEnablePeerAccess(0, 0));
  HIP_FAILS(hipErrorInvalidValue, hipDeviceEnablePeerAccess(0, 1));
  HIP_FAILS(hipErrorPeerAccessNotEnabled, hipDeviceDisablePeerAccess(0));
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceDisablePeerAccess(1));
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceGetP2PAttribute(&value, hipDevP2PAttrAccessSupported, 0, 0));
  HIP_FAILS(hipErrorInvalidValue, hipDeviceGetP2PAttribute(nullptr, hipDevP2PAttrAccessSupported, 0, 0));
  uint32_t type = 0, hops = 0;
  HIP_FAILS(hipErrorInvalidDevice, hipExtGetLinkTypeAndHopCount(0, 0, &type, &hops));
  HIP_FAILS(hipErrorInvalidValue, hipExtGetLinkTypeAndHopCount(0, 0, nullptr, &hops));

  unsigned flags = 77;
  HIP_CHECK(hipGetDeviceFlags(&flags));
  CHECK(flags == hipDeviceScheduleAuto);
  HIP_CHECK(hipSetDeviceFlags(hipDeviceScheduleBlockingSync | hipDeviceMapHost));
  HIP_CHECK(hipGetDeviceFlags(&flags));
  CHECK(flags == (hipDeviceScheduleBlockingSync | hipDeviceMapHost));
  HIP_FAILS(hipErrorInvalidValue, hipSetDeviceFlags(hipDeviceScheduleSpin | hipDeviceScheduleYield));
  HIP_FAILS(hipErrorInvalidValue, hipGetDeviceFlags(nullptr));

  // AMD's devices have neither a choice between cache and shared memory nor one of bank sizes, so setting it has no
  // effect.
  hipFuncCache_t cache = hipFuncCachePreferL1;
  HIP_CHECK(hipDeviceSetCacheConfig(hipFuncCachePreferL1));
  HIP_CHECK(hipDeviceGetCacheConfig(&cache));
  CHECK(cache == hipFuncCachePreferNone);
  HIP_FAILS(hipErrorInvalidValue, hipDeviceSetCacheConfig(static_cast<hipFuncCache_t>(77)));
  hipSharedMemConfig banks = hipSharedMemBankSizeDefault;
  HIP_CHECK(hipDeviceSetSharedMemConfig(hipSharedMemBankSizeEightByte));
  HIP_CHECK(hipDeviceGetSharedMemConfig(&banks));
  CHECK(banks == hipSharedMemBankSizeFourByte);
  HIP_FAILS(hipErrorInvalidValue, hipDeviceSetSharedMemConfig(static_cast<hipSharedMemConfig>(77)));
  size_t limit = 0;
  HIP_CHECK(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
  CHECK(limit == 8 << 20);  // 8 MiB by default
  HIP_FAILS(hipErrorUnsupportedLimit, hipDeviceGetLimit(&limit, static_cast<hipLimit_t>(77)));
  HIP_FAILS(hipErrorInvalidValue, hipDeviceGetLimit(nullptr, hipLimitMallocHeapSize));
}

void miscellany() {
  const auto channel = hipCreateChannelDesc(8, 16, 32, 0, hipChannelFormatKindUnsigned);
  CHECK(channel.x == 8 && channel.y == 16 && channel.z == 32 && channel.w == 0);
  CHECK(channel.f == hipChannelFormatKindUnsigned);

  // Conversions of halves: every finite value from 0 on becomes a float and the same half again; ties are rounded to
  // even; values that are too large become infinity, 0x7c00.
  for (unsigned bits = 0; bits < 0x7c00; ++bits) CHECK(__gnu_f2h_ieee(__gnu_h2f_ieee(bits)) == bits);
  CHECK(__gnu_h2f_ieee(0x3c00) == 1.0f && __gnu_h2f_ieee(0xc000) == -2.0f && __gnu_h2f_ieee(1) == 0x1p-24f);
  CHECK(__gnu_f2h_ieee(1.0f + 0x1p-11f) == 0x3c00 && __gnu_f2h_ieee(1.0f + 3 * 0x1p-11f) == 0x3c02);
  CHECK(__gnu_f2h_ieee(65536.0f) == 0x7c00 && __gnu_f2h_ieee(-65536.0f) == 0xfc00);

  CHECK(std::string(hiprtcGetErrorString(HIPRTC_SUCCESS)) == "HIPRTC_SUCCESS");
  CHECK(std::string(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION)) == "HIPRTC_ERROR_COMPILATION");
  CHECK(std::string(hiprtcGetErrorString(HIPRTC_ERROR_INTERNAL_ERROR)) == "HIPRTC_ERROR_INTERNAL_ERROR");
  CHECK(std::string(hiprtcGetErrorString(static_cast<hiprtcResult>(77))) == "Invalid HIPRTC error code");

  // Functions for tracers and debuggers. There is no list of function numbers, no precompiled header, and no build of
  // ROCm.
  CHECK(std::string(hipApiName(1)) == "unknown" && std::string(hipGetCmdName(1)) == "unknown");
  const char* header = "";
  unsigned bytes = 77;
  __hipGetPCH(&header, &bytes);
  CHECK(header == nullptr && bytes == 0);
  CHECK(amd_dbgapi_get_build_id() == 0);
  CHECK(std::string(amd_dbgapi_get_build_name()) == "rocm-bindgen");
  CHECK(std::string(amd_dbgapi_get_git_hash()).empty());
  // No profiler is attached, so that starting and stopping it has no other effect.
  HIP_CHECK(hipProfilerStart());
  HIP_CHECK(hipProfilerStop());
}
