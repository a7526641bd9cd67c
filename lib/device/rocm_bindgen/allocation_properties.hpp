// CUmemAllocationProp with CUDA's members: HIP's struct, whose name was set aside while its header was read, and the
// members that it lacks or calls otherwise.
#pragma once

struct hipMemAllocationProp : rocm_bindgen_hipMemAllocationProp {
  hipMemAllocationHandleType requestedHandleTypes;
#if HIP_VERSION_MAJOR < 6
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
#endif
};

namespace rocm_bindgen {

inline rocm_bindgen_hipMemAllocationProp as_hip_has_it(const hipMemAllocationProp& properties) {
  rocm_bindgen_hipMemAllocationProp base = properties;
  if (properties.requestedHandleTypes != hipMemHandleTypeNone)
    base.requestedHandleType = properties.requestedHandleTypes;
#if HIP_VERSION_MAJOR < 6
  base.compressionType = properties.allocFlags.compressionType;
  base.usage = properties.allocFlags.usage;
#endif
  return base;
}

}  // namespace rocm_bindgen

inline hipError_t hipMemCreate(hipMemGenericAllocationHandle_t* handle, size_t size,
                               const hipMemAllocationProp* properties, unsigned long long flags) {
  const rocm_bindgen_hipMemAllocationProp base = rocm_bindgen::as_hip_has_it(*properties);
  return hipMemCreate(handle, size, &base, flags);
}
inline hipError_t hipMemGetAllocationGranularity(size_t* granularity, const hipMemAllocationProp* properties,
                                                 hipMemAllocationGranularity_flags option) {
  const rocm_bindgen_hipMemAllocationProp base = rocm_bindgen::as_hip_has_it(*properties);
  return hipMemGetAllocationGranularity(granularity, &base, option);
}
inline hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp* properties,
                                                          hipMemGenericAllocationHandle_t handle) {
  *properties = hipMemAllocationProp();
  rocm_bindgen_hipMemAllocationProp& base = *properties;
  const hipError_t error = hipMemGetAllocationPropertiesFromHandle(&base, handle);
  properties->requestedHandleTypes = base.requestedHandleType;
#if HIP_VERSION_MAJOR < 6
  properties->allocFlags.compressionType = base.compressionType;
  properties->allocFlags.usage = base.usage;
#endif
  return error;
}
