#include "decode/disassembler.hpp"

#include <cstring>
#include <stdexcept>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

namespace rocm_bindgen::emulator {
namespace {

constexpr const char* kTriple = "amdgcn-amd-amdhsa";

const llvm::Target& amdgpu_target() {
  static const llvm::Target* const target = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    std::string error;
    const auto* found = llvm::TargetRegistry::lookupTarget(kTriple, error);
    if (found == nullptr) throw std::runtime_error("LLVM has no AMDGPU target: " + error);
    return found;
  }();
  return *target;
}

/// Whether the bytes are in SDWA's form and have a reserved selector. LLVM decodes such an instruction, but its printer
/// crashes. Source: "Vega" 7nm ISA, "VOP_SDWA" and "VOP_SDWAB". The dword with the selectors follows that of VOP1, VOP2
/// or VOPC, whose first source is 0xf9.
bool has_reserved_selector(std::span<const std::uint8_t> bytes) {
  std::uint32_t words[2];
  if (bytes.size() < sizeof words) return false;
  std::memcpy(words, bytes.data(), sizeof words);
  const bool is_sdwa = words[0] >> 31 == 0 && (words[0] & 0x1ff) == 0xf9;
  if (!is_sdwa) return false;
  constexpr std::uint32_t kReservedSelector = 7, kReservedUnused = 3;
  const bool is_vop1 = words[0] >> 25 == 0x3f, is_vopc = words[0] >> 25 == 0x3e;
  const auto field = [&](unsigned shift, std::uint32_t mask) { return words[1] >> shift & mask; };
  return field(16, 7) == kReservedSelector || (!is_vop1 && field(24, 7) == kReservedSelector) ||
         (!is_vopc && (field(8, 7) == kReservedSelector || field(11, 3) == kReservedUnused));
}

}  // namespace

struct Disassembler::State {
  State(const std::string& processor, const std::string& features)
      : target(amdgpu_target()),
        registers(target.createMCRegInfo(kTriple)),
        assembly(target.createMCAsmInfo(*registers, kTriple, llvm::MCTargetOptions())),
        instructions(target.createMCInstrInfo()),
        subtarget(target.createMCSubtargetInfo(kTriple, processor, features)),
        context(llvm::Triple(kTriple), assembly.get(), registers.get(), subtarget.get()),
        disassembler(target.createMCDisassembler(*subtarget, context)),
        printer(target.createMCInstPrinter(llvm::Triple(kTriple), assembly->getAssemblerDialect(), *assembly,
                                           *instructions, *registers)) {}

  const llvm::Target& target;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  llvm::MCContext context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

Disassembler::Disassembler(const std::string& processor, const std::string& features)
    : state_(std::make_unique<State>(processor, features)) {}
Disassembler::~Disassembler() = default;

std::size_t Disassembler::decode(std::span<const std::uint8_t> bytes, std::uint64_t address,
                                 llvm::MCInst& instruction) const {
  std::uint64_t size = 0;
  const auto status = state_->disassembler->getInstruction(
      instruction, size, llvm::ArrayRef<std::uint8_t>(bytes.data(), bytes.size()), address, llvm::nulls());
  // A "soft" failure is an encoding that hardware is not required to accept. It counts as no instruction.
  if (status != llvm::MCDisassembler::Success) return 0;
  return has_reserved_selector(bytes) ? 0 : size;
}

std::string Disassembler::text(const llvm::MCInst& instruction) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  state_->printer->printInst(&instruction, 0, "", *state_->subtarget, stream);
  stream.flush();
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string() : text.substr(begin);
}

std::string Disassembler::text(std::span<const std::uint8_t> bytes, std::uint64_t address) const {
  llvm::MCInst instruction;
  return decode(bytes, address, instruction) == 0 ? std::string() : text(instruction);
}

const llvm::MCInstrInfo& Disassembler::instructions() const {
  return *state_->instructions;
}
const llvm::MCRegisterInfo& Disassembler::registers() const {
  return *state_->registers;
}

}  // namespace rocm_bindgen::emulator
