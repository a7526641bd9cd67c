// cudaLaunchKernelEx and the attributes of launches and streams. The cooperative attribute starts a cooperative launch.
// Clusters of more than one block are an error, because AMD GPUs have none. All other attributes are hints that do not
// change results: a launch always waits for the work before it in its stream.
#pragma once

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 602
enum hipLaunchAttributeID {
  hipLaunchAttributeAccessPolicyWindow = 1,
  hipLaunchAttributeCooperative = 2,
  hipLaunchAttributePriority = 8,
  // This makes the enumeration's range include CUDA's values.
  rocm_bindgen_hipLaunchAttributeMax = 15
};
#endif

#if HIP_VERSION_MAJOR < 7

using rocm_bindgen_LaunchAttributeID = hipLaunchAttributeID;
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeIgnore = static_cast<hipLaunchAttributeID>(0);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeSynchronizationPolicy =
    static_cast<hipLaunchAttributeID>(3);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeClusterDimension = static_cast<hipLaunchAttributeID>(4);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeClusterSchedulingPolicyPreference =
    static_cast<hipLaunchAttributeID>(5);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeProgrammaticStreamSerialization =
    static_cast<hipLaunchAttributeID>(6);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeProgrammaticEvent = static_cast<hipLaunchAttributeID>(7);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeMemSyncDomainMap = static_cast<hipLaunchAttributeID>(9);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributeMemSyncDomain = static_cast<hipLaunchAttributeID>(10);
constexpr rocm_bindgen_LaunchAttributeID cudaLaunchAttributePreferredSharedMemoryCarveout =
    static_cast<hipLaunchAttributeID>(14);

enum cudaSynchronizationPolicy {
  cudaSyncPolicyAuto = 1,
  cudaSyncPolicySpin = 2,
  cudaSyncPolicyYield = 3,
  cudaSyncPolicyBlockingSync = 4
};

// The union that launches and streams share. HIP's version, if it exists, has three of its members.
union rocm_bindgen_LaunchAttributeValue {
  char pad[64];
  hipAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  int priority;
  cudaSynchronizationPolicy syncPolicy;
  struct {
    unsigned x, y, z;
  } clusterDim;
  int clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    hipEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  unsigned sharedMemCarveout;
};

struct hipLaunchAttribute {
  hipLaunchAttributeID id;
  rocm_bindgen_LaunchAttributeValue val;
};
using hipLaunchAttribute_st = hipLaunchAttribute;

struct hipLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  hipStream_t stream;
  hipLaunchAttribute* attrs;
  unsigned numAttrs;
};
using hipLaunchConfig_st = hipLaunchConfig_t;

inline hipError_t hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* kernel, void** arguments) {
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const hipLaunchAttribute& attribute = config->attrs[i];
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z > 1)
      return hipErrorNotSupported;
    if (attribute.id == hipLaunchAttributeCooperative) cooperative = attribute.val.cooperative != 0;
  }
  return cooperative ? hipLaunchCooperativeKernel(kernel, config->gridDim, config->blockDim, arguments,
                                                  static_cast<unsigned>(config->dynamicSmemBytes), config->stream)
                     : hipLaunchKernel(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                                       config->stream);
}

// A cluster has one block, so there are as many clusters as blocks.
inline hipError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void*, const hipLaunchConfig_t*) {
  *size = 1;
  return hipSuccess;
}
inline hipError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel, const hipLaunchConfig_t* config) {
  int device = 0;
  int multiprocessors = 0;
  int blocks = 0;
  hipError_t error = hipGetDevice(&device);
  if (error == hipSuccess)
    error = hipDeviceGetAttribute(&multiprocessors, hipDeviceAttributeMultiprocessorCount, device);
  const dim3& block = config->blockDim;
  if (error == hipSuccess)
    error = hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(block.x * block.y * block.z),
                                                         config->dynamicSmemBytes);
  *clusters = blocks * multiprocessors;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const auto& cluster = config->attrs[i].val.clusterDim;
    const bool several = cluster.x * cluster.y * cluster.z > 1;
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension && several) *clusters = 0;
  }
  return error;
}

#if defined(__HIP__)
template <typename... A>
inline hipError_t cudaOccupancyMaxPotentialClusterSize(int* size, void (*kernel)(A...),
                                                       const hipLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(size, reinterpret_cast<const void*>(kernel), config);
}
template <typename... A>
inline hipError_t cudaOccupancyMaxActiveClusters(int* clusters, void (*kernel)(A...), const hipLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
template <typename... Parameters, typename... Arguments>
inline hipError_t cudaLaunchKernelEx(const hipLaunchConfig_t* config, void (*kernel)(Parameters...),
                                     Arguments&&... arguments) {
  return [&](Parameters... values) {
    void* addresses[] = {const_cast<void*>(static_cast<const volatile void*>(&values))..., nullptr};
    return hipLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), addresses);
  }(static_cast<Arguments&&>(arguments)...);
}
#endif

using cudaStreamAttrID = hipLaunchAttributeID;
using cudaStreamAttrValue = rocm_bindgen_LaunchAttributeValue;
constexpr cudaStreamAttrID cudaStreamAttributeAccessPolicyWindow = hipLaunchAttributeAccessPolicyWindow;
constexpr cudaStreamAttrID cudaStreamAttributeSynchronizationPolicy = cudaLaunchAttributeSynchronizationPolicy;
constexpr cudaStreamAttrID cudaStreamAttributePriority = hipLaunchAttributePriority;

// The persisting cache window and the way in which the host waits are hints.
inline hipError_t cudaStreamSetAttribute(hipStream_t, cudaStreamAttrID attribute, const cudaStreamAttrValue*) {
  return attribute == cudaStreamAttributeAccessPolicyWindow || attribute == cudaStreamAttributeSynchronizationPolicy
             ? hipSuccess
             : hipErrorNotSupported;
}
inline hipError_t cudaStreamGetAttribute(hipStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value) {
  *value = cudaStreamAttrValue();
  return attribute == cudaStreamAttributePriority ? hipStreamGetPriority(stream, &value->priority) : hipSuccess;
}
inline hipError_t cudaStreamCopyAttributes(hipStream_t, hipStream_t) {
  return hipSuccess;
}
inline hipError_t cudaCtxResetPersistingL2Cache() {
  return hipSuccess;
}

#endif
