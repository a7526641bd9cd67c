#include "decode/dual.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrDesc.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>

#include "decode/operation_name.hpp"
#include "decode/registers.hpp"
#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr std::string_view kPrefix = "V_DUAL_", kSeparator = "_X_";

/// Returns the number of sources of this operation in LLVM's operand list. For V_FMAC and V_DOT2C the list contains the
/// destination as a source; for V_CNDMASK it does not contain VCC.
unsigned listed_sources(std::string_view operation) {
  if (operation == "V_MOV_B32") return 1;
  const bool three = operation.substr(0, 5) == "V_FMA" || operation.substr(0, 6) == "V_DOT2";
  return three ? 3 : 2;
}

bool adds_to_destination(std::string_view operation) {
  return operation == "V_FMAC_F32" || operation.substr(0, 6) == "V_DOT2";
}

}  // namespace

bool is_dual(const char* opcode_name) {
  return std::string_view(opcode_name).substr(0, kPrefix.size()) == kPrefix;
}

std::pair<std::string, std::string> dual_operations(const char* opcode_name) {
  const auto rest = std::string_view(opcode_name).substr(kPrefix.size());
  const auto at = rest.find(kSeparator);
  const auto name = [](std::string_view part) { return operation_name("V_" + std::string(part)).operation; };
  return {name(rest.substr(0, at)), name(rest.substr(at + kSeparator.size()))};
}

void assign_dual_roles(Instruction& x, Instruction& y, const llvm::MCInst& decoded, const Disassembler& disassembler) {
  const auto operand = [&](unsigned k) {
    const auto& source = decoded.getOperand(k);
    if (source.isReg()) return register_operand(disassembler.registers().getName(source.getReg()));
    Operand constant;
    constant.file = RegisterFile::constant;
    constant.value = static_cast<std::uint64_t>(source.getImm());
    return constant;
  };
  x.dst = operand(0);
  y.dst = operand(1);
  unsigned k = 2;
  for (auto* half : {&x, &y}) {
    for (unsigned n = listed_sources(half->operation); n > 0 && k < decoded.getNumOperands(); --n)
      half->src[half->sources++] = operand(k++);
    // The third source is the destination. It is set here because the third source that LLVM 19 lists for the second
    // operation is one register off.
    if (adds_to_destination(half->operation)) half->src[2] = half->dst;
    if (half->operation == std::string_view("V_CNDMASK_B32")) half->src[half->sources++] = register_operand("VCC");
  }
  for (auto* half : {&x, &y}) {
    const auto raise_limit = [&](const Operand& operand) {
      if (operand.file == RegisterFile::vector)
        x.vector_limit = std::max<std::uint16_t>(x.vector_limit, static_cast<std::uint16_t>(operand.index + 1));
    };
    raise_limit(half->dst);
    for (const auto& source : half->src) raise_limit(source);
  }
}

void execute_dual(Wave& wave, const Instruction& instruction) {
  // Both operations must read their sources before either result is written. The first operation therefore runs, its
  // result is set aside, and its destination gets the old values back before the second operation runs.
  const auto active = wave.exec();
  auto* const first = wave.vector(instruction.dst.index);
  std::array<std::uint32_t, kMaxLanes> before, result;
  std::copy_n(first, wave.lanes, before.begin());
  instruction.dual_execute(wave, instruction);
  std::copy_n(first, wave.lanes, result.begin());
  std::copy_n(before.begin(), wave.lanes, first);
  instruction.second->execute(wave, *instruction.second);
  // Now the first operation's result can be written. It does not overwrite the second one's: the encoding requires that
  // the destinations are in different banks, so they are different registers.
  for_each_lane(active, [&](unsigned lane) { first[lane] = result[lane]; });
}

}  // namespace rocm_bindgen::emulator
