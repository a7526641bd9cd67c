#include "execute/memory/buffer_address.hpp"

#include <array>

namespace rocm_bindgen::emulator {
namespace {

constexpr std::uint32_t bits(std::uint32_t word, unsigned first, unsigned count) {
  return word >> first & ((1u << count) - 1);
}

}  // namespace

BufferDescriptor decode_buffer(const Wave& wave, const Operand& descriptor) {
  std::array<std::uint32_t, 4> word;
  for (unsigned n = 0; n < word.size(); ++n) word[n] = wave.scalar[descriptor.index + n];
  BufferDescriptor buffer;
  buffer.base = word[0] | std::uint64_t{bits(word[1], 0, 16)} << 32;
  buffer.stride = bits(word[1], 16, 14);
  buffer.records = word[2];
  if (wave.target.generation >= Generation::gfx11) {
    constexpr std::array<std::uint32_t, 4> kElementBytes = {0, 4, 8, 16};
    buffer.element_bytes = kElementBytes[bits(word[1], 30, 2)];
  } else if (bits(word[1], 31, 1) != 0) {
    buffer.element_bytes = 4;
  }
  buffer.index_stride = 8u << bits(word[3], 21, 2);
  buffer.adds_lane = bits(word[3], 23, 1) != 0;
  if (wave.target.generation == Generation::gfx9) {
    // If the lane is added, the bits of the format field are the upper bits of the stride.
    if (buffer.adds_lane) buffer.stride |= bits(word[3], 15, 4) << 14;
  } else {
    buffer.bounds = bits(word[3], 28, 2);
  }
  return buffer;
}

BufferAddresses::BufferAddresses(Wave& wave, const Instruction& instruction)
    : buffer_(decode_buffer(wave, instruction.base())),
      generation_(wave.target.generation),
      scalar_offset_(wave.read32(instruction.offset_register())),
      offset_(static_cast<std::uint64_t>(instruction.memory.offset)) {
  const auto& memory = instruction.memory;
  if (memory.index_enabled) index_row_ = wave.row(instruction.address_operand());
  if (memory.offset_enabled) offset_row_ = wave.row(instruction.address_operand(), memory.index_enabled ? 1 : 0);
}

BufferAddresses::Place BufferAddresses::place(unsigned lane, std::uint32_t at, std::uint32_t bytes) const {
  Request request{0, offset_ + at, 0, bytes};
  if (index_row_ != nullptr) request.index = index_row_[lane];
  if (buffer_.adds_lane) request.index += lane;
  if (offset_row_ != nullptr) request.offset += offset_row_[lane];
  const bool is_swizzled = buffer_.element_bytes != 0;
  // In swizzled buffers, such as stacks, the sum of the register and the instruction's offset wraps around, because
  // compilers emit negative offsets.
  const std::uint64_t wrapped = static_cast<std::uint32_t>(request.offset);
  request.buffer_offset =
      is_swizzled ? swizzled(request.index, wrapped) : request.offset + request.index * buffer_.stride;
  Place place;
  place.address = buffer_.base + scalar_offset_ + request.buffer_offset;
  place.in_range = is_in_range(request);
  place.split = is_swizzled && wrapped % buffer_.element_bytes + bytes > buffer_.element_bytes;
  return place;
}

std::uint64_t BufferAddresses::swizzled(std::uint64_t index, std::uint64_t offset) const {
  const std::uint64_t element = buffer_.element_bytes, stride = buffer_.index_stride;
  return (index / stride * buffer_.stride + offset / element * element) * stride + index % stride * element +
         offset % element;
}

/// Without an index or a stride, the buffer is raw: NUM_RECORDS is in bytes, and the scalar offset counts towards it
/// (Vega ISA, 8.1.5.4). Whether the buffer is swizzled has no effect: LLVM's struct buffer intrinsics rely on this.
bool BufferAddresses::is_in_range_before_gfx10(const Request& request) const {
  if (index_row_ != nullptr && buffer_.stride != 0) return request.index < buffer_.records;
  return request.buffer_offset + scalar_offset_ < buffer_.records;
}

/// RDNA 4 ISA, 9.4.1 "Range Checking". gfx10 checks only the first byte.
bool BufferAddresses::is_in_range(const Request& request) const {
  if (generation_ == Generation::gfx9) return is_in_range_before_gfx10(request);
  const bool exact = generation_ >= Generation::gfx11;
  const auto fits = [&](std::uint64_t offset, std::uint64_t limit) {
    return exact ? offset + request.bytes <= limit : offset < limit;
  };
  const bool index_fits = request.index < buffer_.records;
  // The cases are the values of OOB_SELECT. The last value, 3, is for raw buffers and is handled after the switch.
  switch (buffer_.bounds) {
    case 0:
      return index_fits && fits(request.offset, buffer_.stride);
    case 1:
      return index_fits;
    case 2:
      return buffer_.records != 0;
    default:
      break;
  }
  const bool is_swizzled = buffer_.element_bytes != 0;
  if (exact && is_swizzled && buffer_.stride != 0) return index_fits && fits(request.offset, buffer_.stride);
  const bool checks_swizzled = !exact && is_swizzled;
  return fits((checks_swizzled ? request.buffer_offset : request.offset) + scalar_offset_, buffer_.records);
}

}  // namespace rocm_bindgen::emulator
