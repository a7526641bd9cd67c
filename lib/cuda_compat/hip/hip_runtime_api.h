// Extends HIP's runtime API by what only CUDA's has.
//
// HIP's own header is read once, with macros that change what some of its names mean: a macro can insert members or
// enumerators before the name, or rename a definition that one of ours replaces. After the #include_next, the macros
// are removed, and the files in runtime_api/, driver_api/, textures/ and not_supported/ add CUDA's functions. What HIP
// has only since a later version is added under a test of HIP_VERSION.
#pragma once

#if !defined(__cplusplus)
#include_next <hip/hip_runtime_api.h>
#else

#include <hip/hip_version.h>

#include "rocm_bindgen_compat/runtime_api/cuda_versions.hpp"
#include "rocm_bindgen_compat/runtime_api/enumerators.hpp"
#include "rocm_bindgen_compat/language/implicit_includes.hpp"
#include "rocm_bindgen_compat/vectors/vector_types.hpp"

#if defined(__HIP__)
#include "rocm_bindgen_compat/language/execution_position.hpp"
// Only dim3 defines the conversion from a position to dim3. If both types defined it, `dim3 d(threadIdx)` would be
// ambiguous.
#define ROCM_BINDGEN_DIM3_OF(Position) \
  __device__ dim3(const rocm_bindgen::Position& position) : x(position.x), y(position.y), z(position.z) {}
#else
#define ROCM_BINDGEN_DIM3_OF(Position)
#endif

// Adds conversions between dim3 and uint3. In HIP's definition of dim3, only the constructor's name is followed by a
// parenthesis, so this function-like macro expands only there. It inserts the members before the constructor and after
// the constructor's specifiers.
#define dim3(...)                                      \
  dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}            \
  ROCM_BINDGEN_DIM3_OF(ThreadPosition)                 \
  ROCM_BINDGEN_DIM3_OF(BlockPosition)                  \
  ROCM_BINDGEN_DIM3_OF(BlockExtent)                    \
  ROCM_BINDGEN_DIM3_OF(GridExtent)                     \
  ROCM_BINDGEN_BOTH constexpr operator uint3() const { \
    return {x, y, z};                                  \
  }                                                    \
  ROCM_BINDGEN_BOTH constexpr dim3(__VA_ARGS__)
// Adds CUDA's further enumerators. They come before an enumerator of HIP that has an explicit value, so that no other
// value changes.
#define hipErrorUnknown ROCM_BINDGEN_MORE_ERRORS ROCM_BINDGEN_LATER_ERRORS hipErrorUnknown
#define hipLimitMallocHeapSize ROCM_BINDGEN_MORE_LIMITS ROCM_BINDGEN_LATER_LIMITS hipLimitMallocHeapSize
#define hipDeviceAttributeVendorSpecificBegin \
  ROCM_BINDGEN_MORE_ATTRIBUTES ROCM_BINDGEN_LATER_ATTRIBUTES hipDeviceAttributeVendorSpecificBegin
#define hipMemLocationTypeDevice ROCM_BINDGEN_MORE_LOCATIONS hipMemLocationTypeDevice
// The new enumerators change the value of hipGraphNodeTypeCount, which no function uses.
#define hipGraphNodeTypeCount ROCM_BINDGEN_MORE_GRAPH_NODES hipGraphNodeTypeCount
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 602
#define hipKernelNodeAttributeCooperative ROCM_BINDGEN_LATER_NODE_ATTRIBUTES hipKernelNodeAttributeCooperative
#define hipGraphInstantiateFlagAutoFreeOnLaunch ROCM_BINDGEN_LATER_GRAPH_FLAGS hipGraphInstantiateFlagAutoFreeOnLaunch
// The union of a kernel node's attributes gets a member `priority`.
#define cooperative \
  cooperative;      \
  int priority
#endif
// The types that are renamed here and below are replaced by ours.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 601
#define hipGraphNodeParams rocm_bindgen_hipGraphNodeParams
#endif
#define hipMemAllocationProp rocm_bindgen_hipMemAllocationProp
#define ROCM_BINDGEN_READING_HIP
// An address is an integer, as CUdeviceptr is, because programs calculate with it and cast it.
#define hipDeviceptr_t rocm_bindgen_hipDeviceptr_t
#if HIP_VERSION_MAJOR < 6
#define hipMemoryTypeUnified ROCM_BINDGEN_LATER_MEMORY_TYPES hipMemoryTypeUnified
#define hipDeviceProp_t rocm_bindgen_hipDeviceProp_t
#define hipPointerAttribute_t rocm_bindgen_hipPointerAttribute_t
#endif
#include_next <hip/hip_runtime_api.h>
#undef dim3
#undef hipErrorUnknown
#undef hipLimitMallocHeapSize
#undef hipDeviceAttributeVendorSpecificBegin
#undef hipDeviceptr_t
#undef hipMemLocationTypeDevice
#undef hipGraphNodeTypeCount
#undef hipKernelNodeAttributeCooperative
#undef hipGraphInstantiateFlagAutoFreeOnLaunch
#undef cooperative
#undef hipGraphNodeParams
#undef hipMemAllocationProp
#undef ROCM_BINDGEN_READING_HIP
using hipDeviceptr_t = unsigned long long;
#if HIP_VERSION_MAJOR < 6
#undef hipMemoryTypeUnified
#undef hipDeviceProp_t
#undef hipPointerAttribute_t
#include "rocm_bindgen_compat/runtime_api/device_properties.hpp"
#endif
#undef ROCM_BINDGEN_DIM3_OF

#include "rocm_bindgen_compat/runtime_api/allocation_properties.hpp"
#include "rocm_bindgen_compat/driver_api/driver_addresses.hpp"
#include "rocm_bindgen_compat/driver_api/driver_functions.hpp"
#include "rocm_bindgen_compat/runtime_api/graphs.hpp"
#include "rocm_bindgen_compat/runtime_api/kernel_functions.hpp"
#include "rocm_bindgen_compat/runtime_api/launch_config.hpp"
#include "rocm_bindgen_compat/runtime_api/memory_functions.hpp"
#include "rocm_bindgen_compat/driver_api/module_parameters.hpp"
// array_copies.hpp comes after the headers that it builds on.
#include "rocm_bindgen_compat/runtime_api/array_copies.hpp"
#include "rocm_bindgen_compat/not_supported/graph_nodes.hpp"
#include "rocm_bindgen_compat/not_supported/link_functions.hpp"
#include "rocm_bindgen_compat/textures/surface_references.hpp"

#endif
