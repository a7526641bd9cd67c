// LLVM's disassembler for one processor. LLVM's objects for disassembly are created only here. Code that needs details
// of an instruction (operand_roles.cpp, dual.cpp, atomics_scan.cpp) uses the MCInst and the tables that this class
// returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace llvm {
class MCInst;
class MCInstrDesc;
class MCRegisterInfo;
class MCInstrInfo;
}  // namespace llvm

namespace rocm_bindgen::emulator {

/// Not thread safe.
class Disassembler {
 public:
  /// `features` are LLVM's subtarget features, as in "+wavefrontsize64". LLVM must know the processor.
  Disassembler(const std::string& processor, const std::string& features);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  /// Decodes the instruction at the start of `bytes`. Returns its size in bytes, or 0 if the bytes are not an
  /// instruction of this processor.
  std::size_t decode(std::span<const std::uint8_t> bytes, std::uint64_t address, llvm::MCInst& instruction) const;
  /// Returns the assembly without leading spaces.
  std::string text(const llvm::MCInst& instruction) const;
  /// As above, for encoded bytes. Empty if they are not an instruction.
  std::string text(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

  const llvm::MCInstrInfo& instructions() const;
  const llvm::MCRegisterInfo& registers() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rocm_bindgen::emulator
