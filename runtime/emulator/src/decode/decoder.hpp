// Bytes to instructions that can be executed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "decode/disassembler.hpp"
#include "machine/instruction.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe.
class Decoder {
 public:
  Decoder(const Target& target, unsigned lanes);

  /// The instruction at the begin of `bytes`. Throws a Fault if the bytes are none of the processor's, or if it is one
  /// that is not emulated: the text says which, with its encoding.
  std::unique_ptr<const Instruction> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;
  /// Assembly; empty if the bytes are no instruction.
  std::string text(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

 private:
  std::unique_ptr<const Instruction> decode_dual(const llvm::MCInst& decoded, Instruction whole) const;

  Target target_;
  Disassembler disassembler_;
};

}  // namespace rocm_bindgen::emulator
