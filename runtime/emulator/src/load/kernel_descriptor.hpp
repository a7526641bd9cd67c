// The kernel descriptor: a structure of 64 bytes in the code object that defines the state in which a kernel's waves
// start (AMDGPUUsage, "Kernel Descriptor").
#pragma once

#include <cstdint>
#include <span>

namespace rocm_bindgen::emulator {

struct KernelDescriptor {
  std::uint32_t group_segment_bytes = 0;    ///< static LDS per workgroup
  std::uint32_t private_segment_bytes = 0;  ///< scratch per lane
  std::uint32_t kernarg_bytes = 0;
  std::int64_t entry_offset = 0;                              ///< relative to the descriptor's address
  std::uint32_t resource1 = 0, resource2 = 0, resource3 = 0;  ///< COMPUTE_PGM_RSRC1 to COMPUTE_PGM_RSRC3
  std::uint16_t properties = 0;
  std::uint16_t preload = 0;  ///< KERNARG_PRELOAD, in dwords: the length in bits 6:0, the offset in bits 15:7

  // The following fields are in COMPUTE_PGM_RSRC1.
  std::uint32_t granulated_vectors() const { return resource1 & 0x3f; }  ///< see register_counts()
  std::uint32_t mode_bits() const { return resource1 >> 12 & 0xff; }     ///< the initial value of MODE[7:0]
  bool dx10_clamp() const { return (resource1 >> 21 & 1) != 0; }
  bool ieee_mode() const { return (resource1 >> 23 & 1) != 0; }
  bool fp16_overflow() const { return (resource1 >> 26 & 1) != 0; }
  // The following fields are in COMPUTE_PGM_RSRC2.
  bool has_private_segment() const { return (resource2 & 1) != 0; }
  unsigned user_scalars() const { return resource2 >> 1 & 0x1f; }
  bool workgroup_id(unsigned dimension) const { return (resource2 >> (7 + dimension) & 1) != 0; }
  bool workgroup_info() const { return (resource2 >> 10 & 1) != 0; }
  unsigned work_item_dimensions() const { return resource2 >> 11 & 3; }  ///< 0: x; 1: x and y; 2: x, y and z
  // This field is in COMPUTE_PGM_RSRC3 of gfx90a and gfx942.
  unsigned accumulator_offset() const { return ((resource3 & 0x3f) + 1) * 4; }
  // The following fields are in KERNEL_CODE_PROPERTIES and KERNARG_PRELOAD.
  bool private_segment_buffer() const { return (properties & 1) != 0; }
  bool dispatch_pointer() const { return (properties >> 1 & 1) != 0; }
  bool queue_pointer() const { return (properties >> 2 & 1) != 0; }
  bool kernarg_pointer() const { return (properties >> 3 & 1) != 0; }
  bool dispatch_id() const { return (properties >> 4 & 1) != 0; }
  bool flat_scratch_init() const { return (properties >> 5 & 1) != 0; }
  bool private_segment_size() const { return (properties >> 6 & 1) != 0; }
  bool wavefront_size_32() const { return (properties >> 10 & 1) != 0; }
  bool dynamic_stack() const { return (properties >> 11 & 1) != 0; }
  unsigned preload_length() const { return preload & 0x7f; }
  unsigned preload_offset() const { return preload >> 7; }
};

constexpr std::size_t kKernelDescriptorBytes = 64;

KernelDescriptor read_kernel_descriptor(std::span<const std::uint8_t, kKernelDescriptorBytes> bytes);

}  // namespace rocm_bindgen::emulator
