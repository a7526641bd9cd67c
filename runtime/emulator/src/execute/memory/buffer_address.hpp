// MUBUF addressing: computes a lane's address from the buffer's descriptor and the instruction's operands, and checks
// whether it is in range (Vega ISA, 8.1.5 "Buffer Addressing"; RDNA 4 ISA, 9.4 "Buffer Addressing").
//
// The range check is defined behaviour of the hardware, not a check of the emulator: reads out of range give 0, and
// writes out of range have no effect. Addresses in range are then checked like those of other global accesses. The
// private segment's descriptor has the base kScratchBase; BufferSpace redirects its addresses to scratch.
#pragma once

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// The fields of a 128-bit buffer resource descriptor that untyped accesses use (Vega ISA, 8.1.8 "Buffer Resource";
/// RDNA 3 ISA, table "Buffer Resource Descriptor").
struct BufferDescriptor {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;         ///< bytes between records
  std::uint32_t records = 0;        ///< the size in bytes, or in records of `stride` bytes: see is_in_range()
  std::uint32_t element_bytes = 0;  ///< size of what swizzling keeps contiguous; 0: not swizzled
  std::uint32_t index_stride = 8;   ///< in a swizzled buffer: how many records have their elements next to each other
  bool adds_lane = false;           ///< the lane is added to the index
  unsigned bounds = 0;              ///< OOB_SELECT, from gfx10 on
};

/// Decodes the descriptor in the four scalar registers of the operand.
BufferDescriptor decode_buffer(const Wave& wave, const Operand& descriptor);

/// The addresses of all lanes of one instruction.
class BufferAddresses {
 public:
  BufferAddresses(Wave& wave, const Instruction& instruction);

  struct Place {
    std::uint64_t address;
    bool in_range;  ///< if false, reads give 0 and writes have no effect; this is not a fault
    bool split;     ///< swizzling makes the bytes not contiguous
  };
  /// Locates the `bytes` bytes that begin `at` bytes after the start of the lane's access. `bytes` is at
  /// most 4, because each dword is checked and swizzled separately.
  Place place(unsigned lane, std::uint32_t at, std::uint32_t bytes) const;

 private:
  /// A lane's access, from which its address is computed. `buffer_offset` is the offset that results from `index` and
  /// `offset`, without the scalar offset. The members have 64 bits, so that an overflow cannot bring the access back
  /// into range.
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
