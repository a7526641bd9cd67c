// CUDA 12's forms of the graph functions, and graph functions that only later versions of HIP have. Functions that a
// version of HIP may have are templates (`template <int = 0>`), because overload resolution prefers HIP's own function
// to a template with the same parameters.
#pragma once

template <int = 0>
inline hipError_t hipGraphInstantiate(hipGraphExec_t* executable, hipGraph_t graph, unsigned long long flags = 0) {
  return flags == 0 ? hipGraphInstantiate(executable, graph, nullptr, nullptr, 0)
                    : hipGraphInstantiateWithFlags(executable, graph, flags);
}

template <int = 0>
inline hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* executable, hipGraph_t graph) {
  return hipGraphInstantiate(executable, graph, 0ull);
}

// The capture state of a stream, in CUDA 13's form with edge data. All edges are ordinary ones here, so no data is
// returned.
template <int = 0>
inline hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status) {
  return hipStreamGetCaptureInfo_v2(stream, status);
}
template <typename Edges = void>
inline hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status, unsigned long long* id,
                                          hipGraph_t* graph, const hipGraphNode_t** dependencies = nullptr,
                                          const Edges** edges = nullptr, size_t* count = nullptr) {
  if (edges != nullptr) *edges = nullptr;
  return hipStreamGetCaptureInfo_v2(stream, status, id, graph, dependencies, count);
}
template <typename Edges>
inline hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t* dependencies,
                                                     const Edges* edges, size_t count, unsigned flags = 0) {
  if (edges != nullptr) return hipErrorNotSupported;
  return hipStreamUpdateCaptureDependencies(stream, dependencies, count, flags);
}

struct cudaGraphExecUpdateResultInfo {
  hipGraphExecUpdateResult result;
  hipGraphNode_t errorNode;
  hipGraphNode_t errorFromNode;
};
// This is no template: HIP cannot have a function with this parameter, whose type is defined here.
inline hipError_t hipGraphExecUpdate(hipGraphExec_t executable, hipGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  info->errorFromNode = nullptr;
  return hipGraphExecUpdate(executable, graph, &info->errorNode, &info->result);
}

// An upload only prepares the first launch, and a trim only returns unused memory, so both may do nothing. The function
// between them should write a file, so it cannot succeed.
template <int = 0>
inline hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t) {
  return hipSuccess;
}
template <int = 0>
inline hipError_t hipGraphDebugDotPrint(hipGraph_t, const char*, unsigned) {
  return hipErrorNotSupported;
}
template <int = 0>
inline hipError_t hipDeviceGraphMemTrim(int) {
  return hipSuccess;
}

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
enum hipGraphDebugDotFlags {
  hipGraphDebugDotFlagsVerbose = 1 << 0,
  hipGraphDebugDotFlagsKernelNodeParams = 1 << 2,
  hipGraphDebugDotFlagsMemcpyNodeParams = 1 << 3,
  hipGraphDebugDotFlagsMemsetNodeParams = 1 << 4,
  hipGraphDebugDotFlagsHostNodeParams = 1 << 5,
  hipGraphDebugDotFlagsEventNodeParams = 1 << 6,
  hipGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7,
  hipGraphDebugDotFlagsExtSemasWaitNodeParams = 1 << 8,
  hipGraphDebugDotFlagsKernelNodeAttributes = 1 << 9,
  hipGraphDebugDotFlagsHandles = 1 << 10
};
#endif
