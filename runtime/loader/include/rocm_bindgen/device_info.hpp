// What a device is: plain values, read once when it is listed or opened.
#ifndef ROCM_BINDGEN_DEVICE_INFO_HPP
#define ROCM_BINDGEN_DEVICE_INFO_HPP

#include <cstdint>
#include <string>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen {

/// A GPU as its driver describes it.
struct DeviceInfo {
  int ordinal = 0;                       ///< the number that Device::open() takes
  std::string name;                      ///< "AMD Instinct MI210"
  std::string arch;                      ///< target ID: "gfx90a:sramecc+:xnack-"; "sm_90" for an NVIDIA device
  std::string driver;                    ///< "amd", "nvidia" or "emulated"
  std::string driver_version;            ///< "HIP 6.2.1"; empty if the driver does not say
  std::string pci;                       ///< "0000:c1:00.0"; empty if the driver does not say
  std::uint32_t compute_units = 0;       ///< CUs; on NVIDIA, SMs
  std::uint32_t wavefront_size = 0;      ///< lanes
  std::uint64_t memory_bytes = 0;        ///< of global memory, in all
  std::uint32_t lds_bytes = 0;           ///< that a workgroup may have without asking for more
  std::uint32_t max_lds_bytes = 0;       ///< that a workgroup may have at most
  std::uint32_t max_workgroup_size = 0;  ///< work-items of a workgroup, the three dimensions multiplied
  Dim3 max_workgroup;                    ///< work-items of a workgroup, per dimension
  Dim3 max_grid;                         ///< workgroups of a grid, per dimension
  std::uint64_t max_grid_items = 0;      ///< work-items of a grid, per dimension; 0 = what the others allow
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_DEVICE_INFO_HPP
