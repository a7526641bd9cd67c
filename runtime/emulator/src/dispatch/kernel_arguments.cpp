#include "dispatch/kernel_arguments.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Returns the value of a hidden argument. The value is 0 for arguments that have no meaning here (global offsets,
/// hidden_none).
std::uint64_t hidden_value(std::string_view kind, const Dispatch& dispatch) {
  const auto counts = dispatch.workgroups();
  // The names of arguments that exist once per dimension end with x, y or z.
  const auto dimension = static_cast<unsigned>(kind.back() - 'x');
  const auto is = [&](std::string_view prefix) {
    return kind.substr(0, prefix.size()) == prefix && kind.size() == prefix.size() + 1 && dimension < 3;
  };
  // Block counts do not include a partial workgroup at the end; its size is the remainder.
  if (is("hidden_block_count_")) return dispatch.grid_items[dimension] / dispatch.workgroup[dimension];
  if (is("hidden_group_size_")) return dispatch.workgroup[dimension];
  if (is("hidden_remainder_")) return dispatch.grid_items[dimension] % dispatch.workgroup[dimension];
  if (kind == "hidden_grid_dims")
    return counts[2] > 1 || dispatch.workgroup[2] > 1 ? 3 : counts[1] > 1 || dispatch.workgroup[1] > 1 ? 2 : 1;
  if (kind == "hidden_dynamic_lds_size") return dispatch.dynamic_lds;
  if (kind == "hidden_private_base") return kPrivateAperture >> 32;
  if (kind == "hidden_shared_base") return kSharedAperture >> 32;
  if (kind == "hidden_queue_ptr") return dispatch.queue_address;
  if (kind == "hidden_printf_buffer" && dispatch.print_address != 0) return dispatch.print_address;
  if (kind == "hidden_hostcall_buffer" && dispatch.hostcall_address != 0) return dispatch.hostcall_address;
  if (kind == "hidden_heap_v1" && dispatch.heap_address != 0) return dispatch.heap_address;
  // The buffers and the heap are missing services, too, if the dispatch has no address for them.
  constexpr std::array<std::string_view, 6> kServices = {"hidden_printf_buffer",     "hidden_hostcall_buffer",
                                                         "hidden_heap_v1",           "hidden_default_queue",
                                                         "hidden_completion_action", "hidden_multigrid_sync_arg"};
  return std::find(kServices.begin(), kServices.end(), kind) == kServices.end() ? 0 : kMissingServices;
}

template <class T>
void put(std::vector<std::uint8_t>& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

}  // namespace

std::vector<std::uint8_t> kernel_arguments(const Dispatch& dispatch, const void* const* arguments) {
  // The segment is aligned to 16 bytes, and compilers load three dwords as four within an aligned block of 16 bytes.
  // The size is therefore rounded up to whole blocks.
  constexpr std::size_t kBlock = 16;
  const std::size_t size = std::max(dispatch.kernel->metadata.kernarg_bytes, dispatch.kernel->descriptor.kernarg_bytes);
  std::vector<std::uint8_t> bytes((size + kBlock - 1) / kBlock * kBlock);
  std::size_t next = 0;
  for (const auto& argument : dispatch.kernel->metadata.arguments) {
    const auto room = bytes.size() - std::min<std::size_t>(argument.offset, bytes.size());
    const auto length = std::min<std::size_t>(argument.size, room);
    if (!argument.hidden()) {
      std::memcpy(bytes.data() + argument.offset, arguments[next++], length);
      continue;
    }
    const auto value = hidden_value(argument.kind, dispatch);
    std::memcpy(bytes.data() + argument.offset, &value, std::min(length, sizeof value));
  }
  return bytes;
}

std::vector<std::uint8_t> dispatch_packet(const Dispatch& dispatch) {
  std::vector<std::uint8_t> bytes(kPacketBytes);
  constexpr std::uint16_t kKernelDispatch = 2, kThreeDimensions = 3;
  // The offsets are those of the members: header, setup, workgroup_size_x, grid_size_x, and so on.
  put(bytes, 0, kKernelDispatch);
  put(bytes, 2, kThreeDimensions);
  for (unsigned d = 0; d < 3; ++d) {
    put(bytes, 4 + 2 * d, static_cast<std::uint16_t>(dispatch.workgroup[d]));
    put(bytes, 12 + 4 * d, dispatch.grid_items[d]);
  }
  put(bytes, 24, dispatch.kernel->descriptor.private_segment_bytes);
  put(bytes, 28, dispatch.lds_bytes());
  put(bytes, 40, dispatch.kernarg_address);
  return bytes;
}

std::vector<std::uint8_t> queue() {
  constexpr std::size_t kGroupApertureHigh = 0x40, kPrivateApertureHigh = 0x44;
  std::vector<std::uint8_t> bytes(kQueueBytes);
  put(bytes, kGroupApertureHigh, static_cast<std::uint32_t>(kSharedAperture >> 32));
  put(bytes, kPrivateApertureHigh, static_cast<std::uint32_t>(kPrivateAperture >> 32));
  return bytes;
}

}  // namespace rocm_bindgen::emulator
