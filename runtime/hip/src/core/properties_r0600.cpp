#include "core/properties_r0600.hpp"

#include <algorithm>
#include <iterator>

#include "core/properties.hpp"

namespace rocm_bindgen::hip {
namespace {

template <class Member>
void copy(const Member& from, Member& to) {
  to = from;
}

template <class Member, std::size_t size>
void copy(const Member (&from)[size], Member (&to)[size]) {
  std::copy(std::begin(from), std::end(from), std::begin(to));
}

/// Copies the members that both structures have.
void copy_common(const hipDeviceProp_t& from, DevicePropertiesR0600& to) {
  copy(from.name, to.name);
  copy(from.maxThreadsDim, to.maxThreadsDim);
  copy(from.maxGridSize, to.maxGridSize);
  copy(from.gcnArchName, to.gcnArchName);
  copy(from.maxTexture2D, to.maxTexture2D);
  copy(from.maxTexture3D, to.maxTexture3D);
  copy(from.totalGlobalMem, to.totalGlobalMem);
  copy(from.sharedMemPerBlock, to.sharedMemPerBlock);
  copy(from.regsPerBlock, to.regsPerBlock);
  copy(from.warpSize, to.warpSize);
  copy(from.maxThreadsPerBlock, to.maxThreadsPerBlock);
  copy(from.clockRate, to.clockRate);
  copy(from.memoryClockRate, to.memoryClockRate);
  copy(from.memoryBusWidth, to.memoryBusWidth);
  copy(from.totalConstMem, to.totalConstMem);
  copy(from.major, to.major);
  copy(from.minor, to.minor);
  copy(from.multiProcessorCount, to.multiProcessorCount);
  copy(from.l2CacheSize, to.l2CacheSize);
  copy(from.maxThreadsPerMultiProcessor, to.maxThreadsPerMultiProcessor);
  copy(from.computeMode, to.computeMode);
  copy(from.clockInstructionRate, to.clockInstructionRate);
  copy(from.arch, to.arch);
  copy(from.concurrentKernels, to.concurrentKernels);
  copy(from.pciDomainID, to.pciDomainID);
  copy(from.pciBusID, to.pciBusID);
  copy(from.pciDeviceID, to.pciDeviceID);
  copy(from.maxSharedMemoryPerMultiProcessor, to.maxSharedMemoryPerMultiProcessor);
  copy(from.isMultiGpuBoard, to.isMultiGpuBoard);
  copy(from.canMapHostMemory, to.canMapHostMemory);
  copy(from.integrated, to.integrated);
  copy(from.cooperativeLaunch, to.cooperativeLaunch);
  copy(from.cooperativeMultiDeviceLaunch, to.cooperativeMultiDeviceLaunch);
  copy(from.maxTexture1DLinear, to.maxTexture1DLinear);
  copy(from.maxTexture1D, to.maxTexture1D);
  copy(from.hdpMemFlushCntl, to.hdpMemFlushCntl);
  copy(from.hdpRegFlushCntl, to.hdpRegFlushCntl);
  copy(from.memPitch, to.memPitch);
  copy(from.textureAlignment, to.textureAlignment);
  copy(from.texturePitchAlignment, to.texturePitchAlignment);
  copy(from.kernelExecTimeoutEnabled, to.kernelExecTimeoutEnabled);
  copy(from.ECCEnabled, to.ECCEnabled);
  copy(from.tccDriver, to.tccDriver);
  copy(from.cooperativeMultiDeviceUnmatchedFunc, to.cooperativeMultiDeviceUnmatchedFunc);
  copy(from.cooperativeMultiDeviceUnmatchedGridDim, to.cooperativeMultiDeviceUnmatchedGridDim);
  copy(from.cooperativeMultiDeviceUnmatchedBlockDim, to.cooperativeMultiDeviceUnmatchedBlockDim);
  copy(from.cooperativeMultiDeviceUnmatchedSharedMem, to.cooperativeMultiDeviceUnmatchedSharedMem);
  copy(from.isLargeBar, to.isLargeBar);
  copy(from.asicRevision, to.asicRevision);
  copy(from.managedMemory, to.managedMemory);
  copy(from.directManagedMemAccessFromHost, to.directManagedMemAccessFromHost);
  copy(from.concurrentManagedAccess, to.concurrentManagedAccess);
  copy(from.pageableMemoryAccess, to.pageableMemoryAccess);
  copy(from.pageableMemoryAccessUsesHostPageTables, to.pageableMemoryAccessUsesHostPageTables);
}

/// Sets the members for which HIP 5 has an attribute and no member.
void add_attributes(const DeviceInfo& info, DevicePropertiesR0600& p) {
  const auto attribute = [&](hipDeviceAttribute_t name) { return device_attribute(info, name).value_or(0); };
  p.asyncEngineCount = attribute(hipDeviceAttributeAsyncEngineCount);
  p.deviceOverlap = attribute(hipDeviceAttributeDeviceOverlap);
  p.unifiedAddressing = attribute(hipDeviceAttributeUnifiedAddressing);
  p.streamPrioritiesSupported = attribute(hipDeviceAttributeStreamPrioritiesSupported);
  p.globalL1CacheSupported = attribute(hipDeviceAttributeGlobalL1CacheSupported);
  p.localL1CacheSupported = attribute(hipDeviceAttributeLocalL1CacheSupported);
  p.regsPerMultiprocessor = attribute(hipDeviceAttributeMaxRegistersPerMultiprocessor);
  p.hostNativeAtomicSupported = attribute(hipDeviceAttributeHostNativeAtomicSupported);
  p.singleToDoublePrecisionPerfRatio = attribute(hipDeviceAttributeSingleToDoublePrecisionPerfRatio);
  p.canUseHostPointerForRegisteredMem = attribute(hipDeviceAttributeCanUseHostPointerForRegisteredMem);
  p.maxBlocksPerMultiProcessor = attribute(hipDeviceAttributeMaxBlocksPerMultiProcessor);
  p.memoryPoolsSupported = attribute(hipDeviceAttributeMemoryPoolsSupported);
}

}  // namespace

DevicePropertiesR0600 properties_r0600(const DeviceInfo& info) {
  DevicePropertiesR0600 properties{};
  copy_common(device_properties(info), properties);
  add_attributes(info, properties);
  properties.sharedMemPerMultiprocessor = properties.maxSharedMemoryPerMultiProcessor;
  properties.sharedMemPerBlockOptin = properties.sharedMemPerBlock;
  properties.hostRegisterSupported = 1;  // HIP 5 has neither a member nor an attribute for it
  return properties;
}

}  // namespace rocm_bindgen::hip
