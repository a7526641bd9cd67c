#include "dispatch/kernel_arguments.hpp"

#include <cstring>

#include "machine/wave.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

template <class T>
T at(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
  T value;
  REQUIRE(offset + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

struct Launch {
  Launch() {
    kernel.metadata.kernarg_bytes = 256;
    dispatch.kernel = &kernel;
    // In x and z, the last workgroup is partial: 20 = 2 * 8 + 4, and 5 = 2 * 2 + 1.
    dispatch.workgroup = {8, 4, 2};
    dispatch.grid_items = {20, 4, 5};
    dispatch.dynamic_lds = 100;
    dispatch.queue_address = 0x1234;
  }
  /// Returns the value of a hidden argument of `size` bytes, which is at 16 in the segment. Eight bytes are read, so
  /// the bytes after a smaller argument must be zeros.
  std::uint64_t hidden(const std::string& kind, std::uint32_t size) {
    kernel.metadata.arguments = {{"hidden_" + kind, 16, size}};
    return at<std::uint64_t>(kernel_arguments(dispatch, nullptr), 16);
  }

  Kernel kernel;
  Dispatch dispatch;
};

}  // namespace

TEST_CASE("arguments are at the offsets in the metadata", "[dispatch]") {
  Launch launch;
  launch.kernel.metadata.kernarg_bytes = 25;
  launch.kernel.metadata.arguments = {
      {"global_buffer", 0, 8}, {"by_value", 8, 1}, {"hidden_none", 16, 8}, {"by_value", 12, 4}, {"by_value", 24, 100}};
  const std::uint64_t pointer = 0x0123456789abcdef;
  const std::uint8_t byte = 7;
  const float number = 1.5f;
  const std::vector<std::uint8_t> large(100, 9);
  const void* arguments[] = {&pointer, &byte, &number, large.data()};
  const auto bytes = kernel_arguments(launch.dispatch, arguments);
  // The segment's size is a multiple of 16 bytes: 25 is rounded up to 32. The last argument has 100 bytes and begins at
  // 24, so only its first 8 bytes are copied.
  CHECK(bytes.size() == 32);
  CHECK(at<std::uint64_t>(bytes, 0) == pointer);
  CHECK(at<std::uint32_t>(bytes, 8) == 7);
  CHECK(at<float>(bytes, 12) == number);
  CHECK(at<std::uint64_t>(bytes, 16) == 0);
  CHECK(bytes[31] == 9);
  // The larger one of the sizes in the metadata and the descriptor counts: 40 is rounded up to 48.
  launch.kernel.descriptor.kernarg_bytes = 40;
  CHECK(kernel_arguments(launch.dispatch, arguments).size() == 48);
}

TEST_CASE("hidden arguments have the values of the launch", "[dispatch]") {
  Launch launch;
  // The counts do not include a partial workgroup; its size is the remainder.
  CHECK(launch.hidden("block_count_x", 4) == 2);
  CHECK(launch.hidden("block_count_y", 4) == 1);
  CHECK(launch.hidden("block_count_z", 4) == 2);
  CHECK(launch.hidden("group_size_x", 2) == 8);
  CHECK(launch.hidden("group_size_z", 2) == 2);
  CHECK(launch.hidden("remainder_x", 2) == 4);
  CHECK(launch.hidden("remainder_y", 2) == 0);
  CHECK(launch.hidden("remainder_z", 2) == 1);
  CHECK(launch.hidden("global_offset_x", 8) == 0);
  CHECK(launch.hidden("dynamic_lds_size", 4) == 100);
  CHECK(launch.hidden("private_base", 4) == kPrivateAperture >> 32);
  CHECK(launch.hidden("shared_base", 4) == kSharedAperture >> 32);
  CHECK(launch.hidden("queue_ptr", 8) == 0x1234);
  for (const auto* service : {"printf_buffer", "hostcall_buffer", "heap_v1"})
    CHECK(launch.hidden(service, 8) == kMissingServices);
  CHECK(launch.hidden("none", 8) == 0);
  CHECK(launch.hidden("of_a_later_release", 8) == 0);
  CHECK(launch.hidden("grid_dims", 2) == 3);
  launch.dispatch.workgroup = {8, 4, 1};
  launch.dispatch.grid_items = {8, 4, 1};
  CHECK(launch.hidden("grid_dims", 2) == 2);
  launch.dispatch.workgroup = {8, 1, 1};
  launch.dispatch.grid_items = {8, 1, 1};
  CHECK(launch.hidden("grid_dims", 2) == 1);
}

TEST_CASE("the dispatch packet and the queue have the values of the launch", "[dispatch]") {
  Launch launch;
  launch.kernel.descriptor.group_segment_bytes = 28;
  launch.kernel.descriptor.private_segment_bytes = 48;
  launch.dispatch.kernarg_address = 0xabcdef;
  const auto packet = dispatch_packet(launch.dispatch);
  // The offsets are those of hsa_kernel_dispatch_packet_t and amd_queue_t.
  REQUIRE(packet.size() == 64);
  CHECK(at<std::uint16_t>(packet, 2) == 3);          // dimensions
  CHECK(at<std::uint16_t>(packet, 4) == 8);          // workgroup x
  CHECK(at<std::uint16_t>(packet, 8) == 2);          // workgroup z
  CHECK(at<std::uint32_t>(packet, 12) == 20);        // grid x
  CHECK(at<std::uint32_t>(packet, 20) == 5);         // grid z
  CHECK(at<std::uint32_t>(packet, 24) == 48);        // scratch
  CHECK(at<std::uint32_t>(packet, 28) == 128);       // LDS: the descriptor's 28 bytes and 100 dynamic bytes
  CHECK(at<std::uint64_t>(packet, 40) == 0xabcdef);  // arguments
  CHECK(at<std::uint32_t>(queue(), 0x40) == kSharedAperture >> 32);
  CHECK(at<std::uint32_t>(queue(), 0x44) == kPrivateAperture >> 32);
}
