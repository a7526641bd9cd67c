// cudaDeviceProp and cudaPointerAttributes with all of CUDA's members, for HIP before 6.0: HIP's structs, which were
// renamed while their header was read, and the members that they lack.
#pragma once

#include "rocm_bindgen_compat/warp/wave_meaning.hpp"

struct hipDeviceProp_t : rocm_bindgen_hipDeviceProp_t {
  hipUUID uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  int deviceOverlap;
  int asyncEngineCount;
  int unifiedAddressing;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
  int regsPerMultiprocessor;
  int maxBlocksPerMultiProcessor;
  int multiGpuBoardGroupID;
  int singleToDoublePrecisionPerfRatio;
  int hostNativeAtomicSupported;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int hostRegisterSupported;
  int hostRegisterReadOnlySupported;
  int persistingL2CacheMaxSize;
  int accessPolicyMaxWindowSize;
  int memoryPoolsSupported;
  unsigned int memoryPoolSupportedHandleTypes;
  int sparseCudaArraySupported;
  int deferredMappingCudaArraySupported;
  int timelineSemaphoreInteropSupported;
  int gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  size_t surfaceAlignment;
  int maxTexture1DMipmap;
  int maxTexture1DLayered[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture2DLayered[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface1DLayered[2];
  int maxSurface2D[2];
  int maxSurface2DLayered[3];
  int maxSurface3D[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
};

struct hipPointerAttribute_t : rocm_bindgen_hipPointerAttribute_t {
  hipMemoryType type;
};

namespace rocm_bindgen {

// A property that HIP's runtime does not report remains zero, which means "not supported".
template <typename Member>
inline void ask_device(Member& member, hipDeviceAttribute_t attribute, int device) {
  int value = 0;
  if (hipDeviceGetAttribute(&value, attribute, device) == hipSuccess && value > 0) member = static_cast<Member>(value);
}

inline void complete_memory(hipDeviceProp_t& properties, int device) {
  ask_device(properties.unifiedAddressing, hipDeviceAttributeUnifiedAddressing, device);
  ask_device(properties.asyncEngineCount, hipDeviceAttributeAsyncEngineCount, device);
  properties.deviceOverlap = properties.asyncEngineCount != 0;
  ask_device(properties.streamPrioritiesSupported, hipDeviceAttributeStreamPrioritiesSupported, device);
  ask_device(properties.globalL1CacheSupported, hipDeviceAttributeGlobalL1CacheSupported, device);
  ask_device(properties.localL1CacheSupported, hipDeviceAttributeLocalL1CacheSupported, device);
  ask_device(properties.memoryPoolsSupported, hipDeviceAttributeMemoryPoolsSupported, device);
  ask_device(properties.hostNativeAtomicSupported, hipDeviceAttributeHostNativeAtomicSupported, device);
  ask_device(properties.canUseHostPointerForRegisteredMem, hipDeviceAttributeCanUseHostPointerForRegisteredMem, device);
  // HIP before 6.0 has no attribute for this property. Its hipHostRegister() is available for all devices.
  properties.hostRegisterSupported = 1;
  // HIP reports the alignment of surfaces only for NVIDIA's devices. Surfaces are images, as textures are.
  properties.surfaceAlignment = properties.textureAlignment;
}

inline void complete_multiprocessor(hipDeviceProp_t& properties, int device) {
  // A block can always use all of its shared memory; there is no opt-in.
  properties.sharedMemPerBlockOptin = properties.sharedMemPerBlock;
  properties.sharedMemPerMultiprocessor = properties.maxSharedMemoryPerMultiProcessor;
  properties.regsPerMultiprocessor = properties.regsPerBlock;
  ask_device(properties.regsPerMultiprocessor, hipDeviceAttributeMaxRegistersPerMultiprocessor, device);
  // A block has at least one wave. `warpSize` is still the size of a wave here: our hipGetDeviceProperties() sets it to
  // 32 only after this call.
  properties.maxBlocksPerMultiProcessor =
      properties.warpSize > 0 ? properties.maxThreadsPerMultiProcessor / properties.warpSize : 0;
  ask_device(properties.maxBlocksPerMultiProcessor, hipDeviceAttributeMaxBlocksPerMultiProcessor, device);
  ask_device(properties.computePreemptionSupported, hipDeviceAttributeComputePreemptionSupported, device);
  ask_device(properties.singleToDoublePrecisionPerfRatio, hipDeviceAttributeSingleToDoublePrecisionPerfRatio, device);
}

inline void complete_images(hipDeviceProp_t& properties) {
  // HIP does not report the number of layers. This is CUDA's limit.
  const int layers = 2048;
  const int layered[3] = {properties.maxTexture2D[0], properties.maxTexture2D[1], layers};
  properties.maxTexture1DMipmap = properties.maxTexture1D;
  properties.maxTexture1DLayered[0] = properties.maxSurface1DLayered[0] = properties.maxTexture1D;
  properties.maxTexture1DLayered[1] = properties.maxSurface1DLayered[1] = layers;
  properties.maxSurface1D = properties.maxTexture1D;
  properties.maxTextureCubemap = properties.maxSurfaceCubemap = properties.maxTexture2D[0];
  properties.maxTextureCubemapLayered[0] = properties.maxSurfaceCubemapLayered[0] = properties.maxTexture2D[0];
  properties.maxTextureCubemapLayered[1] = properties.maxSurfaceCubemapLayered[1] = layers / 6;  // six faces
  for (int i = 0; i < 3; ++i) {
    properties.maxTexture2DLayered[i] = properties.maxSurface2DLayered[i] = layered[i];
    properties.maxTexture3DAlt[i] = properties.maxSurface3D[i] = properties.maxTexture3D[i];
  }
  for (int i = 0; i < 2; ++i) {
    properties.maxTexture2DMipmap[i] = properties.maxTexture2DGather[i] = properties.maxTexture2D[i];
    properties.maxTexture2DLinear[i] = properties.maxSurface2D[i] = properties.maxTexture2D[i];
  }
}

}  // namespace rocm_bindgen

inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  if (properties == nullptr) return hipErrorInvalidValue;
  *properties = hipDeviceProp_t();
  const hipError_t error = hipGetDeviceProperties(static_cast<rocm_bindgen_hipDeviceProp_t*>(properties), device);
  if (error != hipSuccess) return error;
  rocm_bindgen::complete_memory(*properties, device);
  rocm_bindgen::complete_multiprocessor(*properties, device);
  rocm_bindgen::complete_images(*properties);
#if !defined(ROCM_BINDGEN_MEANS_WAVES)
  // This is the warp size that kernels see; see warp/warp.hpp.
  properties->warpSize = 32;
#endif
  return hipSuccess;
}

// As in CUDA 11 and later, memory that the runtime does not know is reported as unregistered host memory and is not an
// error. A null pointer is not memory, so HIP's error is returned for it.
inline hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* pointer) {
  if (attributes == nullptr) return hipErrorInvalidValue;
  *attributes = hipPointerAttribute_t();
  const hipError_t error =
      hipPointerGetAttributes(static_cast<rocm_bindgen_hipPointerAttribute_t*>(attributes), pointer);
  if (error == hipErrorInvalidValue && pointer != nullptr) {
    static_cast<void>(hipGetLastError());
    *attributes = hipPointerAttribute_t();
    attributes->memoryType = attributes->type = hipMemoryTypeUnregistered;
    attributes->device = hipInvalidDeviceId;
    return hipSuccess;
  }
  attributes->type = attributes->isManaged != 0 ? hipMemoryTypeManaged : attributes->memoryType;
  return error;
}
