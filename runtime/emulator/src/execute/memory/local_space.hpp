// LDS as DS instructions address it (RDNA 3 ISA, 12.3 "LDS Instructions"; Vega ISA, 11.3): the sum of a byte address
// per lane and the instruction's unsigned offset. From gfx9 on, M0 does not limit the range.
#pragma once

#include "execute/memory/memory_access.hpp"

namespace rocm_bindgen::emulator {

/// The LDS of one instruction, with the interface of the spaces in flat_spaces.hpp.
class LocalSpace {
 public:
  /// The same instructions also address GDS, a memory that all workgroups of older devices share. Throws a Fault for
  /// those.
  static void refuse_global_data_share(const Instruction& instruction) {
    if (instruction.memory.gds) throw Fault("global data share (GDS) is not emulated");
  }

  LocalSpace(Wave& wave, const Instruction& instruction)
      : wave_(wave),
        row_(wave.row(instruction.address_operand())),
        offset_(static_cast<std::uint32_t>(instruction.memory.offset)) {
    refuse_global_data_share(instruction);
  }
  /// For instructions with two addresses: `offset` replaces the instruction's offset.
  LocalSpace(Wave& wave, const Instruction& instruction, std::uint32_t offset) : LocalSpace(wave, instruction) {
    offset_ = offset;
  }

  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    return read_local<bytes>(wave_, row_[lane] + offset_, lane);
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    write_local<bytes>(wave_, row_[lane] + offset_, lane, payload);
  }
  template <class Unit, class Function>
  Unit modify(unsigned lane, Function function) const {
    return modify_local<Unit>(wave_, row_[lane] + offset_, lane, function);
  }

 private:
  Wave& wave_;
  const std::uint32_t* row_;
  std::uint32_t offset_;
};

}  // namespace rocm_bindgen::emulator
