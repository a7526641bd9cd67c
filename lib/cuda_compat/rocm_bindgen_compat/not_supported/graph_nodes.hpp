// Kinds of graph nodes that HIP has only in later versions or not at all. Their types are declared, so that programs
// that test for these nodes compile. If the runtime lacks a kind, its functions return hipErrorNotSupported.
#pragma once

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
enum hipGraphMemAttributeType {
  hipGraphMemAttrUsedMemCurrent = 0,
  hipGraphMemAttrUsedMemHigh = 1,
  hipGraphMemAttrReservedMemCurrent = 2,
  hipGraphMemAttrReservedMemHigh = 3
};
typedef struct hipUserObject* hipUserObject_t;
enum hipUserObjectFlags { hipUserObjectNoDestructorSync = 1 };
enum hipUserObjectRetainFlags { hipGraphUserObjectMove = 1 };
#endif

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
struct hipMemAllocNodeParams {
  hipMemPoolProps poolProps;
  const hipMemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void* dptr;
};
#endif

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 601
struct hipMemcpyNodeParams {
  int flags;
  int reserved[3];
  hipMemcpy3DParms copyParams;
};
struct hipChildGraphNodeParams {
  hipGraph_t graph;
};
struct hipEventWaitNodeParams {
  hipEvent_t event;
};
struct hipEventRecordNodeParams {
  hipEvent_t event;
};
struct hipMemFreeNodeParams {
  void* dptr;
};
#endif

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 602
enum hipGraphInstantiateResult {
  hipGraphInstantiateSuccess = 0,
  hipGraphInstantiateError = 1,
  hipGraphInstantiateInvalidStructure = 2,
  hipGraphInstantiateNodeOperationNotSupported = 3,
  hipGraphInstantiateMultipleDevicesNotSupported = 4
};
struct hipGraphInstantiateParams {
  hipGraphNode_t errNode_out;
  unsigned long long flags;
  hipGraphInstantiateResult result_out;
  hipStream_t uploadStream;
};
enum hipGraphDependencyType { hipGraphDependencyTypeDefault = 0, hipGraphDependencyTypeProgrammatic = 1 };
struct hipGraphEdgeData {
  unsigned char from_port;
  unsigned char reserved[5];
  unsigned char to_port;
  unsigned char type;
};
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortProgrammatic 1
#define hipGraphKernelNodePortLaunchCompletion 2
#endif

// Conditional nodes, which run a graph while or if a value is nonzero. No version of HIP has them.
typedef unsigned long long cudaGraphConditionalHandle;
enum cudaGraphConditionalHandleFlags { cudaGraphCondAssignDefault = 1 };
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf = 0, cudaGraphCondTypeWhile = 1, cudaGraphCondTypeSwitch = 2 };
struct cudaConditionalNodeParams {
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalNodeType type;
  unsigned size;
  hipGraph_t* phGraph_out;
  hipCtx_t ctx;
};

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 601
// The layout of CUDA 12's cudaGraphNodeParams.
struct hipGraphNodeParams {
  hipGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    hipKernelNodeParams kernel;
    hipMemcpyNodeParams memcpy;
    hipMemsetParams memset;
    hipHostNodeParams host;
    hipChildGraphNodeParams graph;
    hipEventWaitNodeParams eventWait;
    hipEventRecordNodeParams eventRecord;
    hipMemAllocNodeParams alloc;
    hipMemFreeNodeParams free;
    cudaConditionalNodeParams conditional;
  };
  long long reserved2;
};
#else
// HIP's struct, which our hip_runtime_api.h renames while it reads HIP's header, followed by a member that HIP lacks.
// HIP's functions accept the base.
struct hipGraphNodeParams : rocm_bindgen_hipGraphNodeParams {
  cudaConditionalNodeParams conditional;
};
#endif

inline hipError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle*, hipGraph_t, unsigned = 0,
                                                   unsigned = 0) {
  return hipErrorNotSupported;
}
#if defined(__HIP__)
// No graph has a handle of this type, so there is nothing to set.
__device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned) {}
#endif

// The functions from here on are templates, so that HIP's own function, if it has one, is preferred.

// Adds a node whose kind is given by its parameters. It calls the function for that kind, which older versions of HIP
// have, too.
template <int = 0>
inline hipError_t hipGraphAddNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* before, size_t count,
                                  hipGraphNodeParams* parameters) {
  switch (parameters->type) {
    case hipGraphNodeTypeKernel:
      return hipGraphAddKernelNode(node, graph, before, count, &parameters->kernel);
    case hipGraphNodeTypeMemcpy:
      return hipGraphAddMemcpyNode(node, graph, before, count, &parameters->memcpy.copyParams);
    case hipGraphNodeTypeMemset:
      return hipGraphAddMemsetNode(node, graph, before, count, &parameters->memset);
    case hipGraphNodeTypeHost:
      return hipGraphAddHostNode(node, graph, before, count, &parameters->host);
    case hipGraphNodeTypeGraph:
      return hipGraphAddChildGraphNode(node, graph, before, count, parameters->graph.graph);
    case hipGraphNodeTypeEmpty:
      return hipGraphAddEmptyNode(node, graph, before, count);
    case hipGraphNodeTypeWaitEvent:
      return hipGraphAddEventWaitNode(node, graph, before, count, parameters->eventWait.event);
    case hipGraphNodeTypeEventRecord:
      return hipGraphAddEventRecordNode(node, graph, before, count, parameters->eventRecord.event);
    default:
      return hipErrorNotSupported;
  }
}
// CUDA 13's form. An edge that is not a full dependency is treated as one; a node may then start later, but never
// earlier.
template <int = 0>
inline hipError_t hipGraphAddNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* before,
                                  const hipGraphEdgeData*, size_t count, hipGraphNodeParams* parameters) {
  return hipGraphAddNode(node, graph, before, count, parameters);
}
template <int = 0>
inline hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to,
                                          const hipGraphEdgeData*, size_t count) {
  return hipGraphAddDependencies(graph, from, to, count);
}

template <int = 0>
inline hipError_t hipGraphInstantiateWithParams(hipGraphExec_t* executable, hipGraph_t graph,
                                                hipGraphInstantiateParams* parameters) {
  parameters->errNode_out = nullptr;
  const hipError_t error = hipGraphInstantiateWithFlags(executable, graph, parameters->flags);
  parameters->result_out = error == hipSuccess ? hipGraphInstantiateSuccess : hipGraphInstantiateError;
  return error;
}

#define ROCM_BINDGEN_LACKING(name, ...) \
  template <int = 0>                    \
  inline hipError_t name(__VA_ARGS__) { \
    return hipErrorNotSupported;        \
  }
ROCM_BINDGEN_LACKING(hipGraphAddMemAllocNode, hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
                     hipMemAllocNodeParams*)
ROCM_BINDGEN_LACKING(hipGraphAddMemFreeNode, hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, void*)
ROCM_BINDGEN_LACKING(hipGraphMemAllocNodeGetParams, hipGraphNode_t, hipMemAllocNodeParams*)
ROCM_BINDGEN_LACKING(hipGraphMemFreeNodeGetParams, hipGraphNode_t, void*)
ROCM_BINDGEN_LACKING(hipDeviceGetGraphMemAttribute, int, hipGraphMemAttributeType, void*)
ROCM_BINDGEN_LACKING(hipDeviceSetGraphMemAttribute, int, hipGraphMemAttributeType, void*)
ROCM_BINDGEN_LACKING(hipUserObjectCreate, hipUserObject_t*, void*, hipHostFn_t, unsigned, unsigned)
ROCM_BINDGEN_LACKING(hipUserObjectRetain, hipUserObject_t, unsigned = 1)
ROCM_BINDGEN_LACKING(hipUserObjectRelease, hipUserObject_t, unsigned = 1)
ROCM_BINDGEN_LACKING(hipGraphRetainUserObject, hipGraph_t, hipUserObject_t, unsigned = 1, unsigned = 0)
ROCM_BINDGEN_LACKING(hipGraphReleaseUserObject, hipGraph_t, hipUserObject_t, unsigned = 1)
ROCM_BINDGEN_LACKING(hipGraphNodeSetEnabled, hipGraphExec_t, hipGraphNode_t, unsigned)
ROCM_BINDGEN_LACKING(hipGraphNodeGetEnabled, hipGraphExec_t, hipGraphNode_t, unsigned*)
ROCM_BINDGEN_LACKING(hipGraphNodeSetParams, hipGraphNode_t, hipGraphNodeParams*)
ROCM_BINDGEN_LACKING(hipGraphExecNodeSetParams, hipGraphExec_t, hipGraphNode_t, hipGraphNodeParams*)
ROCM_BINDGEN_LACKING(hipGraphKernelNodeCopyAttributes, hipGraphNode_t, hipGraphNode_t)
ROCM_BINDGEN_LACKING(hipGraphExecGetFlags, hipGraphExec_t, unsigned long long*)
ROCM_BINDGEN_LACKING(hipStreamBeginCaptureToGraph, hipStream_t, hipGraph_t, const hipGraphNode_t*,
                     const hipGraphEdgeData*, size_t, hipStreamCaptureMode)
#undef ROCM_BINDGEN_LACKING
