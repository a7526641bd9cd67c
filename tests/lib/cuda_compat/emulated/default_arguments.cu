// Every call of the runtime API for which CUDA 13 has default arguments, with each number of them, and the calls for
// which it has templates, with pointers, symbols and kernels of several types. The test is that all of them compile.
// They are grouped as in CUDA's documentation.
#include <cuda_runtime.h>

namespace default_arguments {
__constant__ float c[4];
__device__ int dv;

// Arguments of the calls, which are never executed.
float *d, *h, *q;
void** args;
void* v;
cudaStream_t st;
cudaArray_t a;
cudaArray_const_t ca;
cudaEvent_t e;
size_t p, s, nd;
cudaGraph_t g;
cudaGraphExec_t ge;
cudaGraphicsResource_t* gr;
cudaChannelFormatDesc fd;
cudaExtent ex;
cudaMemcpy3DParms p3;
cudaMemcpy3DPeerParms pp;
cudaPitchedPtr ptr;
cudaExternalSemaphore_t* es;
const cudaExternalSemaphoreSignalParams* sp;
const cudaExternalSemaphoreWaitParams* wp;
cudaMipmappedArray_t* ma;
cudaMemLocation loc;
cudaStreamCaptureStatus cs;
unsigned long long id;
const cudaGraphNode_t* deps;
cudaGraphNode_t* ud;
int b, t;

inline void symbols() {
  cudaMemcpyToSymbol(c, h, 4);
  cudaMemcpyToSymbol(c, h, 4, 0);
  cudaMemcpyToSymbol(c, h, 4, 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbolAsync(c, h, 4);
  cudaMemcpyToSymbolAsync(c, h, 4, 0);
  cudaMemcpyToSymbolAsync(c, h, 4, 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbolAsync(c, h, 4, 0, cudaMemcpyHostToDevice, st);
  cudaMemcpyFromSymbol(h, dv, 4);
  cudaMemcpyFromSymbol(h, dv, 4, 0);
  cudaMemcpyFromSymbol(h, dv, 4, 0, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbolAsync(h, dv, 4);
  cudaMemcpyFromSymbolAsync(h, c, 4, 0);
  cudaMemcpyFromSymbolAsync(h, dv, 4, 0, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbolAsync(h, c, 4, 0, cudaMemcpyDeviceToHost, st);
  const void* const sym = &dv;
  cudaMemcpyToSymbol(sym, h, 4);
  cudaMemcpyToSymbolAsync(sym, h, 4, 0, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(h, sym, 4);
  cudaMemcpyFromSymbolAsync(h, sym, 4, 0, cudaMemcpyDeviceToHost);
}

inline void streams_and_events() {
  cudaStreamWaitEvent(st, e);
  cudaStreamWaitEvent(st, e, 0);
  cudaStreamAttachMemAsync(st, d);
  cudaStreamAttachMemAsync(st, d, 0);
  cudaStreamAttachMemAsync(st, d, 0, cudaMemAttachSingle);
  cudaEventRecord(e);
  cudaEventRecord(e, st);
  cudaEventRecordWithFlags(e);
  cudaEventRecordWithFlags(e, st);
  cudaEventRecordWithFlags(e, st, 0);
  cudaEventCreate(&e);
  cudaEventCreate(&e, cudaEventDisableTiming);
}

inline void semaphores() {
  cudaSignalExternalSemaphoresAsync(es, sp, 1);
  cudaSignalExternalSemaphoresAsync(es, sp, 1, st);
  cudaWaitExternalSemaphoresAsync(es, wp, 1);
  cudaWaitExternalSemaphoresAsync(es, wp, 1, st);
}

inline void arrays() {
  cudaMallocArray(&a, &fd, 4);
  cudaMallocArray(&a, &fd, 4, 4);
  cudaMallocArray(&a, &fd, 4, 4, 0);
  cudaMalloc3DArray(&a, &fd, ex);
  cudaMalloc3DArray(&a, &fd, ex, 0);
  cudaMallocMipmappedArray(ma, &fd, ex, 1);
  cudaMallocMipmappedArray(ma, &fd, ex, 1, 0);
  cudaMemcpy3D(&p3);
  cudaMemcpy3DAsync(&p3);
  cudaMemcpy3DAsync(&p3, st);
  cudaMemcpy3DPeer(&pp);
  cudaMemcpy3DPeerAsync(&pp);
  cudaMemcpy3DPeerAsync(&pp, st);
  cudaMemcpy2DArrayToArray(a, 0, 0, ca, 0, 0, 4, 4);
  cudaMemcpy2DArrayToArray(a, 0, 0, ca, 0, 0, 4, 4, cudaMemcpyDeviceToDevice);
}

inline void copies() {
  cudaMemcpyAsync(d, h, 4, cudaMemcpyDefault);
  cudaMemcpyAsync(d, h, 4, cudaMemcpyDefault, st);
  cudaMemcpyPeer(d, 0, h, 1, 4);
  cudaMemcpyPeerAsync(d, 0, h, 1, 4);
  cudaMemcpyPeerAsync(d, 0, h, 1, 4, st);
  cudaMemcpy2D(d, p, h, p, 4, 4, cudaMemcpyDefault);
  cudaMemcpy2DAsync(d, p, h, p, 4, 4, cudaMemcpyDefault);
  cudaMemcpy2DAsync(d, p, h, p, 4, 4, cudaMemcpyDefault, st);
  cudaMemcpy2DToArray(a, 0, 0, h, p, 4, 4, cudaMemcpyDefault);
  cudaMemcpy2DToArrayAsync(a, 0, 0, h, p, 4, 4, cudaMemcpyDefault);
  cudaMemcpy2DToArrayAsync(a, 0, 0, h, p, 4, 4, cudaMemcpyDefault, st);
  cudaMemcpy2DFromArray(h, p, ca, 0, 0, 4, 4, cudaMemcpyDefault);
  cudaMemcpy2DFromArrayAsync(h, p, ca, 0, 0, 4, 4, cudaMemcpyDefault);
  cudaMemcpy2DFromArrayAsync(h, p, ca, 0, 0, 4, 4, cudaMemcpyDefault, st);
}

inline void fills() {
  cudaMemset(d, 0, 4);
  cudaMemsetAsync(d, 0, 4);
  cudaMemsetAsync(d, 0, 4, st);
  cudaMemset2D(d, p, 0, 4, 4);
  cudaMemset2DAsync(d, p, 0, 4, 4);
  cudaMemset2DAsync(d, p, 0, 4, 4, st);
  cudaMemset3D(ptr, 0, ex);
  cudaMemset3DAsync(ptr, 0, ex);
  cudaMemset3DAsync(ptr, 0, ex, st);
  cudaMemPrefetchAsync(d, 4, loc, 0);
  cudaMemPrefetchAsync(d, 4, loc, 0, st);
  cudaMemPrefetchAsync(d, 4, 0);
  cudaMemPrefetchAsync(d, 4, 0, st);
}

inline void copies_of_arrays() {
  cudaMemcpyArrayToArray(a, 0, 0, ca, 0, 0, 4);
  cudaMemcpyArrayToArray(a, 0, 0, ca, 0, 0, 4, cudaMemcpyDeviceToDevice);
  cudaMemcpyToArray(a, 0, 0, h, 4, cudaMemcpyDefault);
  cudaMemcpyToArrayAsync(a, 0, 0, h, 4, cudaMemcpyDefault);
  cudaMemcpyToArrayAsync(a, 0, 0, h, 4, cudaMemcpyDefault, st);
  cudaMemcpyFromArray(h, ca, 0, 0, 4, cudaMemcpyDefault);
  cudaMemcpyFromArrayAsync(h, ca, 0, 0, 4, cudaMemcpyDefault);
  cudaMemcpyFromArrayAsync(h, ca, 0, 0, 4, cudaMemcpyDefault, st);
}

inline void graphics() {
  cudaGraphicsMapResources(1, gr);
  cudaGraphicsMapResources(1, gr, st);
  cudaGraphicsUnmapResources(1, gr);
  cudaGraphicsUnmapResources(1, gr, st);
}

inline void graphs() {
  cudaGraphInstantiate(&ge, g);
  cudaGraphInstantiate(&ge, g, 0);
  cudaGraphInstantiateWithFlags(&ge, g);
  cudaGraphInstantiateWithFlags(&ge, g, 0);
  cudaStreamCaptureStatus cs;
  unsigned long long id;
  const cudaGraphNode_t* deps;
  size_t nd;
  cudaGraphNode_t* ud = nullptr;
  cudaStreamGetCaptureInfo(st, &cs);
  cudaStreamGetCaptureInfo(st, &cs, &id);
  cudaStreamGetCaptureInfo_v2(st, &cs);
  cudaStreamGetCaptureInfo_v2(st, &cs, &id, &g, &deps, &nd);
  cudaStreamUpdateCaptureDependencies(st, ud, 0);
  cudaStreamUpdateCaptureDependencies(st, ud, 0, 0);
}

inline void allocations() {
  cudaMallocManaged(&d, 4);
  cudaMallocManaged(&d, 4, cudaMemAttachHost);
  cudaMallocHost(&h, 4);
  cudaMallocHost(&h, 4, cudaHostAllocMapped);
  cudaHostAlloc(&h, 4, 0);
  cudaHostRegister(h, 4, 0);
  cudaHostGetDevicePointer(&d, h, 0);
  cudaMalloc(&v, 4);
  cudaMallocHost(&v, 4);
  cudaMallocHost((void**)&h, 4);
  cudaHostAlloc(&v, 4, 0);
  cudaMallocManaged(&v, 4);
  cudaMallocAsync(&d, 4, st);
  cudaFreeAsync(d, st);
  cudaMallocPitch(&d, &p, 4, 4);
  cudaMalloc3D(&ptr, ex);
  cudaStreamCreate(&st);
  cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking);
  cudaStreamCreateWithPriority(&st, cudaStreamNonBlocking, 0);
}
__global__ void k(int n, float* p) {
  p[0] = n;
}
inline void kernels() {
  auto f = [](int) { return size_t(0); };
  cudaLaunchKernel(k, dim3(1), dim3(1), args);
  cudaLaunchKernel(k, dim3(1), dim3(1), args, 0);
  cudaLaunchKernel(k, 1, 1, args, 0, st);
  cudaLaunchKernel((const void*)k, 1, 1, args, 0, st);
  cudaLaunchCooperativeKernel(k, 1, 1, args);
  cudaLaunchCooperativeKernel(k, 1, 1, args, 0, st);
  cudaLaunchCooperativeKernel((void*)k, dim3(1), dim3(1), args, 0, st);
  cudaOccupancyMaxPotentialBlockSize(&b, &t, k);
  cudaOccupancyMaxPotentialBlockSize(&b, &t, k, 0);
  cudaOccupancyMaxPotentialBlockSize(&b, &t, k, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&b, &t, k);
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&b, &t, k, 0, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&b, &t, k, f);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&b, &t, k, f, 0);
  cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&b, &t, k, f);
  cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&b, &t, k, f, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&b, k, 32, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&b, k, 32, 0, 0);
  cudaOccupancyAvailableDynamicSMemPerBlock(&s, k, 1, 32);
  cudaFuncAttributes fa;
  cudaFuncGetAttributes(&fa, k);
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 4);
  cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);
  cudaFuncSetSharedMemConfig(k, cudaSharedMemBankSizeDefault);
  cudaGetSymbolAddress(&v, dv);
  cudaGetSymbolAddress((void**)&q, c);
  cudaGetSymbolSize(&s, dv);
  k<<<1, 1>>>(1, nullptr);
  k<<<1, 1, 0>>>(1, nullptr);
  k<<<1, 1, 0, st>>>(1, nullptr);
}

}  // namespace default_arguments
