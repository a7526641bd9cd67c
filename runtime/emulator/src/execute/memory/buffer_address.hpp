// MUBUF addressing: from a buffer's descriptor and an instruction's operands to a lane's address, or to out of range
// (Vega ISA, 8.1.5 "Buffer Addressing"; RDNA 4 ISA, 9.4 "Buffer Addressing").
#pragma once

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// The 128-bit V#, as far as untyped accesses go (Vega ISA, 8.1.8 "Buffer Resource"; RDNA 3 ISA, table "Buffer Resource
/// Descriptor").
struct BufferDescriptor {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;         ///< bytes between records
  std::uint32_t records = 0;        ///< bytes, or records of `stride`: see BufferAddresses
  std::uint32_t element_bytes = 0;  ///< what stays together in a swizzled buffer; 0: not swizzled
  std::uint32_t index_stride = 8;   ///< swizzled: how many records' elements follow one another
  bool adds_lane = false;           ///< the lane is added to the index
  unsigned bounds = 0;              ///< OOB_SELECT, from gfx10 on
};

BufferDescriptor decode_buffer(const Wave& wave, const Operand& descriptor);

class BufferAddresses {
 public:
  BufferAddresses(Wave& wave, const Instruction& instruction);

  struct Place {
    std::uint64_t address;
    bool in_range;  ///< otherwise reads are 0 and writes are dropped: defined behaviour, no fault
    bool split;     ///< not in one piece, but swizzled apart
  };
  /// Of `bytes` bytes (a dword at most is checked and swizzled as one) `at` bytes into what the lane accesses.
  Place place(unsigned lane, std::uint32_t at, std::uint32_t bytes) const;

 private:
  /// A lane's access before it is an address. 64 bits wide where overflow must not bring it back into range.
  struct Request {
    std::uint64_t index, offset, buffer_offset, bytes;
  };
  bool is_in_range(const Request& request) const;
  bool is_in_range_before_gfx10(const Request& request) const;
  std::uint64_t swizzled(std::uint64_t index, std::uint64_t offset) const;

  BufferDescriptor buffer_;
  Generation generation_;
  std::uint64_t scalar_offset_;
  std::uint64_t offset_;
  const std::uint32_t* index_row_ = nullptr;
  const std::uint32_t* offset_row_ = nullptr;
};

}  // namespace rocm_bindgen::emulator
