// CUmemAllocationProp with CUDA's members: HIP's struct, which was renamed while its header was read, and the members
// that it lacks or names differently.
#pragma once

namespace rocm_bindgen {

// Between 5.2 and 5.7, HIP moved the flags into a struct, as CUDA has them. The version macros do not show when, so the
// struct's members decide.
template <class Hip, class = void>
struct AllocationFlags : Hip {
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;

  void write_flags_to(Hip& base) const {
    base.compressionType = allocFlags.compressionType;
    base.usage = allocFlags.usage;
  }
  void read_flags_from(const Hip& base) {
    allocFlags.compressionType = base.compressionType;
    allocFlags.usage = base.usage;
  }
};

template <class Hip>
struct AllocationFlags<Hip, decltype(static_cast<void>(Hip::allocFlags))> : Hip {
  void write_flags_to(Hip&) const {}
  void read_flags_from(const Hip&) {}
};

}  // namespace rocm_bindgen

struct hipMemAllocationProp : rocm_bindgen::AllocationFlags<rocm_bindgen_hipMemAllocationProp> {
  hipMemAllocationHandleType requestedHandleTypes;
};

namespace rocm_bindgen {

inline rocm_bindgen_hipMemAllocationProp as_hip_has_it(const hipMemAllocationProp& properties) {
  rocm_bindgen_hipMemAllocationProp base = properties;
  if (properties.requestedHandleTypes != hipMemHandleTypeNone)
    base.requestedHandleType = properties.requestedHandleTypes;
  properties.write_flags_to(base);
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
  properties->read_flags_from(base);
  return error;
}
