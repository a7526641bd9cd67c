// LLVM's disassembler for one processor; the only place that knows LLVM's MC layer, with operand_roles.cpp.
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
  /// `features`: LLVM's, "+wavefrontsize64". The processor must be one that LLVM knows.
  Disassembler(const std::string& processor, const std::string& features);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  /// The bytes that the instruction takes; 0 if they are no instruction of this processor.
  std::size_t decode(std::span<const std::uint8_t> bytes, std::uint64_t address, llvm::MCInst& instruction) const;
  /// In assembly, without leading space.
  std::string text(const llvm::MCInst& instruction) const;
  std::string text(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

  const llvm::MCInstrInfo& instructions() const;
  const llvm::MCRegisterInfo& registers() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rocm_bindgen::emulator
