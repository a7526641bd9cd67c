// Functions of the driver API that HIP lacks or has only in later versions, implemented by functions that all supported
// versions have: contexts, copies, functions of modules, texture references and surfaces. Functions that later versions
// have are templates here, so overload resolution prefers HIP's own.
#pragma once

// The flag sets for which CUDA has types.
using CUctx_flags = unsigned;
using CUstream_flags = unsigned;
using CUevent_flags = unsigned;
using CUevent_record_flags = unsigned;
using CUevent_wait_flags = unsigned;
using CUipcMem_flags = unsigned;
using CUmemAttach_flags = unsigned;
using CUoccupancy_flags = unsigned;

using cuuint32_t = uint32_t;
using cuuint64_t = uint64_t;

// The target of the driver's linker. It is a hint that AMD's compilers do not accept.
using CUjit_target = int;
#define ROCM_BINDGEN_JIT_TARGET(architecture) constexpr CUjit_target CU_TARGET_COMPUTE_##architecture = architecture;
ROCM_BINDGEN_JIT_TARGET(20)
ROCM_BINDGEN_JIT_TARGET(30)
ROCM_BINDGEN_JIT_TARGET(35)
ROCM_BINDGEN_JIT_TARGET(50)
ROCM_BINDGEN_JIT_TARGET(52)
ROCM_BINDGEN_JIT_TARGET(60)
ROCM_BINDGEN_JIT_TARGET(61)
ROCM_BINDGEN_JIT_TARGET(70)
ROCM_BINDGEN_JIT_TARGET(75)
ROCM_BINDGEN_JIT_TARGET(80)
ROCM_BINDGEN_JIT_TARGET(86)
ROCM_BINDGEN_JIT_TARGET(89)
ROCM_BINDGEN_JIT_TARGET(90)
#undef ROCM_BINDGEN_JIT_TARGET

namespace rocm_bindgen {

// The device of a context; a null context means the current one.
inline hipError_t device_of(hipCtx_t context, int* device) {
  hipCtx_t current = nullptr;
  hipError_t error = hipCtxGetCurrent(&current);
  if (error != hipSuccess || context == nullptr || context == current) return hipGetDevice(device);
  error = hipCtxPushCurrent(context);
  if (error != hipSuccess) return error;
  error = hipGetDevice(device);
  hipCtxPopCurrent(&context);
  return error;
}

}  // namespace rocm_bindgen

inline hipError_t cuMemcpyPeerAsync(hipDeviceptr_t target, hipCtx_t to, hipDeviceptr_t source, hipCtx_t from,
                                    size_t size, hipStream_t stream) {
  int target_device = 0;
  int source_device = 0;
  hipError_t error = rocm_bindgen::device_of(to, &target_device);
  if (error == hipSuccess) error = rocm_bindgen::device_of(from, &source_device);
  if (error != hipSuccess) return error;
  return hipMemcpyPeerAsync(rocm_bindgen::pointer_to(target), target_device, rocm_bindgen::pointer_to(source),
                            source_device, size, stream);
}
inline hipError_t cuMemcpyPeer(hipDeviceptr_t target, hipCtx_t to, hipDeviceptr_t source, hipCtx_t from, size_t size) {
  const hipError_t error = cuMemcpyPeerAsync(target, to, source, from, size, nullptr);
  return error == hipSuccess ? hipStreamSynchronize(nullptr) : error;
}

// These functions set the rows of a two-dimensional area. HIP's function for that sets bytes only, so rows of 16-bit
// and 32-bit values are set one after the other.
inline hipError_t cuMemsetD2D8Async(hipDeviceptr_t target, size_t pitch, unsigned char value, size_t width,
                                    size_t height, hipStream_t stream) {
  return hipMemset2DAsync(rocm_bindgen::pointer_to(target), pitch, value, width, height, stream);
}
inline hipError_t cuMemsetD2D16Async(hipDeviceptr_t target, size_t pitch, unsigned short value, size_t width,
                                     size_t height, hipStream_t stream) {
  hipError_t error = hipSuccess;
  for (size_t row = 0; row < height && error == hipSuccess; ++row)
    error = hipMemsetD16Async(target + row * pitch, value, width, stream);
  return error;
}
inline hipError_t cuMemsetD2D32Async(hipDeviceptr_t target, size_t pitch, unsigned value, size_t width, size_t height,
                                     hipStream_t stream) {
  hipError_t error = hipSuccess;
  for (size_t row = 0; row < height && error == hipSuccess; ++row)
    error = hipMemsetD32Async(target + row * pitch, static_cast<int>(value), width, stream);
  return error;
}
template <typename V>
inline hipError_t rocm_bindgen_and_wait(hipError_t (*set)(hipDeviceptr_t, size_t, V, size_t, size_t, hipStream_t),
                                        hipDeviceptr_t target, size_t pitch, V value, size_t width, size_t height) {
  const hipError_t error = set(target, pitch, value, width, height, nullptr);
  return error == hipSuccess ? hipStreamSynchronize(nullptr) : error;
}
inline hipError_t cuMemsetD2D8(hipDeviceptr_t target, size_t pitch, unsigned char value, size_t width, size_t height) {
  return rocm_bindgen_and_wait(cuMemsetD2D8Async, target, pitch, value, width, height);
}
inline hipError_t cuMemsetD2D16(hipDeviceptr_t target, size_t pitch, unsigned short value, size_t width,
                                size_t height) {
  return rocm_bindgen_and_wait(cuMemsetD2D16Async, target, pitch, value, width, height);
}
inline hipError_t cuMemsetD2D32(hipDeviceptr_t target, size_t pitch, unsigned value, size_t width, size_t height) {
  return rocm_bindgen_and_wait(cuMemsetD2D32Async, target, pitch, value, width, height);
}

// HIP 6 has these functions, and its arrays have no public members.
#if HIP_VERSION_MAJOR < 6
template <int = 0>
inline hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR* descriptor, hipArray_t array) {
  if (array == nullptr) return hipErrorInvalidHandle;
  *descriptor = {array->width, array->height, array->Format, array->NumChannels};
  return hipSuccess;
}
template <int = 0>
inline hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR* descriptor, hipArray_t array) {
  if (array == nullptr) return hipErrorInvalidHandle;
  *descriptor = {array->width, array->height, array->depth, array->Format, array->NumChannels, 0};
  return hipSuccess;
}
#endif
// These functions copy a part of an array's first row; `offset` and `size` are in bytes. HIP before 6.2 lacks them but
// has two-dimensional copies.
template <int = 0>
inline hipError_t hipMemcpyAtoD(hipDeviceptr_t target, hipArray_t source, size_t offset, size_t size) {
  return hipMemcpy2DFromArray(rocm_bindgen::pointer_to(target), size, source, offset, 0, size, 1,
                              hipMemcpyDeviceToDevice);
}
template <int = 0>
inline hipError_t hipMemcpyDtoA(hipArray_t target, size_t offset, hipDeviceptr_t source, size_t size) {
  return hipMemcpy2DToArray(target, offset, 0, rocm_bindgen::pointer_to(source), size, size, 1,
                            hipMemcpyDeviceToDevice);
}
template <int = 0>
inline hipError_t hipMemcpyAtoHAsync(void* target, hipArray_t source, size_t offset, size_t size, hipStream_t stream) {
  return hipMemcpy2DFromArrayAsync(target, size, source, offset, 0, size, 1, hipMemcpyDeviceToHost, stream);
}
template <int = 0>
inline hipError_t hipMemcpyHtoAAsync(hipArray_t target, size_t offset, const void* source, size_t size,
                                     hipStream_t stream) {
  return hipMemcpy2DToArrayAsync(target, offset, 0, source, size, size, 1, hipMemcpyHostToDevice, stream);
}

// HIP versions without this function cannot launch a module's kernel cooperatively.
template <int = 0>
inline hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                                   unsigned block_z, unsigned shared, hipStream_t stream,
                                                   void** arguments) {
  static_cast<void>(function), static_cast<void>(stream), static_cast<void>(arguments), static_cast<void>(shared);
  static_cast<void>(grid_x + grid_y + grid_z + block_x + block_y + block_z);
  return hipErrorNotSupported;
}
// HIP's loader detects the kind of an image itself.
inline hipError_t cuModuleLoadFatBinary(hipModule_t* module, const void* image) {
  return hipModuleLoadData(module, image);
}
// HIP has no function that returns the module of a function.
inline hipError_t cuFuncGetModule(hipModule_t* module, hipFunction_t) {
  *module = nullptr;
  return hipErrorNotSupported;
}
// All functions of a module are loaded with the module.
inline hipError_t cuFuncLoad(hipFunction_t) {
  return hipSuccess;
}

inline hipError_t cuCtxSetFlags(unsigned flags) {
  return hipSetDeviceFlags(flags);
}
template <int = 0>
inline hipError_t hipCtxGetApiVersion(hipCtx_t context, unsigned* version) {
  return hipCtxGetApiVersion(context, reinterpret_cast<int*>(version));
}
// HIP's contexts have a single user, so detaching destroys the context.
inline hipError_t cuCtxDetach(hipCtx_t context) {
  return hipCtxDestroy(context);
}
inline hipError_t cuCtxResetPersistingL2Cache() {
  return hipSuccess;
}
inline hipError_t cuStreamGetCtx(hipStream_t, hipCtx_t* context) {
  return hipCtxGetCurrent(context);
}
inline hipError_t cuDeviceGetLuid(char* luid, unsigned* mask, hipDevice_t) {
  // A LUID is a device number that exists only on Windows.
  static_cast<void>(luid), static_cast<void>(mask);
  return hipErrorNotSupported;
}

// The driver API's enumerations of modes have the same values as the runtime's.
template <int = 0>
inline hipError_t hipTexRefSetAddressMode(textureReference* reference, int dimension, HIPaddress_mode mode) {
  return hipTexRefSetAddressMode(reference, dimension, static_cast<hipTextureAddressMode>(mode));
}
template <int = 0>
inline hipError_t hipTexRefSetFilterMode(textureReference* reference, HIPfilter_mode mode) {
  return hipTexRefSetFilterMode(reference, static_cast<hipTextureFilterMode>(mode));
}
template <int = 0>
inline hipError_t hipTexRefSetMipmapFilterMode(textureReference* reference, HIPfilter_mode mode) {
  return hipTexRefSetMipmapFilterMode(reference, static_cast<hipTextureFilterMode>(mode));
}
template <typename A>
inline rocm_bindgen::error_of_address_t<A> hipTexRefSetAddress(size_t* offset, textureReference* reference, A address,
                                                               size_t size) {
  return hipTexRefSetAddress(offset, reference, rocm_bindgen::pointer_to(address), size);
}
template <typename A>
inline rocm_bindgen::error_of_address_t<A> hipTexRefSetAddress2D(textureReference* reference,
                                                                 const HIP_ARRAY_DESCRIPTOR* descriptor, A address,
                                                                 size_t pitch) {
  return hipTexRefSetAddress2D(reference, descriptor, rocm_bindgen::pointer_to(address), pitch);
}
// No kernel takes a texture reference as an argument, so a reference that is created at run time has no effect.
inline hipError_t cuTexRefCreate(textureReference** reference) {
  *reference = new textureReference();
  return hipSuccess;
}
inline hipError_t cuTexRefDestroy(textureReference* reference) {
  delete reference;
  return hipSuccess;
}

// A surface can only be created from an array.
inline hipError_t cuSurfObjectCreate(hipSurfaceObject_t* surface, const HIP_RESOURCE_DESC* resource) {
  if (resource->resType != HIP_RESOURCE_TYPE_ARRAY) return hipErrorInvalidValue;
  hipResourceDesc runtime = {};
  runtime.resType = hipResourceTypeArray;
  runtime.res.array.array = resource->res.array.hArray;
  return hipCreateSurfaceObject(surface, &runtime);
}
inline hipError_t cuSurfObjectDestroy(hipSurfaceObject_t surface) {
  return hipDestroySurfaceObject(surface);
}
// Surface references of modules are not supported, because HIP's modules have none.
using CUsurfref = surfaceReference*;
inline hipError_t cuModuleGetSurfRef(CUsurfref* reference, hipModule_t, const char*) {
  *reference = nullptr;
  return hipErrorNotSupported;
}
inline hipError_t cuSurfRefSetArray(CUsurfref, hipArray_t, unsigned) {
  return hipErrorNotSupported;
}
