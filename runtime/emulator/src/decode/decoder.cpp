#include "decode/decoder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>

#include "decode/dual.hpp"
#include "decode/operand_roles.hpp"
#include "decode/operation_name.hpp"
#include "execute/operation.hpp"
#include "fault.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Returns the dwords of the first `size` bytes in hexadecimal, as disassemblers print an encoding.
std::string encoding(std::span<const std::uint8_t> bytes, std::size_t size) {
  std::string text;
  for (std::size_t at = 0; at + 4 <= std::min(size, bytes.size()); at += 4) {
    std::array<char, 16> dword{};
    std::snprintf(dword.data(), dword.size(), "%s%02x%02x%02x%02x", at == 0 ? "" : " ", bytes[at + 3], bytes[at + 2],
                  bytes[at + 1], bytes[at]);
    text += dword.data();
  }
  return text;
}

std::string features(const Target& target, unsigned lanes) {
  // From gfx10 on, the kernel chooses the width of its waves. LLVM's default is 32, so the features state the width
  // explicitly.
  if (target.generation < Generation::gfx10) return {};
  return lanes == 64 ? "+wavefrontsize64,-wavefrontsize32" : "+wavefrontsize32,-wavefrontsize64";
}

}  // namespace

Decoder::Decoder(const Target& target, unsigned lanes)
    : target_(target), disassembler_(target.processor, features(target, lanes)) {}

std::unique_ptr<const Instruction> Decoder::decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const {
  llvm::MCInst decoded;
  const auto size = disassembler_.decode(bytes, address, decoded);
  // The length of an invalid instruction is unknown. The message has 8 bytes, the length of most long encodings.
  const auto refuse = [&] {
    return Fault("these bytes are not an instruction of " + target_.processor + ": " + encoding(bytes, 8));
  };
  if (size == 0) throw refuse();
  Instruction instruction;
  instruction.address = address;
  instruction.bytes = static_cast<std::uint8_t>(size);
  instruction.opcode_name = disassembler_.instructions().getName(decoded.getOpcode()).data();
  if (is_dual(instruction.opcode_name)) return decode_dual(decoded, std::move(instruction));
  const auto name = operation_name(instruction.opcode_name);
  const auto* operation = find_operation(name.operation);
  if (operation == nullptr)
    throw Fault("the instruction '" + disassembler_.text(decoded) + "' (" + encoding(bytes, size) + ", LLVM's " +
                instruction.opcode_name + ") is not emulated");
  instruction.operation = operation->name;
  instruction.execute = operation->execute;
  assign_roles(instruction, decoded, name, disassembler_, target_);
  // LLVM decodes constants as the registers that comparisons and additions write ("-4/*Invalid immediate*/").
  for (const auto& written : {instruction.dst, instruction.scalar_dst})
    if (written.file == RegisterFile::constant) throw refuse();
  return std::make_unique<const Instruction>(std::move(instruction));
}

std::unique_ptr<const Instruction> Decoder::decode_dual(const llvm::MCInst& decoded, Instruction pair) const {
  const auto [first, second] = dual_operations(pair.opcode_name);
  const auto* operation_x = find_operation(first);
  const auto* operation_y = find_operation(second);
  if (operation_x == nullptr || operation_y == nullptr)
    throw Fault("the instruction '" + disassembler_.text(decoded) +
                "' is not emulated: " + (operation_x == nullptr ? first : second));
  // The instruction for the pair has the name and the operands of the first operation, X. The second operation, Y, is
  // stored in `second`.
  auto y = pair;
  pair.operation = operation_x->name;
  y.operation = operation_y->name;
  y.execute = operation_y->execute;
  assign_dual_roles(pair, y, decoded, disassembler_);
  pair.dual_execute = operation_x->execute;
  pair.execute = execute_dual;
  pair.second = std::make_shared<const Instruction>(std::move(y));
  return std::make_unique<const Instruction>(std::move(pair));
}

std::string Decoder::text(std::span<const std::uint8_t> bytes, std::uint64_t address) const {
  return disassembler_.text(bytes, address);
}

}  // namespace rocm_bindgen::emulator
