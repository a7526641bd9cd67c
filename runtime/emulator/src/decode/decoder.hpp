// Decodes the bytes of a code object to instructions that can be executed.
//
// The steps are: LLVM's disassembler decodes the bytes to an MCInst (Disassembler); the operation is derived from
// LLVM's name of the opcode (operation_name()); the name selects the function that executes it (find_operation()); and
// the operands are assigned to roles (assign_roles()). An instruction whose operation is in no table is a Fault: the
// emulated device executes an instruction correctly or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "decode/disassembler.hpp"
#include "machine/instruction.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// Decodes the instructions of one target for waves of one width. Not thread safe.
class Decoder {
 public:
  Decoder(const Target& target, unsigned lanes);

  /// Returns the instruction at the start of `bytes`. `address` is its address in device memory. Throws a Fault if the
  /// bytes are not an instruction of the processor, or if the instruction is not emulated; the message has the
  /// instruction and its encoding.
  std::unique_ptr<const Instruction> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;
  /// Returns the assembly, or an empty string if the bytes are not an instruction.
  std::string text(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

 private:
  std::unique_ptr<const Instruction> decode_dual(const llvm::MCInst& decoded, Instruction pair) const;

  Target target_;
  Disassembler disassembler_;
};

}  // namespace rocm_bindgen::emulator
