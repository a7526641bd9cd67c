// What the device is, in the terms of HIP's structures.
#pragma once

#include <optional>

#include "core/hip_types.hpp"
#include "rocm_bindgen/device_info.hpp"

namespace rocm_bindgen::hip {

hipDeviceProp_t device_properties(const DeviceInfo& info);

/// Nothing for an attribute that HIP on AMD does not have.
std::optional<int> device_attribute(const DeviceInfo& info, hipDeviceAttribute_t attribute);

}  // namespace rocm_bindgen::hip
