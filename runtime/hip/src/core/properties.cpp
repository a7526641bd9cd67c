#include "core/properties.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "codeobject/occupancy.hpp"

namespace rocm_bindgen::hip {
namespace {

// Programs read these properties to choose sizes. The emulated device has no such limits, so they have values that are
// usual for AMD's GPUs.
constexpr int kRegistersPerBlock = 65536;
/// The clocks of the emulated device: 1 GHz for clock64(), and 100 MHz for wall_clock64().
constexpr int kClockKilohertz = 1'000'000, kCounterKilohertz = 100'000;
constexpr int kL2Bytes = 4 << 20;

/// The version in a processor's name. The last two digits are the minor version and the stepping, in hexadecimal; the
/// digits before them are the major version, in decimal. "gfx90a" is 9.0 stepping 10, "gfx1100" is 11.0 stepping 0.
struct Version {
  int major = 0, minor = 0, stepping = 0;
};

Version version_of(const std::string& arch) {
  const auto processor = arch.substr(0, arch.find(':'));
  const auto digits = processor.substr(processor.find_first_of("0123456789"));
  if (digits.size() < 3) return {};
  const auto hexadecimal = [](char digit) { return std::strtol(std::string(1, digit).c_str(), nullptr, 16); };
  return {std::atoi(digits.substr(0, digits.size() - 2).c_str()),
          static_cast<int>(hexadecimal(digits[digits.size() - 2])), static_cast<int>(hexadecimal(digits.back()))};
}

int clamped(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<int>::max()));
}

/// What a compute unit holds of a kernel that needs almost no registers. All targets hold a multiple of 256 threads.
int threads_per_compute_unit(const DeviceInfo& info) {
  constexpr unsigned kBlock = 256;
  const auto blocks =
      runtime::workgroups_per_compute_unit(info.arch.substr(0, info.arch.find(':')), info.wavefront_size == 32,
                                           {1, 1, info.wavefront_size}, kBlock, 0, info.max_lds_bytes);
  return static_cast<int>(blocks * kBlock);
}

hipDeviceArch_t capabilities() {
  hipDeviceArch_t arch{};
  arch.hasGlobalInt32Atomics = arch.hasGlobalFloatAtomicExch = 1;
  arch.hasSharedInt32Atomics = arch.hasSharedFloatAtomicExch = 1;
  arch.hasFloatAtomicAdd = 1;
  arch.hasGlobalInt64Atomics = arch.hasSharedInt64Atomics = 1;
  arch.hasDoubles = 1;
  arch.hasWarpVote = arch.hasWarpBallot = arch.hasWarpShuffle = 1;
  arch.hasThreadFenceSystem = 1;
  arch.has3dGrid = 1;
  return arch;
}

}  // namespace

hipDeviceProp_t device_properties(const DeviceInfo& info) {
  hipDeviceProp_t p{};
  const auto version = version_of(info.arch);
  std::snprintf(p.name, sizeof p.name, "%s", info.name.c_str());
  std::snprintf(p.gcnArchName, sizeof p.gcnArchName, "%s", info.arch.c_str());
  p.gcnArch = version.major * 100 + version.minor * 10 + version.stepping;
  p.totalGlobalMem = info.memory_bytes;
  p.sharedMemPerBlock = p.maxSharedMemoryPerMultiProcessor = info.max_lds_bytes;
  p.regsPerBlock = kRegistersPerBlock;
  p.warpSize = static_cast<int>(info.wavefront_size);
  p.maxThreadsPerBlock = static_cast<int>(info.max_workgroup_size);
  p.maxThreadsDim[0] = clamped(info.max_workgroup.x);
  p.maxThreadsDim[1] = clamped(info.max_workgroup.y);
  p.maxThreadsDim[2] = clamped(info.max_workgroup.z);
  p.maxGridSize[0] = clamped(info.max_grid.x);
  p.maxGridSize[1] = clamped(info.max_grid.y);
  p.maxGridSize[2] = clamped(info.max_grid.z);
  p.clockRate = p.memoryClockRate = kClockKilohertz;
  p.memoryBusWidth = 256;  // bits
  // Constants are in global memory, as on AMD's GPUs, so their size has no separate limit.
  p.totalConstMem = std::numeric_limits<int>::max();
  p.major = version.major;
  p.minor = version.minor;
  p.multiProcessorCount = static_cast<int>(info.compute_units);
  p.l2CacheSize = kL2Bytes;
  p.maxThreadsPerMultiProcessor = threads_per_compute_unit(info);
  p.computeMode = hipComputeModeDefault;
  p.clockInstructionRate = kCounterKilohertz;
  p.arch = capabilities();
  p.concurrentKernels = 1;
  p.canMapHostMemory = 1;
  // Barriers of the whole grid are the reason for cooperative launches, and are not emulated for gfx12.
  p.cooperativeLaunch = version.major == 12 ? 0 : 1;
  p.memPitch = std::numeric_limits<int>::max();
  p.textureAlignment = p.texturePitchAlignment = 256;
  p.managedMemory = p.directManagedMemAccessFromHost = p.concurrentManagedAccess = 1;
  p.isLargeBar = 1;
  return p;
}

std::optional<int> device_attribute(const DeviceInfo& info, hipDeviceAttribute_t attribute) {
  const auto p = device_properties(info);
  switch (attribute) {
    case hipDeviceAttributeEccEnabled:
      return p.ECCEnabled;
    case hipDeviceAttributeCanMapHostMemory:
      return p.canMapHostMemory;
    case hipDeviceAttributeCanUseHostPointerForRegisteredMem:
    case hipDeviceAttributeUnifiedAddressing:
    case hipDeviceAttributeHostNativeAtomicSupported:
    case hipDeviceAttributeStreamPrioritiesSupported:
    case hipDeviceAttributeMemoryPoolsSupported:
    case hipDeviceAttributeCanUseStreamWaitValue:
    case hipDeviceAttributeFineGrainSupport:
      return 1;
    case hipDeviceAttributeAsyncEngineCount:
    case hipDeviceAttributeDeviceOverlap:
      return 1;
    case hipDeviceAttributeClockRate:
      return p.clockRate;
    case hipDeviceAttributeMemoryClockRate:
      return p.memoryClockRate;
    case hipDeviceAttributeMemoryBusWidth:
      return p.memoryBusWidth;
    case hipDeviceAttributeClockInstructionRate:
      return p.clockInstructionRate;
    case hipDeviceAttributeComputeMode:
      return p.computeMode;
    case hipDeviceAttributeConcurrentKernels:
      return p.concurrentKernels;
    case hipDeviceAttributeConcurrentManagedAccess:
      return p.concurrentManagedAccess;
    case hipDeviceAttributeManagedMemory:
      return p.managedMemory;
    case hipDeviceAttributeDirectManagedMemAccessFromHost:
      return p.directManagedMemAccessFromHost;
    case hipDeviceAttributeCooperativeLaunch:
      return p.cooperativeLaunch;
    case hipDeviceAttributeComputePreemptionSupported:
    case hipDeviceAttributeCooperativeMultiDeviceLaunch:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem:
    case hipDeviceAttributeIntegrated:
    case hipDeviceAttributeIsMultiGpuBoard:
    case hipDeviceAttributeMultiGpuBoardGroupID:
    case hipDeviceAttributeKernelExecTimeout:
    case hipDeviceAttributePageableMemoryAccess:
    case hipDeviceAttributePageableMemoryAccessUsesHostPageTables:
    case hipDeviceAttributePciBusId:
    case hipDeviceAttributePciDeviceId:
    case hipDeviceAttributePciDomainID:
    case hipDeviceAttributeTccDriver:
    case hipDeviceAttributeAsicRevision:
    case hipDeviceAttributeImageSupport:
    case hipDeviceAttributeReservedSharedMemPerBlock:
    case hipDeviceAttributePersistingL2CacheMaxSize:
    case hipDeviceAttributeAccessPolicyMaxWindowSize:
      return 0;
    case hipDeviceAttributeGlobalL1CacheSupported:
    case hipDeviceAttributeLocalL1CacheSupported:
    case hipDeviceAttributeIsLargeBar:
      return 1;
    case hipDeviceAttributeL2CacheSize:
      return p.l2CacheSize;
    case hipDeviceAttributeComputeCapabilityMajor:
      return p.major;
    case hipDeviceAttributeComputeCapabilityMinor:
      return p.minor;
    case hipDeviceAttributeMaxBlocksPerMultiProcessor:
      return p.maxThreadsPerMultiProcessor / p.warpSize;
    case hipDeviceAttributeMaxBlockDimX:
      return p.maxThreadsDim[0];
    case hipDeviceAttributeMaxBlockDimY:
      return p.maxThreadsDim[1];
    case hipDeviceAttributeMaxBlockDimZ:
      return p.maxThreadsDim[2];
    case hipDeviceAttributeMaxThreadsDim:
      return p.maxThreadsDim[0];
    case hipDeviceAttributeMaxGridDimX:
      return p.maxGridSize[0];
    case hipDeviceAttributeMaxGridDimY:
      return p.maxGridSize[1];
    case hipDeviceAttributeMaxGridDimZ:
      return p.maxGridSize[2];
    case hipDeviceAttributeMaxThreadsPerBlock:
      return p.maxThreadsPerBlock;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor:
      return p.maxThreadsPerMultiProcessor;
    case hipDeviceAttributeMaxPitch:
      return clamped(p.memPitch);
    case hipDeviceAttributeMultiprocessorCount:
    case hipDeviceAttributePhysicalMultiProcessorCount:
      return p.multiProcessorCount;
    case hipDeviceAttributeMaxRegistersPerBlock:
    case hipDeviceAttributeMaxRegistersPerMultiprocessor:
      return p.regsPerBlock;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
    case hipDeviceAttributeSharedMemPerBlockOptin:
      return clamped(p.sharedMemPerBlock);
    case hipDeviceAttributeSharedMemPerMultiprocessor:
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
      return clamped(p.maxSharedMemoryPerMultiProcessor);
    case hipDeviceAttributeSingleToDoublePrecisionPerfRatio:
      // Usual ratios of compute GPUs, whose waves have 64 lanes, and of RDNA.
      return info.wavefront_size == 64 ? 2 : 16;
    case hipDeviceAttributeTextureAlignment:
      return clamped(p.textureAlignment);
    case hipDeviceAttributeTexturePitchAlignment:
      return clamped(p.texturePitchAlignment);
    case hipDeviceAttributeTotalConstantMemory:
      return clamped(p.totalConstMem);
    case hipDeviceAttributeTotalGlobalMem:
      return clamped(p.totalGlobalMem);
    case hipDeviceAttributeWarpSize:
      return p.warpSize;
    case hipDeviceAttributeGcnArch:
      return p.gcnArch;
    default:
      // Textures and surfaces are not served, so their largest sizes are 0.
      if (attribute >= hipDeviceAttributeMaxSurface1D && attribute <= hipDeviceAttributeMaxTextureCubemapLayered)
        return 0;
      return std::nullopt;
  }
}

}  // namespace rocm_bindgen::hip
