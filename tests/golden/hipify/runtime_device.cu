// Devices, errors, streams, events, occupancy. Every call here is in HIP 5.2.
// COMPILES
#include "cuda_runtime.h"  // HIP: #include "hip/hip_runtime.h"

#define RUNTIME_CHECK(call)                                                \
  do {                                                                     \
    const cudaError_t error = (call); /* HIP: const hipError_t error = (call); */ \
    if (error != cudaSuccess) { /* HIP: if (error != hipSuccess) { */ \
      printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error)); /* HIP: printf("%s: %s\n", hipGetErrorName(error), hipGetErrorString(error)); */ \
      cudaDeviceReset(); /* HIP: hipDeviceReset(); */                 \
    }                                                                      \
  } while (0)

namespace runtime_device {

__global__ void kernel(int* out) { out[0] = 1; }

void devices() {
  int count = 0, device = 0, value = 0;
  RUNTIME_CHECK(cudaGetDeviceCount(&count));       // HIP: RUNTIME_CHECK(hipGetDeviceCount(&count));
  RUNTIME_CHECK(cudaSetDevice(device));            // HIP: RUNTIME_CHECK(hipSetDevice(device));
  RUNTIME_CHECK(cudaGetDevice(&device));           // HIP: RUNTIME_CHECK(hipGetDevice(&device));
  cudaDeviceProp properties;                       // HIP: hipDeviceProp_t properties;
  struct cudaDeviceProp elaborated;                // HIP: struct hipDeviceProp_t elaborated;
  cudaGetDeviceProperties(&properties, device);    // HIP: hipGetDeviceProperties(&properties, device);
  cudaGetDeviceProperties(&elaborated, device);    // HIP: hipGetDeviceProperties(&elaborated, device);
  cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device);
  // HIP: hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, device);
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, device);
  // HIP: hipDeviceGetAttribute(&value, hipDeviceAttributeMaxThreadsPerBlock, device);
  cudaDeviceAttr attribute = cudaDevAttrWarpSize;
  // HIP: hipDeviceAttribute_t attribute = hipDeviceAttributeWarpSize;
  attribute = cudaDevAttrComputeCapabilityMajor;   // HIP: attribute = hipDeviceAttributeComputeCapabilityMajor;
  attribute = cudaDevAttrMaxSharedMemoryPerBlock;  // HIP: attribute = hipDeviceAttributeMaxSharedMemoryPerBlock;
  attribute = cudaDevAttrGlobalMemoryBusWidth;     // HIP: attribute = hipDeviceAttributeMemoryBusWidth;
  attribute = cudaDevAttrPciDomainId;              // HIP: attribute = hipDeviceAttributePciDomainID;
  attribute = cudaDevAttrCooperativeLaunch;        // HIP: attribute = hipDeviceAttributeCooperativeLaunch;
  cudaSetDeviceFlags(cudaDeviceScheduleAuto);      // HIP: hipSetDeviceFlags(hipDeviceScheduleAuto);
  unsigned flags = cudaDeviceScheduleSpin | cudaDeviceScheduleYield | cudaDeviceScheduleBlockingSync;
  // HIP: unsigned flags = hipDeviceScheduleSpin | hipDeviceScheduleYield | hipDeviceScheduleBlockingSync;
  flags |= cudaDeviceMapHost | cudaDeviceLmemResizeToMax;
  // HIP: flags |= hipDeviceMapHost | hipDeviceLmemResizeToMax;
  cudaGetDeviceFlags(&flags);                      // HIP: hipGetDeviceFlags(&flags);
  cudaDeviceSynchronize();                         // HIP: hipDeviceSynchronize();
  cudaThreadSynchronize();                         // HIP: hipDeviceSynchronize();
  cudaThreadExit();                                // HIP: hipDeviceReset();
  cudaChooseDevice(&device, &properties);          // HIP: hipChooseDevice(&device, &properties);
  char bus[32];
  cudaDeviceGetPCIBusId(bus, 32, device);  // HIP: hipDeviceGetPCIBusId(bus, 32, device);
  cudaDeviceGetByPCIBusId(&device, bus);   // HIP: hipDeviceGetByPCIBusId(&device, bus);
  int least = 0, greatest = 0;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);  // HIP: hipDeviceGetStreamPriorityRange(&least, &greatest);
  std::size_t limit = 0;
  cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);  // HIP: hipDeviceGetLimit(&limit, hipLimitMallocHeapSize);
  cudaLimit which = cudaLimitPrintfFifoSize;            // HIP: hipLimit_t which = hipLimitPrintfFifoSize;
  cudaFuncCache cache = cudaFuncCachePreferShared;      // HIP: hipFuncCache_t cache = hipFuncCachePreferShared;
  cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);      // HIP: hipDeviceSetCacheConfig(hipFuncCachePreferL1);
  cudaDeviceGetCacheConfig(&cache);                     // HIP: hipDeviceGetCacheConfig(&cache);
  cudaSharedMemConfig banks = cudaSharedMemBankSizeFourByte;
  // HIP: hipSharedMemConfig banks = hipSharedMemBankSizeFourByte;
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  // HIP: hipDeviceSetSharedMemConfig(hipSharedMemBankSizeEightByte);
  cudaDeviceGetSharedMemConfig(&banks);                 // HIP: hipDeviceGetSharedMemConfig(&banks);
  int can = 0;
  cudaDeviceCanAccessPeer(&can, 0, 1);  // HIP: hipDeviceCanAccessPeer(&can, 0, 1);
  cudaDeviceEnablePeerAccess(1, 0);     // HIP: hipDeviceEnablePeerAccess(1, 0);
  cudaDeviceDisablePeerAccess(1);       // HIP: hipDeviceDisablePeerAccess(1);
  cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrPerformanceRank, 0, 1);
  // HIP: hipDeviceGetP2PAttribute(&can, hipDevP2PAttrPerformanceRank, 0, 1);
  cudaIpcMemHandle_t memory;            // HIP: hipIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;           // HIP: hipIpcEventHandle_t event;
  cudaIpcGetMemHandle(&memory, bus);    // HIP: hipIpcGetMemHandle(&memory, bus);
  void* opened = nullptr;
  cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess);
  // HIP: hipIpcOpenMemHandle(&opened, memory, hipIpcMemLazyEnablePeerAccess);
  cudaIpcCloseMemHandle(opened);  // HIP: hipIpcCloseMemHandle(opened);
  (void)attribute, (void)event, (void)which;
}

void errors() {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);                // HIP: hipDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);              // HIP: hipRuntimeGetVersion(&runtime);
  cudaError_t last = cudaGetLastError();        // HIP: hipError_t last = hipGetLastError();
  last = cudaPeekAtLastError();                 // HIP: last = hipPeekAtLastError();
  cudaError plain = cudaErrorMemoryAllocation;  // HIP: hipError_t plain = hipErrorOutOfMemory;
  switch (last) {
    case cudaErrorInvalidValue: break;              // HIP: case hipErrorInvalidValue: break;
    case cudaErrorInvalidDevice: break;             // HIP: case hipErrorInvalidDevice: break;
    case cudaErrorNotReady: break;                  // HIP: case hipErrorNotReady: break;
    case cudaErrorInitializationError: break;       // HIP: case hipErrorNotInitialized: break;
    case cudaErrorInvalidConfiguration: break;      // HIP: case hipErrorInvalidConfiguration: break;
    case cudaErrorInvalidDeviceFunction: break;     // HIP: case hipErrorInvalidDeviceFunction: break;
    case cudaErrorNoDevice: break;                  // HIP: case hipErrorNoDevice: break;
    case cudaErrorLaunchFailure: break;             // HIP: case hipErrorLaunchFailure: break;
    case cudaErrorLaunchTimeout: break;             // HIP: case hipErrorLaunchTimeOut: break;
    case cudaErrorLaunchOutOfResources: break;      // HIP: case hipErrorLaunchOutOfResources: break;
    case cudaErrorPeerAccessAlreadyEnabled: break;  // HIP: case hipErrorPeerAccessAlreadyEnabled: break;
    case cudaErrorInvalidResourceHandle: break;     // HIP: case hipErrorInvalidHandle: break;
    case cudaErrorInvalidSymbol: break;             // HIP: case hipErrorInvalidSymbol: break;
    case cudaErrorIllegalAddress: break;            // HIP: case hipErrorIllegalAddress: break;
    case cudaErrorNoKernelImageForDevice: break;    // HIP: case hipErrorNoBinaryForGpu: break;
    case cudaErrorInsufficientDriver: break;        // HIP: case hipErrorInsufficientDriver: break;
    case cudaErrorUnknown: break;                   // HIP: case hipErrorUnknown: break;
    default: break;
  }
  (void)plain;
}

void streams() {
  cudaStream_t stream, other;     // HIP: hipStream_t stream, other;
  cudaStreamCreate(&stream);      // HIP: hipStreamCreate(&stream);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  // HIP: hipStreamCreateWithFlags(&other, hipStreamNonBlocking);
  cudaStreamCreateWithPriority(&other, cudaStreamDefault, 0);
  // HIP: hipStreamCreateWithPriority(&other, hipStreamDefault, 0);
  cudaStreamSynchronize(stream);  // HIP: hipStreamSynchronize(stream);
  cudaStreamQuery(other);         // HIP: hipStreamQuery(other);
  unsigned flags = 0;
  int priority = 0;
  cudaStreamGetFlags(stream, &flags);                    // HIP: hipStreamGetFlags(stream, &flags);
  cudaStreamGetPriority(stream, &priority);              // HIP: hipStreamGetPriority(stream, &priority);
  cudaStreamCallback_t call_back = [](cudaStream_t, cudaError_t, void*) {};
  // HIP: hipStreamCallback_t call_back = [](hipStream_t, hipError_t, void*) {};
  cudaStreamAddCallback(stream, call_back, nullptr, 0);  // HIP: hipStreamAddCallback(stream, call_back, nullptr, 0);
  cudaHostFn_t function = [](void*) {};                  // HIP: hipHostFn_t function = [](void*) {};
  cudaLaunchHostFunc(stream, function, nullptr);         // HIP: hipLaunchHostFunc(stream, function, nullptr);
  cudaEvent_t start, stop;                               // HIP: hipEvent_t start, stop;
  cudaEventCreate(&start);                               // HIP: hipEventCreate(&start);
  cudaEventCreateWithFlags(&stop, cudaEventDisableTiming | cudaEventBlockingSync);
  // HIP: hipEventCreateWithFlags(&stop, hipEventDisableTiming | hipEventBlockingSync);
  cudaEventCreateWithFlags(&stop, cudaEventDefault | cudaEventInterprocess);
  // HIP: hipEventCreateWithFlags(&stop, hipEventDefault | hipEventInterprocess);
  cudaEventRecord(start);                                // HIP: hipEventRecord(start);
  cudaEventRecord(stop, stream);                         // HIP: hipEventRecord(stop, stream);
  cudaStreamWaitEvent(other, stop, 0);                   // HIP: hipStreamWaitEvent(other, stop, 0);
  cudaEventQuery(stop);                                  // HIP: hipEventQuery(stop);
  cudaEventSynchronize(stop);                            // HIP: hipEventSynchronize(stop);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, stop);   // HIP: hipEventElapsedTime(&milliseconds, start, stop);
  cudaEventDestroy(start);                            // HIP: hipEventDestroy(start);
  cudaStreamDestroy(stream);                          // HIP: hipStreamDestroy(stream);
  kernel<<<1, 1, 0, cudaStreamPerThread>>>(nullptr);  // HIP: kernel<<<1, 1, 0, hipStreamPerThread>>>(nullptr);
}

void functions() {
  int blocks = 0, threads = 0, *out = nullptr;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0);
  // HIP: hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, 128, 0, cudaOccupancyDefault);
  // HIP: hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, 128, 0, hipOccupancyDefault);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel, 0, 0);
  // HIP: hipOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel, 0, 0);
  cudaFuncAttributes about;                            // HIP: hipFuncAttributes about;
  cudaFuncGetAttributes(&about, (const void*)kernel);  // HIP: hipFuncGetAttributes(&about, (const void*)kernel);
  cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  // HIP: hipFuncSetAttribute((const void*)kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 1024);
  cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  // HIP: hipFuncSetAttribute((const void*)kernel, hipFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaFuncSetCacheConfig((const void*)kernel, cudaFuncCachePreferNone);
  // HIP: hipFuncSetCacheConfig((const void*)kernel, hipFuncCachePreferNone);
  cudaFuncSetSharedMemConfig((const void*)kernel, cudaSharedMemBankSizeDefault);
  // HIP: hipFuncSetSharedMemConfig((const void*)kernel, hipSharedMemBankSizeDefault);
  void* arguments[] = {&out};
  cudaLaunchKernel((const void*)kernel, dim3(1), dim3(1), arguments, 0, nullptr);
  // HIP: hipLaunchKernel((const void*)kernel, dim3(1), dim3(1), arguments, 0, nullptr);
  cudaLaunchCooperativeKernel((const void*)kernel, dim3(1), dim3(1), arguments, 0, nullptr);
  // HIP: hipLaunchCooperativeKernel((const void*)kernel, dim3(1), dim3(1), arguments, 0, nullptr);
}

}  // namespace runtime_device
