// Describes the emulated device in HIP's terms: hipDeviceProp_t of HIP 5, and the values of hipDeviceGetAttribute().
#pragma once

#include <optional>

#include "core/hip_types.hpp"
#include "rocm_bindgen/device_info.hpp"

namespace rocm_bindgen::hip {

hipDeviceProp_t device_properties(const DeviceInfo& info);

/// Returns nothing for an attribute that HIP does not define for AMD's devices.
std::optional<int> device_attribute(const DeviceInfo& info, hipDeviceAttribute_t attribute);

}  // namespace rocm_bindgen::hip
