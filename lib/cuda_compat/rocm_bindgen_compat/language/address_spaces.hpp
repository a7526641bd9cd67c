// CUDA's queries and conversions of address spaces. CUDA's constant memory is global memory here. The compiler's
// numbers are 0 for generic addresses, 3 for LDS (shared memory) and 5 for private (local) memory.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

typedef __SIZE_TYPE__ rocm_bindgen_size;

#if defined(__HIP_DEVICE_COMPILE__)

ROCM_BINDGEN_DEVICE inline unsigned __isShared(const void* address) {
  return __builtin_amdgcn_is_shared((const void __attribute__((address_space(0)))*)address);
}
ROCM_BINDGEN_DEVICE inline unsigned __isLocal(const void* address) {
  return __builtin_amdgcn_is_private((const void __attribute__((address_space(0)))*)address);
}
ROCM_BINDGEN_DEVICE inline void* __cvta_shared_to_generic(rocm_bindgen_size address) {
  return (void*)(__attribute__((address_space(3))) void*)(unsigned)address;
}
ROCM_BINDGEN_DEVICE inline void* __cvta_local_to_generic(rocm_bindgen_size address) {
  return (void*)(__attribute__((address_space(5))) void*)(unsigned)address;
}

#else

ROCM_BINDGEN_DEVICE unsigned __isShared(const void* address);
ROCM_BINDGEN_DEVICE unsigned __isLocal(const void* address);
ROCM_BINDGEN_DEVICE void* __cvta_shared_to_generic(rocm_bindgen_size address);
ROCM_BINDGEN_DEVICE void* __cvta_local_to_generic(rocm_bindgen_size address);

#endif

// The lower half of a generic address is the offset in its memory. A cast between address spaces would not compile if
// the compiler knows that the object is in another one.
ROCM_BINDGEN_DEVICE inline rocm_bindgen_size __cvta_generic_to_shared(const void* address) {
  return static_cast<unsigned>(reinterpret_cast<rocm_bindgen_size>(address));
}
ROCM_BINDGEN_DEVICE inline rocm_bindgen_size __cvta_generic_to_local(const void* address) {
  return static_cast<unsigned>(reinterpret_cast<rocm_bindgen_size>(address));
}

ROCM_BINDGEN_DEVICE inline unsigned __isGlobal(const void* address) {
  return __isShared(address) == 0 && __isLocal(address) == 0;
}
ROCM_BINDGEN_DEVICE inline unsigned __isConstant(const void*) {
  return 0;
}
ROCM_BINDGEN_DEVICE inline unsigned __isGridConstant(const void*) {
  return 0;
}

#define ROCM_BINDGEN_SAME_ADDRESS(space)                                                        \
  ROCM_BINDGEN_DEVICE inline rocm_bindgen_size __cvta_generic_to_##space(const void* address) { \
    return reinterpret_cast<rocm_bindgen_size>(address);                                        \
  }                                                                                             \
  ROCM_BINDGEN_DEVICE inline void* __cvta_##space##_to_generic(rocm_bindgen_size address) {     \
    return reinterpret_cast<void*>(address);                                                    \
  }
ROCM_BINDGEN_SAME_ADDRESS(global)
ROCM_BINDGEN_SAME_ADDRESS(constant)
ROCM_BINDGEN_SAME_ADDRESS(grid_constant)
#undef ROCM_BINDGEN_SAME_ADDRESS
