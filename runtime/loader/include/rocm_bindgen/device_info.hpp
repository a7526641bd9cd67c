// The properties of a device: plain values, read once when the device is listed or opened.
#ifndef ROCM_BINDGEN_DEVICE_INFO_HPP
#define ROCM_BINDGEN_DEVICE_INFO_HPP

#include <cstdint>
#include <string>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen {

/// A GPU as its driver describes it.
struct DeviceInfo {
  int ordinal = 0;                   ///< the number to pass to Device::open()
  std::string name;                  ///< "AMD Instinct MI210"
  std::string arch;                  ///< target ID: "gfx90a:sramecc+:xnack-"; "sm_90" for an NVIDIA device
  std::string driver;                ///< "amd", "nvidia" or "emulated"
  std::string driver_version;        ///< "HIP 6.2.1"; empty if the driver does not report it
  std::string pci;                   ///< "0000:c1:00.0"; empty if the driver does not report it
  std::uint32_t compute_units = 0;   ///< number of CUs; on NVIDIA, of SMs
  std::uint32_t wavefront_size = 0;  ///< lanes of a wavefront; on NVIDIA, of a warp
  std::uint64_t memory_bytes = 0;    ///< total size of the global memory, in bytes
  std::uint32_t lds_bytes = 0;       ///< bytes of LDS that a workgroup can use by default
  /// Bytes of LDS that a workgroup can use at most. On NVIDIA, a kernel must opt in to more than lds_bytes; the runtime
  /// does so for every kernel. For other devices, this is equal to lds_bytes.
  std::uint32_t max_lds_bytes = 0;
  std::uint32_t max_workgroup_size = 0;  ///< work-items of a workgroup: the product of its three dimensions
  Dim3 max_workgroup;                    ///< work-items of a workgroup, per dimension
  Dim3 max_grid;                         ///< workgroups of a grid, per dimension
  /// Work-items of a grid, per dimension: the product of workgroups and work-items of each. AMD's dispatch packets
  /// store it in 32 bits. 0 = limited only by the members above.
  std::uint64_t max_grid_items = 0;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_DEVICE_INFO_HPP
