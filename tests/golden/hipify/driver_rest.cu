// What of the driver API and of graphs HIP lacks and the device headers supply, and what compiles to an honest error.
// COMPILES
// RUN(default):
// RUN(newest): --rocm-path HIP-7.0
#include <cuda.h>  // HIP: #include <hip/hip_runtime.h>

namespace driver_rest {

surface<void, cudaSurfaceType2D> pixels;  // SAME

__global__ void paint(float* sums) {
  surf2Dwrite(sums[0], pixels, 4, 0);       // SAME
  sums[1] = surf2Dread<float>(pixels, 0, 0);  // SAME
  cudaGridDependencySynchronize();            // SAME
  cudaTriggerProgrammaticLaunchCompletion();  // SAME
}

void linked(CUdevice device, CUmodule* module) {  // HIP: void linked(hipDevice_t device, hipModule_t* module) {
  CUjit_option options[] = {CU_JIT_TARGET, CU_JIT_WALL_TIME};
  // HIP: hipJitOption options[] = {hipJitOptionTarget, hipJitOptionWallTime};
  CUjit_target target = CU_TARGET_COMPUTE_75;  // SAME
  void* values[] = {&target, nullptr};
  CUlinkState state;  // HIP: hipLinkState_t state;
  // WARNING(default): 'CUlinkState' ... 'hipLinkState_t' ... 6.4
  cuLinkCreate(2, options, values, &state);  // HIP: hipLinkCreate(2, options, values, &state);
  // WARNING(default): 'cuLinkCreate' ... 6.4
  cuLinkAddData(state, CU_JIT_INPUT_PTX, values, 4, "x", 0, 0, 0);
  // HIP: hipLinkAddData(state, hipJitInputPtx, values, 4, "x", 0, 0, 0);
  // WARNING(default): 'cuLinkAddData' ... 6.4
  // WARNING(default): 'CU_JIT_INPUT_PTX' ... 6.4
  cuModuleLoadFatBinary(module, values);  // SAME
  int found;
  cuDeviceGetAttribute(&found, CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, device);
  // HIP: hipDeviceGetAttribute(&found, cudaDevAttrIpcEventSupport, device);
  cuDeviceGetAttribute(&found, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, device);
  // HIP: hipDeviceGetAttribute(&found, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, device);
  cuDeviceGetAttribute(&found, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED, device);
  // HIP: hipDeviceGetAttribute(&found, hipDeviceAttributeVirtualMemoryManagementSupported, device);
}

void copied(CUdeviceptr target, CUcontext context, CUarray array, float* values) {
  // HIP: void copied(hipDeviceptr_t target, hipCtx_t context, hipArray_t array, float* values) {
  cuMemcpyPeer(target, context, target, context, 4);  // SAME
  cuMemcpyHtoDAsync(target, values, 4, 0);            // HIP: hipMemcpyHtoDAsync(target, values, 4, 0);
  cuMemsetD32Async(target, 1, 4, NULL);               // HIP: hipMemsetD32Async(target, 1, 4, NULL);
  cuMemsetD2D32(target, 64, 1, 4, 4);                 // SAME
  CUDA_MEMCPY2D copy = {};                            // HIP: hip_Memcpy2D copy = {};
  copy.srcDevice = target;
  copy.dstArray = array;
  cuMemcpy2D(&copy);                   // HIP: hipMemcpyParam2D(&copy);
  target = copy.srcDevice + 4;
  CUmemAllocationProp properties = {};  // HIP: hipMemAllocationProp properties = {};
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  // HIP: properties.requestedHandleTypes = hipMemHandleTypePosixFileDescriptor;
  CUmemGenericAllocationHandle handle;       // HIP: hipMemGenericAllocationHandle_t handle;
  cuMemCreate(&handle, 64, &properties, 0);  // HIP: hipMemCreate(&handle, 64, &properties, 0);
  cudaMemLocation place = {cudaMemLocationTypeHost, 0};  // HIP: hipMemLocation place = {cudaMemLocationTypeHost, 0};
  cudaMemPrefetchAsync(values, 4, place, 0);             // HIP: hipMemPrefetchAsync(values, 4, place, 0);
  cudaBindSurfaceToArray(pixels, array);                 // SAME
  cudaMemcpyArrayToArray(array, 0, 0, array, 0, 0, 4);   // SAME
}

void launched(CUfunction function, CUtexref reference) {
  // HIP: void launched(hipFunction_t function, hipTexRef reference) {
  cuTexRefSetAddressMode(reference, 0, CU_TR_ADDRESS_MODE_WRAP);
  // HIP: hipTexRefSetAddressMode(reference, 0, HIP_TR_ADDRESS_MODE_WRAP);
  cuTexRefSetFilterMode(reference, CU_TR_FILTER_MODE_LINEAR);
  // HIP: hipTexRefSetFilterMode(reference, HIP_TR_FILTER_MODE_LINEAR);
  cuFuncSetBlockShape(function, 8, 8, 1);  // SAME
  cuParamSetf(function, 0, 1.0f);          // SAME
  cuParamSetSize(function, 4);             // SAME
  cuLaunchGrid(function, 2, 2);            // SAME
}

void conditional(cudaGraph_t graph, cudaGraphNode_t node) {  // HIP: void conditional(hipGraph_t graph, hipGraphNode_t node) {
  // What HIP has nothing like compiles all the same: the call says so when it is made.
  cudaGraphConditionalHandle handle;  // WARNING: 'cudaGraphConditionalHandle' has no counterpart in HIP
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  // WARNING: 'cudaGraphConditionalHandleCreate' has no counterpart in HIP
  // WARNING: 'cudaGraphCondAssignDefault' has no counterpart in HIP
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  // HIP: hipGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.type = cudaGraphCondTypeWhile;  // WARNING: 'cudaGraphCondTypeWhile' has no counterpart in HIP
  cudaGraphAddNode(&node, graph, nullptr, 0, &parameters);
  // HIP: hipGraphAddNode(&node, graph, nullptr, 0, &parameters);
  // WARNING(default): 'cudaGraphAddNode' ... 6.2
}

struct Functor {};
inline void asked(cudaLaunchConfig_t config) {  // HIP: inline void asked(hipLaunchConfig_t config) {
  int count;
  cudaOccupancyMaxActiveClusters(&count, paint, &config);       // SAME
  cudaOccupancyMaxPotentialClusterSize(&count, paint, &config);  // SAME
  auto lambda = [] __device__(int x) { return x; };                                // SAME
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(lambda)), "");  // SAME
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(Functor), "");     // SAME
}

}  // namespace driver_rest
