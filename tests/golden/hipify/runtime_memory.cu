// Memory of the runtime API. Every call here is in HIP 5.2.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace runtime_memory {

__constant__ float coefficients[16];
__device__ int counter;
__managed__ int shared_with_the_host;

cudaError_t linear(float** device, const float* host, std::size_t count, cudaStream_t stream) {
// HIP: hipError_t linear(float** device, const float* host, std::size_t count, hipStream_t stream) {
  float* pinned = nullptr;
  cudaMalloc(device, count * sizeof(float));              // HIP: hipMalloc(device, count * sizeof(float));
  cudaMalloc((void**)device, count);                      // HIP: hipMalloc((void**)device, count);
  cudaMallocHost((void**)&pinned, count, 0);              // HIP: hipHostMalloc((void**)&pinned, count, 0);
  cudaHostRegister(pinned, count, cudaHostRegisterDefault);
  // HIP: hipHostRegister(pinned, count, hipHostRegisterDefault);
  cudaHostRegister(pinned, count, cudaHostRegisterPortable | cudaHostRegisterMapped);
  // HIP: hipHostRegister(pinned, count, hipHostRegisterPortable | hipHostRegisterMapped);
  cudaHostGetDevicePointer((void**)device, pinned, 0);    // HIP: hipHostGetDevicePointer((void**)device, pinned, 0);
  unsigned flags = cudaHostAllocDefault | cudaHostAllocPortable;
  // HIP: unsigned flags = hipHostMallocDefault | hipHostMallocPortable;
  flags |= cudaHostAllocMapped | cudaHostAllocWriteCombined;
  // HIP: flags |= hipHostMallocMapped | hipHostMallocWriteCombined;
  cudaHostGetFlags(&flags, pinned);                       // HIP: hipHostGetFlags(&flags, pinned);
  cudaHostUnregister(pinned);                             // HIP: hipHostUnregister(pinned);
  cudaError_t (*release)(void*) = cudaFree;                // HIP: hipError_t (*release)(void*) = hipFree;
  static_assert(sizeof(decltype(&cudaFree)) == sizeof(release));
  // HIP: static_assert(sizeof(decltype(&hipFree)) == sizeof(release));
  cudaMemcpy(*device, host, count, cudaMemcpyHostToDevice);
  // HIP: hipMemcpy(*device, host, count, hipMemcpyHostToDevice);
  cudaMemcpy(pinned, *device, count, cudaMemcpyDeviceToHost);
  // HIP: hipMemcpy(pinned, *device, count, hipMemcpyDeviceToHost);
  cudaMemcpy(*device, *device, count, cudaMemcpyDeviceToDevice);
  // HIP: hipMemcpy(*device, *device, count, hipMemcpyDeviceToDevice);
  cudaMemcpy(pinned, host, count, cudaMemcpyHostToHost);  // HIP: hipMemcpy(pinned, host, count, hipMemcpyHostToHost);
  cudaMemcpy(pinned, host, count, cudaMemcpyDefault);     // HIP: hipMemcpy(pinned, host, count, hipMemcpyDefault);
  cudaMemcpyAsync(*device, host, count, cudaMemcpyHostToDevice, stream);
  // HIP: hipMemcpyAsync(*device, host, count, hipMemcpyHostToDevice, stream);
  cudaMemcpyKind kind = cudaMemcpyDefault;                // HIP: hipMemcpyKind kind = hipMemcpyDefault;
  cudaMemcpyPeer(*device, 0, *device, 1, count);          // HIP: hipMemcpyPeer(*device, 0, *device, 1, count);
  cudaMemcpyPeerAsync(*device, 0, *device, 1, count, stream);
  // HIP: hipMemcpyPeerAsync(*device, 0, *device, 1, count, stream);
  cudaMemset(*device, 0, count);                          // HIP: hipMemset(*device, 0, count);
  cudaMemsetAsync(*device, 0, count, stream);             // HIP: hipMemsetAsync(*device, 0, count, stream);
  cudaFreeHost(pinned);                                   // HIP: hipHostFree(pinned);
  (void)kind;
  return cudaFree(*device);  // HIP: return hipFree(*device);
}

void pitched(void* device, const void* host, cudaStream_t stream) {
// HIP: void pitched(void* device, const void* host, hipStream_t stream) {
  std::size_t pitch = 0;
  cudaMallocPitch(&device, &pitch, 64, 32);             // HIP: hipMallocPitch(&device, &pitch, 64, 32);
  cudaMemcpy2D(device, pitch, host, 64, 64, 32, cudaMemcpyHostToDevice);
  // HIP: hipMemcpy2D(device, pitch, host, 64, 64, 32, hipMemcpyHostToDevice);
  cudaMemcpy2DAsync(device, pitch, host, 64, 64, 32, cudaMemcpyHostToDevice, stream);
  // HIP: hipMemcpy2DAsync(device, pitch, host, 64, 64, 32, hipMemcpyHostToDevice, stream);
  cudaMemset2D(device, pitch, 0, 64, 32);               // HIP: hipMemset2D(device, pitch, 0, 64, 32);
  cudaMemset2DAsync(device, pitch, 0, 64, 32, stream);  // HIP: hipMemset2DAsync(device, pitch, 0, 64, 32, stream);
  cudaPitchedPtr cube;                                  // HIP: hipPitchedPtr cube;
  cudaExtent extent = make_cudaExtent(4, 4, 4);         // HIP: hipExtent extent = make_hipExtent(4, 4, 4);
  cudaMalloc3D(&cube, extent);                          // HIP: hipMalloc3D(&cube, extent);
  cudaMemset3D(cube, 0, extent);                        // HIP: hipMemset3D(cube, 0, extent);
  cudaMemset3DAsync(cube, 0, extent, stream);           // HIP: hipMemset3DAsync(cube, 0, extent, stream);
  cudaMemcpy3DParms copy = {};                          // HIP: hipMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(device, pitch, 4, 4);
  // HIP: copy.srcPtr = make_hipPitchedPtr(device, pitch, 4, 4);
  copy.dstPos = make_cudaPos(0, 0, 0);                  // HIP: copy.dstPos = make_hipPos(0, 0, 0);
  cudaPos position = copy.dstPos;                       // HIP: hipPos position = copy.dstPos;
  cudaMemcpy3D(&copy);                                  // HIP: hipMemcpy3D(&copy);
  cudaMemcpy3DAsync(&copy, stream);                     // HIP: hipMemcpy3DAsync(&copy, stream);
  (void)position;
}

void symbols(const float* host, cudaStream_t stream) {  // HIP: void symbols(const float* host, hipStream_t stream) {
  void* address = nullptr;
  std::size_t size = 0;
  int value = 0;
  cudaMemcpyToSymbol(coefficients, host, sizeof(coefficients));
  // HIP: hipMemcpyToSymbol(coefficients, host, sizeof(coefficients));
  cudaMemcpyToSymbol(coefficients, host, 4, 8, cudaMemcpyHostToDevice);
  // HIP: hipMemcpyToSymbol(coefficients, host, 4, 8, hipMemcpyHostToDevice);
  cudaMemcpyToSymbolAsync(coefficients, host, 4, 0, cudaMemcpyHostToDevice, stream);
  // HIP: hipMemcpyToSymbolAsync(coefficients, host, 4, 0, hipMemcpyHostToDevice, stream);
  cudaMemcpyFromSymbol(&value, counter, sizeof(value));  // HIP: hipMemcpyFromSymbol(&value, counter, sizeof(value));
  cudaMemcpyFromSymbolAsync(&value, counter, 4, 0, cudaMemcpyDeviceToHost, stream);
  // HIP: hipMemcpyFromSymbolAsync(&value, counter, 4, 0, hipMemcpyDeviceToHost, stream);
  cudaGetSymbolAddress(&address, counter);               // HIP: hipGetSymbolAddress(&address, counter);
  cudaGetSymbolSize(&size, coefficients);                // HIP: hipGetSymbolSize(&size, coefficients);
}

void managed(cudaStream_t stream) {  // HIP: void managed(hipStream_t stream) {
  int* pages = nullptr;
  cudaMallocManaged((void**)&pages, 4096, cudaMemAttachGlobal);
  // HIP: hipMallocManaged((void**)&pages, 4096, hipMemAttachGlobal);
  unsigned how = cudaMemAttachHost | cudaMemAttachSingle;
  // HIP: unsigned how = hipMemAttachHost | hipMemAttachSingle;
  cudaStreamAttachMemAsync(stream, pages, 4096, how);  // HIP: hipStreamAttachMemAsync(stream, pages, 4096, how);
  cudaMemPrefetchAsync(pages, 4096, cudaCpuDeviceId, stream);
  // HIP: hipMemPrefetchAsync(pages, 4096, hipCpuDeviceId, stream);
  cudaMemPrefetchAsync(pages, 4096, cudaInvalidDeviceId, stream);
  // HIP: hipMemPrefetchAsync(pages, 4096, hipInvalidDeviceId, stream);
  cudaMemAdvise(pages, 4096, cudaMemAdviseSetReadMostly, 0);
  // HIP: hipMemAdvise(pages, 4096, hipMemAdviseSetReadMostly, 0);
  cudaMemAdvise(pages, 4096, cudaMemAdviseUnsetReadMostly, 0);
  // HIP: hipMemAdvise(pages, 4096, hipMemAdviseUnsetReadMostly, 0);
  cudaMemAdvise(pages, 4096, cudaMemAdviseSetPreferredLocation, 0);
  // HIP: hipMemAdvise(pages, 4096, hipMemAdviseSetPreferredLocation, 0);
  cudaMemAdvise(pages, 4096, cudaMemAdviseSetAccessedBy, 0);
  // HIP: hipMemAdvise(pages, 4096, hipMemAdviseSetAccessedBy, 0);
  cudaMemoryAdvise advice = cudaMemAdviseUnsetAccessedBy;
  // HIP: hipMemoryAdvise advice = hipMemAdviseUnsetAccessedBy;
  int where = 0;
  cudaMemRangeGetAttribute(&where, 4, cudaMemRangeAttributePreferredLocation, pages, 4096);
  // HIP: hipMemRangeGetAttribute(&where, 4, hipMemRangeAttributePreferredLocation, pages, 4096);
  cudaMemRangeAttribute last = cudaMemRangeAttributeLastPrefetchLocation;
  // HIP: hipMemRangeAttribute last = hipMemRangeAttributeLastPrefetchLocation;
  cudaPointerAttributes about;              // HIP: hipPointerAttribute_t about;
  cudaPointerGetAttributes(&about, pages);  // HIP: hipPointerGetAttributes(&about, pages);
  bool on_the_host = cudaMemoryTypeHost == cudaMemoryTypeDevice;
  // HIP: bool on_the_host = hipMemoryTypeHost == hipMemoryTypeDevice;
  std::size_t free_bytes = 0, all_bytes = 0;
  cudaMemGetInfo(&free_bytes, &all_bytes);  // HIP: hipMemGetInfo(&free_bytes, &all_bytes);
  (void)advice, (void)last, (void)on_the_host;
}

void arrays(const void* host, cudaStream_t stream) {  // HIP: void arrays(const void* host, hipStream_t stream) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  // HIP: hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  // HIP: format = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindFloat);
  cudaChannelFormatKind kinds[] = {cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindNone};
  // HIP: hipChannelFormatKind kinds[] = {hipChannelFormatKindSigned, hipChannelFormatKindUnsigned, hipChannelFormatKindNone};
  cudaArray_t array = nullptr;                        // HIP: hipArray_t array = nullptr;
  cudaMallocArray(&array, &format, 16, 16, cudaArrayDefault);
  // HIP: hipMallocArray(&array, &format, 16, 16, hipArrayDefault);
  cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 16, cudaMemcpyHostToDevice);
  // HIP: hipMemcpy2DToArray(array, 0, 0, host, 64, 64, 16, hipMemcpyHostToDevice);
  cudaMemcpy2DFromArray(nullptr, 64, array, 0, 0, 64, 16, cudaMemcpyDeviceToHost);
  // HIP: hipMemcpy2DFromArray(nullptr, 64, array, 0, 0, 64, 16, hipMemcpyDeviceToHost);
  cudaFreeArray(array);                               // HIP: hipFreeArray(array);
  cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 4), cudaArrayLayered);
  // HIP: hipMalloc3DArray(&array, &format, make_hipExtent(4, 4, 4), hipArrayLayered);
  unsigned flags = cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  // HIP: unsigned flags = hipArraySurfaceLoadStore | hipArrayCubemap | hipArrayTextureGather;
  (void)kinds, (void)flags, (void)stream;
}

void pools(cudaStream_t stream, int device) {  // HIP: void pools(hipStream_t stream, int device) {
  void* memory = nullptr;
  cudaMallocAsync(&memory, 4096, stream);      // HIP: hipMallocAsync(&memory, 4096, stream);
  cudaMemPool_t pool = nullptr;                // HIP: hipMemPool_t pool = nullptr;
  cudaDeviceGetDefaultMemPool(&pool, device);  // HIP: hipDeviceGetDefaultMemPool(&pool, device);
  cudaDeviceGetMemPool(&pool, device);         // HIP: hipDeviceGetMemPool(&pool, device);
  cudaDeviceSetMemPool(device, pool);          // HIP: hipDeviceSetMemPool(device, pool);
  unsigned long long threshold = 1 << 20;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  // HIP: hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold);
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &threshold);
  // HIP: hipMemPoolGetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &threshold);
  cudaMemPoolTrimTo(pool, 0);                            // HIP: hipMemPoolTrimTo(pool, 0);
  cudaMemPoolProps wanted = {};                          // HIP: hipMemPoolProps wanted = {};
  wanted.allocType = cudaMemAllocationTypePinned;        // HIP: wanted.allocType = hipMemAllocationTypePinned;
  wanted.handleTypes = cudaMemHandleTypeNone;            // HIP: wanted.handleTypes = hipMemHandleTypeNone;
  wanted.location.type = cudaMemLocationTypeDevice;      // HIP: wanted.location.type = hipMemLocationTypeDevice;
  cudaMemPoolCreate(&pool, &wanted);                     // HIP: hipMemPoolCreate(&pool, &wanted);
  cudaMemAccessDesc access = {};                         // HIP: hipMemAccessDesc access = {};
  access.flags = cudaMemAccessFlagsProtReadWrite;        // HIP: access.flags = hipMemAccessFlagsProtReadWrite;
  cudaMemPoolSetAccess(pool, &access, 1);                // HIP: hipMemPoolSetAccess(pool, &access, 1);
  cudaMallocFromPoolAsync(&memory, 4096, pool, stream);  // HIP: hipMallocFromPoolAsync(&memory, 4096, pool, stream);
  cudaMemPoolDestroy(pool);                              // HIP: hipMemPoolDestroy(pool);
  cudaFreeAsync(memory, stream);                         // HIP: hipFreeAsync(memory, stream);
}

}  // namespace runtime_memory
