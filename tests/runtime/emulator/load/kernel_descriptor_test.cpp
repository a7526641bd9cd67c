#include "load/kernel_descriptor.hpp"

#include <array>
#include <cstring>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

TEST_CASE("a kernel descriptor's fields are at their offsets", "[load]") {
  // AMDGPUUsage, "Kernel Descriptor", has the offsets and the bits.
  std::array<std::uint8_t, kKernelDescriptorBytes> bytes{};
  const auto put = [&](std::size_t offset, auto value) { std::memcpy(bytes.data() + offset, &value, sizeof value); };
  put(0, std::uint32_t{1000});
  put(4, std::uint32_t{2000});
  put(8, std::uint32_t{3000});
  put(16, std::int64_t{-256});
  put(44, std::uint32_t{5});
  put(48, std::uint32_t{0x3f | 0xa5 << 12 | 1 << 21 | 1 << 26});
  put(52, std::uint32_t{1 | 13 << 1 | 1 << 8 | 2 << 11});
  put(56, std::uint16_t{1 << 0 | 1 << 3 | 1 << 10});
  put(58, std::uint16_t{9 | 4 << 7});
  const auto descriptor = read_kernel_descriptor(bytes);
  CHECK(descriptor.group_segment_bytes == 1000);
  CHECK(descriptor.private_segment_bytes == 2000);
  CHECK(descriptor.kernarg_bytes == 3000);
  CHECK(descriptor.entry_offset == -256);
  CHECK(descriptor.accumulator_offset() == 24);  // (5 + 1) * 4
  CHECK(descriptor.granulated_vectors() == 63);
  CHECK(descriptor.mode_bits() == 0xa5);
  CHECK(descriptor.dx10_clamp());
  CHECK_FALSE(descriptor.ieee_mode());
  CHECK(descriptor.fp16_overflow());
  CHECK(descriptor.has_private_segment());
  CHECK(descriptor.user_scalars() == 13);
  CHECK_FALSE(descriptor.workgroup_id(0));
  CHECK(descriptor.workgroup_id(1));
  CHECK_FALSE(descriptor.workgroup_id(2));
  CHECK(descriptor.work_item_dimensions() == 2);
  CHECK(descriptor.private_segment_buffer());
  CHECK_FALSE(descriptor.dispatch_pointer());
  CHECK_FALSE(descriptor.queue_pointer());
  CHECK(descriptor.kernarg_pointer());
  CHECK_FALSE(descriptor.dispatch_id());
  CHECK_FALSE(descriptor.flat_scratch_init());
  CHECK(descriptor.wavefront_size_32());
  CHECK_FALSE(descriptor.dynamic_stack());
  CHECK(descriptor.preload_length() == 9);
  CHECK(descriptor.preload_offset() == 4);
}
