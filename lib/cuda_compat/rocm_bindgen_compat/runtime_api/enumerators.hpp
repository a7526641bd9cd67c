// CUDA's enumerators that HIP's enumerations lack. They are lists that hip_runtime_api.h inserts into HIP's
// enumerations where HIP defines them, because constants of another type could not be case labels in a switch over the
// enumeration. The values are CUDA's, except where HIP uses the same value for something else.
#pragma once

#define ROCM_BINDGEN_MORE_ERRORS                                                                                       \
  cudaErrorAddressOfConstant = 22, cudaErrorApiFailureBase = 10000, cudaErrorCallRequiresNewerDriver = 36,             \
  cudaErrorCdpNotSupported = 811, cudaErrorCdpVersionMismatch = 812, cudaErrorCompatNotSupportedOnDevice = 804,        \
  cudaErrorContained = 226, cudaErrorDeviceNotLicensed = 102, cudaErrorDevicesUnavailable = 46,                        \
  cudaErrorDuplicateSurfaceName = 45, cudaErrorDuplicateTextureName = 44, cudaErrorDuplicateVariableName = 43,         \
  cudaErrorExternalDevice = 2911, cudaErrorFunctionNotLoaded = 913, cudaErrorHardwareStackError = 714,                 \
  cudaErrorIllegalInstruction = 715, cudaErrorIncompatibleDriverContext = 49, cudaErrorInvalidAddressSpace = 717,      \
  cudaErrorInvalidClusterSize = 2912, cudaErrorInvalidFilterSetting = 26, cudaErrorInvalidHostPointer = 16,            \
  cudaErrorInvalidNormSetting = 27, cudaErrorInvalidPc = 718, cudaErrorInvalidResourceConfiguration = 915,             \
  cudaErrorInvalidResourceType = 914, cudaErrorInvalidSurface = 37, cudaErrorInvalidTextureBinding = 19,               \
  cudaErrorJitCompilationDisabled = 223, cudaErrorJitCompilerNotFound = 221, cudaErrorLaunchFileScopedSurf = 67,       \
  cudaErrorLaunchFileScopedTex = 66, cudaErrorLaunchIncompatibleTexturing = 703, cudaErrorLaunchMaxDepthExceeded = 65, \
  cudaErrorLaunchPendingCountExceeded = 69, cudaErrorLossyQuery = 402, cudaErrorMemoryValueTooLarge = 32,              \
  cudaErrorMisalignedAddress = 716, cudaErrorMixedDeviceExecution = 28, cudaErrorMpsClientTerminated = 810,            \
  cudaErrorMpsConnectionFailed = 805, cudaErrorMpsMaxClientsReached = 808, cudaErrorMpsMaxConnectionsReached = 809,    \
  cudaErrorMpsRpcFailure = 806, cudaErrorMpsServerNotReady = 807, cudaErrorNotPermitted = 800,                         \
  cudaErrorNotYetImplemented = 31, cudaErrorNvlinkUncorrectable = 220, cudaErrorSoftwareValidityNotEstablished = 103,  \
  cudaErrorStartupFailure = 127, cudaErrorStubLibrary = 34, cudaErrorSyncDepthExceeded = 68,                           \
  cudaErrorSynchronizationError = 25, cudaErrorSystemDriverMismatch = 803, cudaErrorSystemNotReady = 802,              \
  cudaErrorTensorMemoryLeak = 721, cudaErrorTextureFetchFailed = 23, cudaErrorTextureNotBound = 24,                    \
  cudaErrorTimeout = 909, cudaErrorTooManyPeers = 711, cudaErrorUnsupportedDevSideSync = 225,                          \
  cudaErrorUnsupportedExecAffinity = 224, cudaErrorUnsupportedPtxVersion = 222,

#define ROCM_BINDGEN_MORE_LIMITS                                                     \
  cudaLimitDevRuntimeSyncDepth = 0x13, cudaLimitDevRuntimePendingLaunchCount = 0x14, \
  cudaLimitMaxL2FetchGranularity = 0x15, cudaLimitPersistingL2CacheSize = 0x16,

// 30000 is added to CUDA's values, which puts them after all of HIP's attributes: a query for one of them returns an
// error instead of the value of another attribute. cudaDevAttrMaxTimelineSemaphoreInteropSupported is 114 in CUDA, as
// cudaDevAttrTimelineSemaphoreInteropSupported is. 100 more is added to it, so that a switch can have both as labels.
#define ROCM_BINDGEN_MORE_ATTRIBUTES                                                                                \
  cudaDevAttrCanFlushRemoteWrites = 30000 + 98, cudaDevAttrClusterLaunch = 30000 + 120,                             \
  cudaDevAttrDeferredMappingCudaArraySupported = 30000 + 121,                                                       \
  cudaDevAttrGPUDirectRDMAFlushWritesOptions = 30000 + 117, cudaDevAttrGPUDirectRDMASupported = 30000 + 116,        \
  cudaDevAttrGPUDirectRDMAWritesOrdering = 30000 + 118, cudaDevAttrGpuPciDeviceId = 30000 + 139,                    \
  cudaDevAttrGpuPciSubsystemId = 30000 + 140, cudaDevAttrHostMemoryPoolsSupported = 30000 + 144,                    \
  cudaDevAttrHostNumaId = 30000 + 134, cudaDevAttrHostNumaMemoryPoolsSupported = 30000 + 142,                       \
  cudaDevAttrHostNumaMultinodeIpcSupported = 30000 + 143, cudaDevAttrHostRegisterReadOnlySupported = 30000 + 113,   \
  cudaDevAttrIpcEventSupport = 30000 + 125, cudaDevAttrMaxSurface1DLayeredLayers = 30000 + 62,                      \
  cudaDevAttrMaxSurface2DLayeredLayers = 30000 + 65, cudaDevAttrMaxSurfaceCubemapLayeredLayers = 30000 + 68,        \
  cudaDevAttrMaxTexture1DLayeredLayers = 30000 + 43, cudaDevAttrMaxTexture2DLayeredLayers = 30000 + 29,             \
  cudaDevAttrMaxTextureCubemapLayeredLayers = 30000 + 54,                                                           \
  cudaDevAttrMaxTimelineSemaphoreInteropSupported = 30000 + 214, cudaDevAttrMemSyncDomainCount = 30000 + 126,       \
  cudaDevAttrMemoryPoolSupportedHandleTypes = 30000 + 119, cudaDevAttrMpsEnabled = 30000 + 133,                     \
  cudaDevAttrNumaConfig = 30000 + 130, cudaDevAttrNumaId = 30000 + 131,                                             \
  cudaDevAttrOnlyPartialHostNativeAtomicSupported = 30000 + 147, cudaDevAttrSparseCudaArraySupported = 30000 + 112, \
  cudaDevAttrTimelineSemaphoreInteropSupported = 30000 + 114, CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = 30000 + 44,    \
  CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 30000 + 122,                                                  \
  CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 30000 + 124,                                                              \
  CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 30000 + 107,                                                  \
  CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED = 30000 + 110,                                        \
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED = 30000 + 128,                                                   \
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 30000 + 103,                                    \
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 30000 + 104,                                             \
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 30000 + 105,                                         \
  CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 30000 + 132,                                                            \
  CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED = 30000 + 127,                                                    \
  CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS = 30000 + 129, cudaDevAttrMax = 30000 + 148,

#define ROCM_BINDGEN_MORE_LOCATIONS \
  cudaMemLocationTypeHost = 2, cudaMemLocationTypeHostNuma = 3, cudaMemLocationTypeHostNumaCurrent = 4,

// 100 is added to CUDA's values of graph nodes, because HIP uses some of them for other nodes.
#define ROCM_BINDGEN_MORE_GRAPH_NODES ROCM_BINDGEN_LATER_GRAPH_NODES cudaGraphNodeTypeConditional = 100 + 13,

// Enumerators that later versions of HIP define themselves.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 604
#define ROCM_BINDGEN_LATER_ERRORS hipErrorInvalidChannelDescriptor = 911, hipErrorInvalidTexture = 912,
#else
#define ROCM_BINDGEN_LATER_ERRORS
#endif
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
#define ROCM_BINDGEN_LATER_LIMITS hipLimitStackSize = 0,
#else
#define ROCM_BINDGEN_LATER_LIMITS
#endif
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
#define ROCM_BINDGEN_LATER_MEMORY_ATTRIBUTES hipDeviceAttributeVirtualMemoryManagementSupported = 30000 + 102,
#else
#define ROCM_BINDGEN_LATER_MEMORY_ATTRIBUTES
#endif
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
#define ROCM_BINDGEN_LATER_GRAPH_NODES                                                      \
  hipGraphNodeTypeExtSemaphoreSignal = 100 + 8, hipGraphNodeTypeExtSemaphoreWait = 100 + 9, \
  hipGraphNodeTypeMemAlloc = 100 + 10, hipGraphNodeTypeMemFree = 100 + 11,
#else
#define ROCM_BINDGEN_LATER_GRAPH_NODES
#endif
#define ROCM_BINDGEN_LATER_NODE_ATTRIBUTES \
  cudaKernelNodeAttributeClusterDimension = 4, hipKernelNodeAttributePriority = 8,
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 506
#define ROCM_BINDGEN_LATER_GRAPH_FLAGS                                        \
  hipGraphInstantiateFlagUpload = 2, hipGraphInstantiateFlagDeviceLaunch = 4, \
  hipGraphInstantiateFlagUseNodePriority = 8,
#else
#define ROCM_BINDGEN_LATER_GRAPH_FLAGS
#endif
#if HIP_VERSION_MAJOR < 6
#define ROCM_BINDGEN_LATER_ATTRIBUTES \
  ROCM_BINDGEN_LATER_MEMORY_ATTRIBUTES hipDeviceAttributeHostRegisterSupported = 30099,
#else
#define ROCM_BINDGEN_LATER_ATTRIBUTES
#endif
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
#define ROCM_BINDGEN_MANAGED_MEMORY_TYPE hipMemoryTypeManaged = 4,
#else
#define ROCM_BINDGEN_MANAGED_MEMORY_TYPE
#endif
// Inserted before hipMemoryTypeUnified, which is 3. Some versions of HIP do not write this value but continue from the
// enumerator before it, so the last one that is inserted is 2.
#define ROCM_BINDGEN_LATER_MEMORY_TYPES \
  ROCM_BINDGEN_MANAGED_MEMORY_TYPE hipMemoryTypeUnregistered = 5, rocm_bindgen_memory_type_before = 2,
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
#define ROCM_BINDGEN_LATER_DATA_TYPES                                                                             \
  HIP_R_8I = 3, HIP_C_8I = 7, HIP_R_8U = 8, HIP_C_8U = 9, HIP_R_32I = 10, HIP_C_32I = 11, HIP_R_32U = 12,         \
  HIP_C_32U = 13, HIP_R_16BF = 14, HIP_C_16BF = 15, HIP_R_4I = 16, HIP_C_4I = 17, HIP_R_4U = 18, HIP_C_4U = 19,   \
  HIP_R_16I = 20, HIP_C_16I = 21, HIP_R_16U = 22, HIP_C_16U = 23, HIP_R_64I = 24, HIP_C_64I = 25, HIP_R_64U = 26, \
  HIP_C_64U = 27, HIP_R_8F_E4M3 = 28, HIP_R_8F_E5M2 = 29,
#else
#define ROCM_BINDGEN_LATER_DATA_TYPES
#endif
