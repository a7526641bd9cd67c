#include "load/kernel_descriptor.hpp"

#include <cstring>

namespace rocm_bindgen::emulator {

KernelDescriptor read_kernel_descriptor(std::span<const std::uint8_t, kKernelDescriptorBytes> bytes) {
  const auto read = [&](auto& value, std::size_t offset) { std::memcpy(&value, bytes.data() + offset, sizeof value); };
  KernelDescriptor descriptor;
  read(descriptor.group_segment_bytes, 0);
  read(descriptor.private_segment_bytes, 4);
  read(descriptor.kernarg_bytes, 8);
  read(descriptor.entry_offset, 16);
  read(descriptor.resource3, 44);
  read(descriptor.resource1, 48);
  read(descriptor.resource2, 52);
  read(descriptor.properties, 56);
  read(descriptor.preload, 58);
  return descriptor;
}

}  // namespace rocm_bindgen::emulator
