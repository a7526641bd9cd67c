// Streams captured into graphs, and graphs made by hand.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace graphs {

__global__ void step(float* data) { data[0] += 1; }

void captured(cudaStream_t stream, float* data) {  // HIP: void captured(hipStream_t stream, float* data) {
  cudaGraph_t graph;                               // HIP: hipGraph_t graph;
  cudaGraphExec_t executable;                      // HIP: hipGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  // HIP: hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  step<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, &graph);        // HIP: hipStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, NULL, NULL, 0);
  // HIP: hipGraphInstantiate(&executable, graph, NULL, NULL, 0);
  cudaGraphLaunch(executable, stream);         // HIP: hipGraphLaunch(executable, stream);
  cudaGraphExecDestroy(executable);            // HIP: hipGraphExecDestroy(executable);
  cudaGraphDestroy(graph);                     // HIP: hipGraphDestroy(graph);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  // HIP: hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  cudaStreamIsCapturing(stream, &status);      // HIP: hipStreamIsCapturing(stream, &status);
  bool active = status == cudaStreamCaptureStatusActive || status == cudaStreamCaptureStatusInvalidated;
  // HIP: bool active = status == hipStreamCaptureStatusActive || status == hipStreamCaptureStatusInvalidated;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  // HIP: hipStreamCaptureMode mode = hipStreamCaptureModeThreadLocal;
  cudaThreadExchangeStreamCaptureMode(&mode);  // HIP: hipThreadExchangeStreamCaptureMode(&mode);
  (void)active;
}

void by_hand(cudaStream_t stream, float* data) {  // HIP: void by_hand(hipStream_t stream, float* data) {
  cudaGraph_t graph;                              // HIP: hipGraph_t graph;
  cudaGraphCreate(&graph, 0);                     // HIP: hipGraphCreate(&graph, 0);
  cudaGraphNode_t clear, launch;                  // HIP: hipGraphNode_t clear, launch;
  cudaMemsetParams zero = {};                     // HIP: hipMemsetParams zero = {};
  cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero);
  // HIP: hipGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero);
  void* arguments[] = {&data};
  cudaKernelNodeParams parameters = {};  // HIP: hipKernelNodeParams parameters = {};
  parameters.func = (void*)step;
  parameters.kernelParams = arguments;
  cudaGraphAddKernelNode(&launch, graph, &clear, 1, &parameters);
  // HIP: hipGraphAddKernelNode(&launch, graph, &clear, 1, &parameters);
  cudaGraphAddEmptyNode(&launch, graph, nullptr, 0);    // HIP: hipGraphAddEmptyNode(&launch, graph, nullptr, 0);
  cudaGraphAddDependencies(graph, &clear, &launch, 1);  // HIP: hipGraphAddDependencies(graph, &clear, &launch, 1);
  cudaHostNodeParams host = {};                         // HIP: hipHostNodeParams host = {};
  cudaGraphAddHostNode(&launch, graph, nullptr, 0, &host);
  // HIP: hipGraphAddHostNode(&launch, graph, nullptr, 0, &host);
  std::size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);      // HIP: hipGraphGetNodes(graph, nullptr, &count);
  cudaGraphGetRootNodes(graph, nullptr, &count);  // HIP: hipGraphGetRootNodes(graph, nullptr, &count);
  cudaGraphNodeType type;                         // HIP: hipGraphNodeType type;
  cudaGraphNodeGetType(clear, &type);             // HIP: hipGraphNodeGetType(clear, &type);
  bool is_kernel = type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemset;
  // HIP: bool is_kernel = type == hipGraphNodeTypeKernel || type == hipGraphNodeTypeMemset;
  cudaGraphExec_t executable;                     // HIP: hipGraphExec_t executable;
  cudaGraphInstantiateWithFlags(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  // HIP: hipGraphInstantiateWithFlags(&executable, graph, hipGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphExecKernelNodeSetParams(executable, launch, &parameters);
  // HIP: hipGraphExecKernelNodeSetParams(executable, launch, &parameters);
  cudaGraph_t clone;                              // HIP: hipGraph_t clone;
  cudaGraphClone(&clone, graph);                  // HIP: hipGraphClone(&clone, graph);
  (void)is_kernel, (void)stream;
}

}  // namespace graphs
