// HIP's types of the driver are read by its runtime API alone: by themselves they miss types of it.
#if defined(__cplusplus) && !defined(ROCM_BINDGEN_READING_HIP)
#include <hip/hip_runtime_api.h>
#elif defined(__cplusplus) && defined(__clang__) && !defined(ROCM_BINDGEN_DRIVER_TYPES)
#define ROCM_BINDGEN_DRIVER_TYPES
#include "rocm_bindgen_compat/driver_api/device_address.hpp"
// The name's first use is its definition; the others are members of what describes copies and resources, and a program
// puts an integer there.
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
