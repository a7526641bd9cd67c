// The driver API: cu*, CU*.
// COMPILES
#include <cuda.h>  // HIP: #include <hip/hip_runtime.h>

namespace driver {

CUresult prepare(CUdevice* device, CUcontext* context) {
// HIP: hipError_t prepare(hipDevice_t* device, hipCtx_t* context) {
  cuInit(0);  // HIP: hipInit(0);
  int count = 0, value = 0, version = 0;
  cuDriverGetVersion(&version);  // HIP: hipDriverGetVersion(&version);
  cuDeviceGetCount(&count);      // HIP: hipGetDeviceCount(&count);
  cuDeviceGet(device, 0);        // HIP: hipDeviceGet(device, 0);
  char name[64];
  cuDeviceGetName(name, 64, *device);                     // HIP: hipDeviceGetName(name, 64, *device);
  cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, *device);
  // HIP: hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, *device);
  CUdevice_attribute attribute = CU_DEVICE_ATTRIBUTE_WARP_SIZE;
  // HIP: hipDeviceAttribute_t attribute = hipDeviceAttributeWarpSize;
  attribute = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;  // HIP: attribute = hipDeviceAttributeMaxThreadsPerBlock;
  attribute = CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
  // HIP: attribute = hipDeviceAttributeComputeCapabilityMajor;
  std::size_t bytes = 0;
  cuDeviceTotalMem(&bytes, *device);                 // HIP: hipDeviceTotalMem(&bytes, *device);
  cuDevicePrimaryCtxRetain(context, *device);        // HIP: hipDevicePrimaryCtxRetain(context, *device);
  cuDevicePrimaryCtxRelease(*device);                // HIP: hipDevicePrimaryCtxRelease(*device);
  cuCtxCreate(context, CU_CTX_SCHED_AUTO, *device);  // HIP: hipCtxCreate(context, hipDeviceScheduleAuto, *device);
  cuCtxSetCurrent(*context);                         // HIP: hipCtxSetCurrent(*context);
  cuCtxGetCurrent(context);                          // HIP: hipCtxGetCurrent(context);
  cuCtxPushCurrent(*context);                        // HIP: hipCtxPushCurrent(*context);
  cuCtxPopCurrent(context);                          // HIP: hipCtxPopCurrent(context);
  cuCtxSynchronize();                                // HIP: hipCtxSynchronize();
  cuCtxDestroy(*context);                            // HIP: hipCtxDestroy(*context);
  (void)attribute;
  return CUDA_SUCCESS;  // HIP: return hipSuccess;
}

void modules(const void* image, CUstream stream) {  // HIP: void modules(const void* image, hipStream_t stream) {
  CUmodule module;                                  // HIP: hipModule_t module;
  CUfunction function;                              // HIP: hipFunction_t function;
  cuModuleLoad(&module, "kernel.bin");              // HIP: hipModuleLoad(&module, "kernel.bin");
  cuModuleLoadData(&module, image);                 // HIP: hipModuleLoadData(&module, image);
  CUjit_option options[] = {CU_JIT_MAX_REGISTERS, CU_JIT_TARGET};
  // HIP: hipJitOption options[] = {hipJitOptionMaxRegisters, hipJitOptionTarget};
  cuModuleLoadDataEx(&module, image, 0, options, nullptr);
  // HIP: hipModuleLoadDataEx(&module, image, 0, options, nullptr);
  cuModuleGetFunction(&function, module, "k");      // HIP: hipModuleGetFunction(&function, module, "k");
  CUdeviceptr global;                               // HIP: hipDeviceptr_t global;
  std::size_t bytes = 0;
  cuModuleGetGlobal(&global, &bytes, module, "g");  // HIP: hipModuleGetGlobal(&global, &bytes, module, "g");
  int value = 0;
  cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
  // HIP: hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NUM_REGS, function);
  CUfunction_attribute attribute = CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
  // HIP: hipFunction_attribute attribute = HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
  void* arguments[] = {&global};
  cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr);
  // HIP: hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  // HIP: void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, arguments, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
  cuModuleUnload(module);  // HIP: hipModuleUnload(module);
  int blocks = 0;
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 64, 0);
  // HIP: hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 64, 0);
  (void)attribute, (void)extra;
}

void memory(void* host, CUstream stream) {        // HIP: void memory(void* host, hipStream_t stream) {
  CUdeviceptr device;                             // HIP: hipDeviceptr_t device;
  cuMemAlloc(&device, 1024);                      // HIP: hipMalloc(&device, 1024);
  cuMemcpyHtoD(device, host, 1024);               // HIP: hipMemcpyHtoD(device, host, 1024);
  cuMemcpyDtoH(host, device, 1024);               // HIP: hipMemcpyDtoH(host, device, 1024);
  cuMemcpyDtoD(device, device, 1024);             // HIP: hipMemcpyDtoD(device, device, 1024);
  cuMemcpyHtoDAsync(device, host, 1024, stream);  // HIP: hipMemcpyHtoDAsync(device, host, 1024, stream);
  cuMemcpyDtoHAsync(host, device, 1024, stream);  // HIP: hipMemcpyDtoHAsync(host, device, 1024, stream);
  cuMemsetD8(device, 0, 1024);                    // HIP: hipMemsetD8(device, 0, 1024);
  cuMemsetD32(device, 0, 256);                    // HIP: hipMemsetD32(device, 0, 256);
  cuMemsetD32Async(device, 0, 256, stream);       // HIP: hipMemsetD32Async(device, 0, 256, stream);
  std::size_t all = 0, left = 0;
  cuMemGetInfo(&left, &all);                    // HIP: hipMemGetInfo(&left, &all);
  cuMemGetAddressRange(&device, &all, device);  // HIP: hipMemGetAddressRange(&device, &all, device);
  cuMemFree(device);                            // HIP: hipFree(device);
  cuMemAllocHost(&host, 64);                    // HIP: hipMemAllocHost(&host, 64);
  cuMemFreeHost(host);                          // HIP: hipHostFree(host);
  cuMemHostRegister(host, 64, CU_MEMHOSTREGISTER_PORTABLE);
  // HIP: hipHostRegister(host, 64, hipHostRegisterPortable);
  cuMemHostUnregister(host);                    // HIP: hipHostUnregister(host);
}

void streams() {
  CUstream stream;                                  // HIP: hipStream_t stream;
  CUevent event;                                    // HIP: hipEvent_t event;
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);  // HIP: hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
  cuStreamSynchronize(stream);                      // HIP: hipStreamSynchronize(stream);
  cuStreamQuery(stream);                            // HIP: hipStreamQuery(stream);
  cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);   // HIP: hipEventCreateWithFlags(&event, hipEventDisableTiming);
  cuEventRecord(event, stream);                     // HIP: hipEventRecord(event, stream);
  cuStreamWaitEvent(stream, event, 0);              // HIP: hipStreamWaitEvent(stream, event, 0);
  cuEventSynchronize(event);                        // HIP: hipEventSynchronize(event);
  float milliseconds = 0;
  cuEventElapsedTime(&milliseconds, event, event);  // HIP: hipEventElapsedTime(&milliseconds, event, event);
  cuEventDestroy(event);                            // HIP: hipEventDestroy(event);
  cuStreamDestroy(stream);                          // HIP: hipStreamDestroy(stream);
}

bool failed(CUresult result) {  // HIP: bool failed(hipError_t result) {
  switch (result) {
    case CUDA_ERROR_INVALID_VALUE: return true;      // HIP: case hipErrorInvalidValue: return true;
    case CUDA_ERROR_OUT_OF_MEMORY: return true;      // HIP: case hipErrorOutOfMemory: return true;
    case CUDA_ERROR_NOT_INITIALIZED: return true;    // HIP: case hipErrorNotInitialized: return true;
    case CUDA_ERROR_NO_DEVICE: return true;          // HIP: case hipErrorNoDevice: return true;
    case CUDA_ERROR_NOT_FOUND: return true;          // HIP: case hipErrorNotFound: return true;
    case CUDA_ERROR_NOT_READY: return true;          // HIP: case hipErrorNotReady: return true;
    case CUDA_ERROR_INVALID_CONTEXT: return true;    // HIP: case hipErrorInvalidContext: return true;
    case CUDA_ERROR_FILE_NOT_FOUND: return true;     // HIP: case hipErrorFileNotFound: return true;
    case CUDA_ERROR_LAUNCH_FAILED: return true;      // HIP: case hipErrorLaunchFailure: return true;
    case CUDA_ERROR_NO_BINARY_FOR_GPU: return true;  // HIP: case hipErrorNoBinaryForGpu: return true;
    case CUDA_ERROR_UNKNOWN: return true;            // HIP: case hipErrorUnknown: return true;
    default: break;
  }
  return false;
}

}  // namespace driver
