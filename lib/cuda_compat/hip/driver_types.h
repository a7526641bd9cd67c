// Wraps HIP's header of the same name. It is only read from HIP's runtime API, because on its own it lacks types that
// the API declares.
#if defined(__cplusplus) && !defined(ROCM_BINDGEN_READING_HIP)
#include <hip/hip_runtime_api.h>
#elif defined(__cplusplus) && defined(__clang__) && !defined(ROCM_BINDGEN_DRIVER_TYPES)
#define ROCM_BINDGEN_DRIVER_TYPES
#include "rocm_bindgen_compat/driver_api/device_address.hpp"
// hipDeviceptr_t becomes rocm_bindgen::DeviceAddress in the members of structs that describe copies and resources,
// where programs store integers. The first use of the name is its definition, which gets another name instead: the
// macro for it removes itself when it is expanded and so restores the macro for the later uses.
#undef hipDeviceptr_t
#define hipDeviceptr_t rocm_bindgen::DeviceAddress
#pragma push_macro("hipDeviceptr_t")
#undef hipDeviceptr_t
#define hipDeviceptr_t rocm_bindgen_hipDeviceptr_t _Pragma("pop_macro(\"hipDeviceptr_t\")")
#include_next <hip/driver_types.h>
#undef hipDeviceptr_t
#define hipDeviceptr_t rocm_bindgen_hipDeviceptr_t
#else
#include_next <hip/driver_types.h>
#endif
