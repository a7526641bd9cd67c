// The driver API, and the runtime API's arrays, textures and graphs, in the forms that CUDA programs use. The test is
// that all of it compiles, including the host code.
#include "runtime_api.cuh"

namespace runtime_api {

inline void driver_devices() {
  cuInit(0);
  cuDeviceGet(&device, 0);
  int cnt;
  cuDeviceGetCount(&cnt);
  char name[64];
  cuDeviceGetName(name, 64, device);
  size_t tot;
  cuDeviceTotalMem(&tot, device);
  int maj, min;
  cuDeviceComputeCapability(&maj, &min, device);
  int v;
  cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuDriverGetVersion(&v);
}

inline void driver_contexts() {
  cuCtxCreate(&ctx, 0, device);
  cuCtxCreate(&ctx, CU_CTX_SCHED_BLOCKING_SYNC, device);
  cuCtxSetCurrent(ctx);
  cuCtxPushCurrent(ctx);
  cuCtxPopCurrent(&ctx);
  cuCtxGetDevice(&device);
  cuCtxSynchronize();
  cuDevicePrimaryCtxRetain(&ctx, device);
  cuDevicePrimaryCtxRelease(device);
  cuCtxGetCurrent(&ctx);
}

inline void driver_modules() {
  const char* ptx = "";
  cuModuleLoad(&mod, "x.cubin");
  cuModuleLoadData(&mod, ptx);
  cuModuleLoadDataEx(&mod, ptx, 0, 0, 0);
  CUjit_option opts[2] = {CU_JIT_MAX_REGISTERS, CU_JIT_INFO_LOG_BUFFER};
  void* vals[2];
  cuModuleLoadDataEx(&mod, ptx, 2, opts, vals);
  cuModuleGetFunction(&fn, mod, "k");
  CUdeviceptr g;
  size_t gb;
  cuModuleGetGlobal(&g, &gb, mod, "x");
  cuModuleUnload(mod);
}

inline void driver_addresses() {
  d2 = 0;
  cuMemAlloc(&address, 64);
  const float hc[16] = {};
  cuMemcpyHtoD(address, h, 64);
  cuMemcpyHtoD(address, hc, 64);
  cuMemcpyDtoH(h, address, 64);
  cuMemcpyDtoD(d2, address, 64);
  cuMemcpyHtoD(address + 16, h, 16);
  cuMemsetD32(address, 0, 16);
  cuMemsetD8(address + 4, 0, 4);
  fp = (float*)address;
  fp = reinterpret_cast<float*>(address);
  d2 = (CUdeviceptr)fp;
  d2 = reinterpret_cast<CUdeviceptr>(fp);
  d2 += 4 * sizeof(float);
  void* args[] = {&address, &v};
  printf("%llx\n", address);
}

inline void driver_streams() {
  cuStreamCreate(&st, 0);
  cuStreamCreate(&st, CU_STREAM_NON_BLOCKING);
  cuLaunchKernel(fn, 1, 1, 1, 32, 1, 1, 0, st, args, 0);
  cuLaunchKernel(fn, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL);
  sz = 8;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, h, CU_LAUNCH_PARAM_BUFFER_SIZE, &sz, CU_LAUNCH_PARAM_END};
  cuLaunchKernel(fn, 1, 1, 1, 1, 1, 1, 0, 0, 0, extra);
  cuMemcpyHtoDAsync(address, h, 64, st);
  cuMemcpyHtoDAsync(address, hc, 64, st);
  cuMemcpyDtoHAsync(h, address, 64, st);
  cuMemcpyDtoDAsync(address, d2, 4, st);
  cuMemsetD32Async(address, 0, 4, st);
  cuStreamSynchronize(st);
  cuStreamDestroy(st);
  cuStreamWaitEvent(st, 0, 0);
  cuMemFree(address);
  cuMemFree(d2);
  cuMemAllocHost((void**)&fp, 64);
  cuMemFreeHost(fp);
  cuMemHostAlloc((void**)&fp, 64, CU_MEMHOSTALLOC_DEVICEMAP);
  cuMemHostGetDevicePointer(&address, fp, 0);
  cuMemGetInfo(&fr, &tot);
  CUdeviceptr base;
  cuMemGetAddressRange(&base, &sz, address);
  cuMemAllocManaged(&address, 64, CU_MEM_ATTACH_GLOBAL);
  cuMemAllocPitch(&address, &sz, 16, 16, 4);
}

inline void driver_events() {
  cuEventCreate(&ev, CU_EVENT_DEFAULT);
  cuEventRecord(ev, st);
  cuEventSynchronize(ev);
  cuEventElapsedTime(&ms, ev, ev);
  cuEventDestroy(ev);
  const char* es;
  cuGetErrorString(CUDA_SUCCESS, &es);
  cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &es);
  cuFuncSetAttribute(fn, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536);
  cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_NUM_REGS, fn);
  cuFuncSetCacheConfig(fn, CU_FUNC_CACHE_PREFER_SHARED);
  int nb;
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&nb, fn, 128, 0);
  int mg;
  cuOccupancyMaxPotentialBlockSize(&mg, &nb, fn, 0, 0, 0);
  cuCtxDestroy(ctx);
}

inline void driver_pools() {
  cuMemcpy(address, d2, 4);
  cuMemFreeAsync(address, st);
  cuMemAllocAsync(&address, 64, st);
  cuMemPrefetchAsync(address, 64, device, st);
  cuMemAdvise(address, 64, CU_MEM_ADVISE_SET_READ_MOSTLY, device);
  cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
}

inline void virtual_memory() {
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = 0;
  size_t gran;
  cuMemGetAllocationGranularity(&gran, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUmemGenericAllocationHandle hnd;
  cuMemCreate(&hnd, gran, &prop, 0);
  cuMemAddressReserve(&address, gran, 0, 0, 0);
  cuMemAddressReserve(&address, gran, 0, 0ULL, 0);
  cuMemMap(address, gran, 0, hnd, 0);
  CUmemAccessDesc acc = {};
  acc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  acc.location = prop.location;
  cuMemSetAccess(address, gran, &acc, 1);
  cuMemUnmap(address, gran);
  cuMemRelease(hnd);
  cuMemAddressFree(address, gran);
}

inline void channel_formats() {
  cudaChannelFormatDesc cd = cudaCreateChannelDesc<float>();
  cd = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cd = cudaCreateChannelDesc<uchar4>();
  cd = cudaCreateChannelDesc<unsigned char>();
  cd = cudaCreateChannelDesc<float4>();
  cd = cudaCreateChannelDesc<short2>();
  cd = cudaCreateChannelDesc<int>();
  cd = cudaCreateChannelDesc<signed char>();
  cd = cudaCreateChannelDescHalf();
}

inline void arrays() {
  cudaArray* arr;
  cudaArray_t arr2;
  cudaMallocArray(&arr, &cd, 16, 16);
  cudaMallocArray(&arr2, &cd, 16);
  cudaMallocArray(&arr, &cd, 16, 16, cudaArraySurfaceLoadStore);
  cudaMemcpyToArray(arr, 0, 0, h, 64, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(arr, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice);
  cudaMemcpy2DFromArray(h, 16, arr, 0, 0, 16, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy2DToArrayAsync(arr, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice, 0);
  cudaMemcpyFromArray(h, arr, 0, 0, 64, cudaMemcpyDeviceToHost);
}

inline void volumes() {
  cudaExtent ext = make_cudaExtent(4, 4, 4);
  cudaMalloc3DArray(&arr, &cd, ext);
  cudaMalloc3DArray(&arr, &cd, make_cudaExtent(4, 4, 6), cudaArrayLayered);
  cudaMalloc3DArray(&arr, &cd, ext, cudaArrayCubemap);
  cudaMemcpy3DParms cp = {0};
  cp.srcPtr = make_cudaPitchedPtr((void*)h, 16, 4, 4);
  cp.dstArray = arr;
  cp.extent = ext;
  cp.kind = cudaMemcpyHostToDevice;
  cp.srcPos = make_cudaPos(0, 0, 0);
  cudaMemcpy3D(&cp);
  cudaMemcpy3DAsync(&cp);
  cudaPitchedPtr pp;
  cudaMalloc3D(&pp, ext);
  cudaMemset3D(pp, 0, ext);
  cudaFreeArray(arr);
}

inline void texture_objects() {
  cudaResourceDesc rd;
  memset(&rd, 0, sizeof(rd));
  rd.resType = cudaResourceTypeArray;
  rd.res.array.array = arr;
  rd.resType = cudaResourceTypeLinear;
  rd.res.linear.devPtr = fp;
  rd.res.linear.desc.f = cudaChannelFormatKindFloat;
  rd.res.linear.desc.x = 32;
  rd.res.linear.desc = cd;
  rd.res.linear.sizeInBytes = 64;
  rd.resType = cudaResourceTypePitch2D;
  rd.res.pitch2D.devPtr = fp;
  rd.res.pitch2D.pitchInBytes = 16;
  rd.res.pitch2D.width = 4;
  rd.res.pitch2D.height = 4;
  rd.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  struct cudaTextureDesc td;
  memset(&td, 0, sizeof(td));
  td.addressMode[0] = cudaAddressModeWrap;
  td.addressMode[1] = cudaAddressModeClamp;
  td.filterMode = cudaFilterModeLinear;
  td.readMode = cudaReadModeElementType;
  td.normalizedCoords = 1;
  td.borderColor[0] = 0;
  td.maxAnisotropy = 1;
  td.mipmapFilterMode = cudaFilterModePoint;
  td.sRGB = 0;
  cudaTextureObject_t to = 0;
  cudaCreateTextureObject(&to, &rd, &td, NULL);
  cudaResourceViewDesc rv;
  cudaCreateTextureObject(&to, &rd, &td, &rv);
  cudaGetTextureObjectResourceDesc(&rd, to);
  cudaDestroyTextureObject(to);
  cudaSurfaceObject_t so;
  cudaCreateSurfaceObject(&so, &rd);
  cudaDestroySurfaceObject(so);
}

inline void texture_references() {
  texRef.addressMode[0] = cudaAddressModeClamp;
  texRef.filterMode = cudaFilterModePoint;
  texRef.normalized = false;
  cudaBindTextureToArray(texRef, arr, cd);
  cudaBindTextureToArray(texRef, arr);
  size_t off;
  cudaBindTexture(0, tex1, fp, 64);
  cudaBindTexture(&off, tex1, fp, cd, 64);
  cudaBindTexture(NULL, tex1, fp, cd);
  cudaBindTexture2D(&off, texRef, fp, cd, 4, 4, 16);
  cudaBindTexture2D(0, texRef, fp, 4, 4, 16);
  cudaUnbindTexture(texRef);
  const textureReference* tr;
  cudaGetTextureReference(&tr, &texRef);
}

inline void mipmaps() {
  cudaMipmappedArray_t mm;
  cudaMallocMipmappedArray(&mm, &cd, ext, 3);
  cudaGetMipmappedArrayLevel(&arr2, mm, 0);
  cudaFreeMipmappedArray(mm);
  cudaArrayGetInfo(&cd, &ext, 0, arr);
}

inline void graphs() {
  cudaGraph_t gr;
  cudaGraphExec_t ge;
  cudaGraphNode_t n1, n2, en;
  char log[64];
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, &gr);
  cudaGraphInstantiate(&ge, gr, NULL, NULL, 0);
  cudaGraphInstantiate(&ge, gr, &en, log, 64);
  cudaGraphInstantiate(&ge, gr, 0);
  cudaGraphInstantiate(&ge, gr);
  cudaGraphInstantiateWithFlags(&ge, gr, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphLaunch(ge, s);
  cudaGraphExecDestroy(ge);
  cudaGraphDestroy(gr);
  cudaGraphCreate(&gr, 0);
  cudaKernelNodeParams kp = {0};
  kp.func = (void*)k;
  kp.gridDim = dim3(1);
  kp.blockDim = dim3(32, 1, 1);
  kp.sharedMemBytes = 0;
  kp.kernelParams = args;
  kp.extra = NULL;
  cudaGraphAddKernelNode(&n1, gr, NULL, 0, &kp);
  cudaMemcpy3DParms mp = {0};
  cudaGraphAddMemcpyNode(&n2, gr, &n1, 1, &mp);
  cudaMemsetParams ms2 = {0};
  ms2.dst = fp;
  ms2.value = 0;
  ms2.elementSize = 4;
  ms2.width = 4;
  ms2.height = 1;
  cudaGraphAddMemsetNode(&n2, gr, 0, 0, &ms2);
  cudaHostNodeParams hn = {0};
  hn.fn = 0;
  hn.userData = 0;
  cudaGraphAddHostNode(&n2, gr, &n1, 1, &hn);
  cudaGraphAddDependencies(gr, &n1, &n2, 1);
  std::vector<cudaGraphNode_t> deps;
  cudaGraphAddKernelNode(&n1, gr, deps.data(), deps.size(), &kp);
  size_t nn;
  cudaGraphGetNodes(gr, NULL, &nn);
  cudaGraphClone(&gr, gr);
  cudaGraphAddMemcpyNode1D(&n2, gr, NULL, 0, fp, h, 64, cudaMemcpyHostToDevice);
  cudaGraphAddEmptyNode(&n2, gr, NULL, 0);
  cudaGraphAddChildGraphNode(&n2, gr, NULL, 0, gr);
  cudaGraphNodeGetType(n1, (cudaGraphNodeType*)&v);
  cudaGraphExecKernelNodeSetParams(ge, n1, &kp);
  cudaGraphExecUpdateResult ur;
  cudaGraphExecUpdate(ge, gr, &en, &ur);
  cudaGraphExecUpdateResultInfo ri;
  cudaGraphExecUpdate(ge, gr, &ri);
  v = ri.result == cudaGraphExecUpdateSuccess;
  cudaGraphUpload(ge, s);
}

inline void graph_capture() {
  cudaGraph_t gr;
  cudaGraphNode_t n1;
  size_t nn;
  cudaKernelNodeParams kp = {0};
  cudaStreamCaptureStatus cs;
  cudaStreamIsCapturing(s, &cs);
  unsigned long long id;
  cudaStreamGetCaptureInfo(s, &cs, &id);
  const cudaGraphNode_t* dp;
  cudaStreamGetCaptureInfo_v2(s, &cs, &id, &gr, &dp, &nn);
  cudaGraphDebugDotPrint(gr, "x", 0);
  cudaGraphAddEventRecordNode(&n1, gr, 0, 0, ev);
  cudaGraphKernelNodeSetParams(n1, &kp);
  cudaStreamUpdateCaptureDependencies(s, &n1, 1, cudaStreamSetCaptureDependencies);
  cudaThreadExchangeStreamCaptureMode((cudaStreamCaptureMode*)&v);
}

inline void launch_configurations() {
  cudaLaunchConfig_t lc = {0};
  lc.gridDim = 1;
  lc.blockDim = 32;
  lc.dynamicSmemBytes = 0;
  lc.stream = s;
  cudaLaunchAttribute at[2];
  at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  at[0].val.programmaticStreamSerializationAllowed = 1;
  at[1].id = cudaLaunchAttributeClusterDimension;
  at[1].val.clusterDim.x = 1;
  lc.attrs = at;
  lc.numAttrs = 1;
  cudaLaunchKernelEx(&lc, k, fp, 3);
  at[0].id = cudaLaunchAttributeCooperative;
  at[0].val.cooperative = 1;
  cudaLaunchKernelExC(&lc, (const void*)k, args);
}

inline void stream_attributes() {
  cudaStreamAttrValue sa;
  sa.accessPolicyWindow.base_ptr = fp;
  sa.accessPolicyWindow.num_bytes = 64;
  sa.accessPolicyWindow.hitRatio = 1.0;
  sa.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  sa.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &sa);
  cudaCtxResetPersistingL2Cache();
}

inline void peer_attributes() {
  cudaUUID_t uu;
  cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, 1);
}
}  // namespace runtime_api
