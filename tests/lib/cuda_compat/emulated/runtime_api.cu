// The runtime API in the forms that CUDA programs use, except for what driver_api.cu has. The test is that all of it
// compiles, including the host code.
#include "runtime_api.cuh"

namespace runtime_api {

inline void typed_allocations() {
  RUNTIME_API_CHECK(cudaMalloc(&d, 64));
  RUNTIME_API_CHECK(cudaMalloc((void**)&d, 64));
  RUNTIME_API_CHECK(cudaMallocManaged(&d, 64));
  RUNTIME_API_CHECK(cudaMallocManaged(&d, 64, cudaMemAttachGlobal));
  RUNTIME_API_CHECK(cudaMallocManaged((void**)&d, 4));
}

inline void host_allocations() {
  RUNTIME_API_CHECK(cudaMallocHost(&h, 64));
  RUNTIME_API_CHECK(cudaMallocHost((void**)&h, 64));
  RUNTIME_API_CHECK(cudaHostAlloc(&h, 64, cudaHostAllocDefault));
  RUNTIME_API_CHECK(
      cudaHostAlloc((void**)&h, 64, cudaHostAllocMapped | cudaHostAllocPortable | cudaHostAllocWriteCombined));
  RUNTIME_API_CHECK(cudaMallocPitch(&d, &pitch, 32, 4));
  RUNTIME_API_CHECK(cudaMallocPitch((void**)&d, &pitch, 32, 4));
}

inline void host_allocations_with_flags() {
  RUNTIME_API_CHECK(cudaMallocHost(&h, 64, cudaHostAllocDefault));
}

inline void mapped_host_memory() {
  RUNTIME_API_CHECK(cudaHostGetDevicePointer(&d, h, 0));
  RUNTIME_API_CHECK(cudaHostGetDevicePointer((void**)&d, (void*)h, 0));
  RUNTIME_API_CHECK(cudaHostRegister(h, 64, cudaHostRegisterDefault));
  RUNTIME_API_CHECK(cudaHostUnregister(h));
  unsigned fl;
  cudaHostGetFlags(&fl, h);
}

inline void to_symbols() {
  RUNTIME_API_CHECK(cudaMemcpyToSymbol(cf, hc, sizeof(hc)));
  RUNTIME_API_CHECK(cudaMemcpyToSymbol(ci, &hi, sizeof(int)));
  RUNTIME_API_CHECK(cudaMemcpyToSymbol(cp, &hp, sizeof(P), 0, cudaMemcpyHostToDevice));
  RUNTIME_API_CHECK(cudaMemcpyToSymbol(dptr, &d, sizeof(d)));
  RUNTIME_API_CHECK(cudaMemcpyToSymbolAsync(cf, hc, 4, 0, cudaMemcpyHostToDevice, st));
  RUNTIME_API_CHECK(cudaMemcpyToSymbolAsync(cf, hc, 4, 0, cudaMemcpyHostToDevice));
}

inline void volatile_symbols() {
  RUNTIME_API_CHECK(cudaMemcpyToSymbol(vflag, &hi, 4));
  RUNTIME_API_CHECK(cudaMemcpyFromSymbol(&hi, vflag, 4));
}

inline void from_symbols() {
  RUNTIME_API_CHECK(cudaMemcpyToSymbol(&cp, &hp, sizeof(P)));
  RUNTIME_API_CHECK(cudaMemcpyFromSymbol(&f4, dv, sizeof(dv)));
  RUNTIME_API_CHECK(cudaMemcpyFromSymbol(hc, cf, 4, 0));
  RUNTIME_API_CHECK(cudaMemcpyFromSymbolAsync(hc, cf, 4, 0, cudaMemcpyDeviceToHost, st));
}

inline void symbol_addresses() {
  void* sp;
  float* spf;
  RUNTIME_API_CHECK(cudaGetSymbolAddress(&sp, cf));
  RUNTIME_API_CHECK(cudaGetSymbolAddress((void**)&spf, dv));
  size_t ss;
  RUNTIME_API_CHECK(cudaGetSymbolSize(&ss, cf));
  RUNTIME_API_CHECK(cudaGetSymbolAddress((void**)&spf, tbl));
}

inline void copies() {
  RUNTIME_API_CHECK(cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice));
  RUNTIME_API_CHECK(cudaMemcpyAsync(d, h, 64, cudaMemcpyDefault, st));
  RUNTIME_API_CHECK(cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice));
  cudaMemcpy2D(d, pitch, h, 32, 32, 4, cudaMemcpyHostToDevice);
  cudaMemcpy2DAsync(d, pitch, h, 32, 32, 4, cudaMemcpyHostToDevice, st);
  cudaMemcpy2DAsync(d, pitch, h, 32, 32, 4, cudaMemcpyHostToDevice);
}

inline void peers_and_sets() {
  cudaMemcpyPeer(d, 1, d, 0, 64);
  cudaMemcpyPeerAsync(d, 1, d, 0, 64, st);
  cudaMemcpyPeerAsync(d, 1, d, 0, 64);
  cudaMemset(d, 0, 64);
  cudaMemsetAsync(d, 0, 64, st);
  cudaMemsetAsync(d, 0, 64);
  cudaMemset2D(d, pitch, 0, 4, 4);
  cudaMemset2DAsync(d, pitch, 0, 4, 4);
  cudaMemGetInfo(&fr, &tot);
}

inline void streams() {
  cudaStreamCreate(&st);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  int lo, hi2;
  cudaDeviceGetStreamPriorityRange(&lo, &hi2);
  cudaStreamCreateWithPriority(&st, cudaStreamDefault, hi2);
  cudaStreamGetPriority(st, &lo);
  cudaStreamGetFlags(st, &fl);
  cudaStreamSynchronize(st);
  cudaStreamSynchronize(0);
  cudaStreamQuery(st);
  cudaStreamWaitEvent(st, e0, 0);
  cudaStreamWaitEvent(st, e0);
  cudaStreamAddCallback(st, cb, 0, 0);
  cudaLaunchHostFunc(st, hf, d);
  cudaStreamAttachMemAsync(st, d);
  cudaStreamAttachMemAsync(st, d, 0, cudaMemAttachSingle);
  cudaStreamDestroy(st);
}

inline void special_streams() {
  k<<<1, 32, 0, cudaStreamPerThread>>>(d, n);
  k<<<1, 32, 0, cudaStreamLegacy>>>(d, n);
}

inline void events() {
  cudaEventCreate(&e0);
  cudaEventCreate(&e1, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&e1, cudaEventDisableTiming | cudaEventBlockingSync | cudaEventInterprocess);
  cudaEventRecord(e0);
  cudaEventRecord(e0, 0);
  cudaEventRecord(e1, st);
  cudaEventRecordWithFlags(e1, st, cudaEventRecordExternal);
  cudaEventSynchronize(e1);
  cudaEventElapsedTime(&ms, e0, e1);
  v = cudaEventQuery(e0) == cudaErrorNotReady;
  cudaEventDestroy(e0);
}

inline void function_attributes() {
  cudaFuncAttributes fa;
  RUNTIME_API_CHECK(cudaFuncGetAttributes(&fa, k));
  RUNTIME_API_CHECK(cudaFuncGetAttributes(&fa, kt<float>));
  RUNTIME_API_CHECK(cudaFuncGetAttributes(&fa, (const void*)k));
  printf("%d %zu %zu %zu %d %d %d %d %d %d\n", fa.numRegs, fa.sharedSizeBytes, fa.constSizeBytes, fa.localSizeBytes,
         fa.maxThreadsPerBlock, fa.ptxVersion, fa.binaryVersion, fa.cacheModeCA, fa.maxDynamicSharedSizeBytes,
         fa.preferredShmemCarveout);
}

inline void function_settings() {
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaFuncSetAttribute(kt<float>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
  cudaFuncSetCacheConfig(k, cudaFuncCachePreferShared);
  cudaFuncSetCacheConfig(kt<double>, cudaFuncCachePreferL1);
  cudaFuncSetSharedMemConfig(k, cudaSharedMemBankSizeEightByte);
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
  cudaFuncCache fc;
  cudaDeviceGetCacheConfig(&fc);
  cudaSharedMemConfig smc;
  cudaDeviceGetSharedMemConfig(&smc);
}

inline void occupancy() {
  int nb, bs, mg;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, k, 128, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, kt<float>, 128, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&nb, k, 128, 0, cudaOccupancyDefault);
  cudaOccupancyMaxPotentialBlockSize(&mg, &bs, k, 0, 0);
  cudaOccupancyMaxPotentialBlockSize(&mg, &bs, k);
  cudaOccupancyMaxPotentialBlockSize(&mg, &bs, kt<int>);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&mg, &bs, k, smem);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&mg, &bs, k, [](int b) { return b * sizeof(float); }, 128);
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&mg, &bs, k, 0, 0, 0);
  size_t dyn;
  cudaOccupancyAvailableDynamicSMemPerBlock(&dyn, k, 1, 128);
}

inline void launches() {
  void* args[] = {&d, &n};
  cudaLaunchKernel((void*)k, dim3(1), dim3(32), args, 0, st);
  cudaLaunchKernel(k, 1, 32, args);
  cudaLaunchKernel(kt<float>, dim3(1), dim3(32), args, 0, 0);
  cudaLaunchCooperativeKernel((void*)k, 1, 32, args);
  cudaLaunchCooperativeKernel(k, dim3(1), dim3(32), args, 0, 0);
  cudaLaunchCooperativeKernel(kt<float>, 1, 32, args, 0, st);
  cudaLaunchKernel((const void*)k, 1, 32, args, 0, NULL);
}

inline void devices() {
  int dev, cnt;
  cudaGetDevice(&dev);
  cudaSetDevice(0);
  cudaGetDeviceCount(&cnt);
  cudaDeviceSynchronize();
  cudaThreadSynchronize();
  cudaDeviceReset();
  cudaThreadExit();
  cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleBlockingSync | cudaDeviceScheduleYield |
                     cudaDeviceScheduleSpin | cudaDeviceLmemResizeToMax);
  cudaGetDeviceFlags(&fl);
  int v;
  cudaDriverGetVersion(&v);
  cudaRuntimeGetVersion(&v);
  int can;
  cudaDeviceCanAccessPeer(&can, 0, 1);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaDeviceDisablePeerAccess(1);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
  cudaDeviceSetLimit(cudaLimitStackSize, 1024);
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1024);
  size_t lim;
  cudaDeviceGetLimit(&lim, cudaLimitStackSize);
  char bus[32];
  cudaDeviceGetPCIBusId(bus, 32, 0);
  cudaDeviceGetByPCIBusId(&dev, bus);
}

inline void properties() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  struct cudaDeviceProp prop2;
  cudaGetDeviceProperties(&prop2, dev);
  std::vector<cudaDeviceProp> props(2);
  cudaGetDeviceProperties(&props[0], 0);
  cudaChooseDevice(&dev, &prop);
}

inline void pointer_attributes() {
  cudaPointerAttributes pa;
  cudaPointerGetAttributes(&pa, d);
  v = pa.type == cudaMemoryTypeDevice;
  v = pa.device + (pa.devicePointer == pa.hostPointer);
  v = pa.type == cudaMemoryTypeManaged || pa.type == cudaMemoryTypeUnregistered || pa.type == cudaMemoryTypeHost;
}

inline void managed_memory() {
  cudaMemPrefetchAsync(d, 64, 0);
  cudaMemPrefetchAsync(d, 64, cudaCpuDeviceId, st);
  cudaMemAdvise(d, 64, cudaMemAdviseSetReadMostly, 0);
  cudaMemAdvise(d, 64, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
  cudaMemAdvise(d, 64, cudaMemAdviseSetAccessedBy, 0);
  int attr;
  cudaMemRangeGetAttribute(&attr, sizeof(int), cudaMemRangeAttributePreferredLocation, d, 64);
}

inline void interprocess() {
  cudaIpcMemHandle_t ih;
  cudaIpcGetMemHandle(&ih, d);
  cudaIpcOpenMemHandle((void**)&d, ih, cudaIpcMemLazyEnablePeerAccess);
  cudaIpcCloseMemHandle(d);
  cudaIpcEventHandle_t ieh;
  cudaIpcGetEventHandle(&ieh, e0);
  cudaIpcOpenEventHandle(&e0, ieh);
}

inline void errors_and_frees() {
  cudaGetLastError();
  cudaPeekAtLastError();
  cudaFree(d);
  cudaFreeHost(h);
  cudaFree(0);
  cudaFree(NULL);
  cudaProfilerStart();
  cudaProfilerStop();
}

inline void memory_pools() {
  RUNTIME_API_CHECK(cudaMallocAsync(&d, 64, st));
  RUNTIME_API_CHECK(cudaMallocAsync((void**)&d, 64, st));
  cudaFreeAsync(d, st);
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceGetMemPool(&pool, 0);
  uint64_t thr = UINT64_MAX;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &thr);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &thr);
  cudaMallocFromPoolAsync(&d, 64, pool, st);
  cudaMallocAsync(&d, 64, pool, st);
  cudaMemPoolTrimTo(pool, 0);
  cudaMemPoolProps pp = {};
  pp.allocType = cudaMemAllocationTypePinned;
  pp.location.id = 0;
  pp.location.type = cudaMemLocationTypeDevice;
  pp.handleTypes = cudaMemHandleTypeNone;
  cudaMemPoolCreate(&pool, &pp);
  cudaMemPoolDestroy(pool);
  cudaMemAccessDesc ad;
  ad.flags = cudaMemAccessFlagsProtReadWrite;
  cudaMemPoolSetAccess(pool, &ad, 1);
  cudaDeviceSetMemPool(0, pool);
}

}  // namespace runtime_api
