// The address spaces of FLAT, GLOBAL and SCRATCH instructions: how a lane's address is computed from an instruction's
// operands, and which memory it belongs to (RDNA 3 ISA, 11 "Flat Memory Instructions"; AMDGPUUsage, "Address Spaces").
//
// An object of a space is created for one instruction and must not outlive it. read(), write() and modify() access the
// memory of one lane. The templates in memory_transfer.hpp and memory_atomics.hpp build handlers from any class with
// these functions. LocalSpace and BufferSpace are two more of them, in other files.
#pragma once

#include "execute/memory/memory_access.hpp"

namespace rocm_bindgen::emulator {

/// Global memory, which includes the host's pinned memory.
class GlobalSpace {
 public:
  GlobalSpace(Wave& wave, const Instruction& instruction)
      : wave_(wave), base_(static_cast<std::uint64_t>(instruction.memory.offset)) {
    if (instruction.memory.has_base) base_ += wave.read64(instruction.base());
    if (!instruction.memory.has_address) return;
    low_ = wave.row(instruction.address_operand());
    // With a scalar base, the register is a 32-bit unsigned offset.
    if (!instruction.memory.has_base) high_ = wave.row(instruction.address_operand(), 1);
  }

  std::uint64_t address(unsigned lane) const {
    if (high_ != nullptr) return base_ + (low_[lane] | std::uint64_t{high_[lane]} << 32);
    return low_ != nullptr ? base_ + low_[lane] : base_;
  }

  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    return read_global<bytes>(wave_, address(lane), lane);
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    write_global<bytes>(wave_, address(lane), lane, payload);
  }
  template <class Unit, class Function>
  Unit modify(unsigned lane, Function function) const {
    return modify_global<Unit>(wave_, address(lane), lane, function);
  }

 private:
  Wave& wave_;
  std::uint64_t base_;
  const std::uint32_t* low_ = nullptr;
  const std::uint32_t* high_ = nullptr;
};

/// The address of each lane separately selects LDS, scratch or global memory.
class FlatSpace {
 public:
  FlatSpace(Wave& wave, const Instruction& instruction) : wave_(wave), addresses_(wave, instruction) {}

  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    const auto address = addresses_.address(lane);
    if (is_local(address)) return read_local<bytes>(wave_, offset(address), lane);
    if (is_private(address)) return read_scratch<bytes>(wave_, offset(address), lane);
    return read_global<bytes>(wave_, address, lane);
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    const auto address = addresses_.address(lane);
    if (is_local(address)) return write_local<bytes>(wave_, offset(address), lane, payload);
    if (is_private(address)) return write_scratch<bytes>(wave_, offset(address), lane, payload);
    write_global<bytes>(wave_, address, lane, payload);
  }
  template <class Unit, class Function>
  Unit modify(unsigned lane, Function function) const {
    const auto address = addresses_.address(lane);
    if (is_local(address)) return modify_local<Unit>(wave_, offset(address), lane, function);
    if (is_private(address)) return modify_scratch<Unit>(wave_, offset(address), lane, function);
    return modify_global<Unit>(wave_, address, lane, function);
  }

 private:
  static bool is_local(std::uint64_t address) { return address >> 32 == kSharedAperture >> 32; }
  static bool is_private(std::uint64_t address) { return address >> 32 == kPrivateAperture >> 32; }
  static std::uint32_t offset(std::uint64_t address) { return static_cast<std::uint32_t>(address); }

  Wave& wave_;
  GlobalSpace addresses_;
};

/// Addresses are offsets into the lane's own scratch: the sum, in 32 bits, of the instruction's offset and its VGPR and
/// SGPR, if it has them.
class ScratchSpace {
 public:
  ScratchSpace(Wave& wave, const Instruction& instruction)
      : wave_(wave), base_(static_cast<std::uint32_t>(instruction.memory.offset)) {
    if (instruction.memory.has_base) base_ += wave.read32(instruction.base());
    if (instruction.memory.has_address) row_ = wave.row(instruction.address_operand());
  }

  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    return read_scratch<bytes>(wave_, offset(lane), lane);
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    write_scratch<bytes>(wave_, offset(lane), lane, payload);
  }

 private:
  std::uint32_t offset(unsigned lane) const { return row_ == nullptr ? base_ : base_ + row_[lane]; }

  Wave& wave_;
  std::uint32_t base_;
  const std::uint32_t* row_ = nullptr;
};

}  // namespace rocm_bindgen::emulator
