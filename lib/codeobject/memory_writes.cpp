#include "codeobject/memory_writes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

namespace rocm_bindgen::build {
namespace {

using llvm::ArrayRef;
using llvm::StringRef;

constexpr const char* kTriple = "amdgcn-amd-amdhsa";

/// Prefixes of LLVM's names of instructions that write memory visible outside the workgroup, or that leave the kernel's
/// code: calls, jumps to an address in a register, and traps.
constexpr std::array<StringRef, 13> kOutward{
    "GLOBAL_STORE", "GLOBAL_ATOMIC", "FLAT_STORE", "FLAT_ATOMIC", "BUFFER_STORE", "BUFFER_ATOMIC", "TBUFFER_STORE",
    "IMAGE_STORE",  "IMAGE_ATOMIC",  "S_SWAPPC",   "S_SETPC",     "S_CALL",       "S_TRAP"};
/// The same for scalar instructions, which only some processors before gfx11 have.
constexpr std::array<StringRef, 4> kScalarWrites{"S_STORE", "S_BUFFER_STORE", "S_ATOMIC", "S_BUFFER_ATOMIC"};

template <std::size_t count>
bool begins_with_one_of(StringRef name, const std::array<StringRef, count>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](StringRef beginning) { return name.starts_with(beginning); });
}

/// LLVM's disassembler for one processor.
class Disassembler {
 public:
  explicit Disassembler(StringRef processor) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    std::string ignored;
    const auto* target = llvm::TargetRegistry::lookupTarget(kTriple, ignored);
    if (target == nullptr) return;
    registers_.reset(target->createMCRegInfo(kTriple));
    assembly_.reset(target->createMCAsmInfo(*registers_, kTriple, llvm::MCTargetOptions()));
    instructions_.reset(target->createMCInstrInfo());
    subtarget_.reset(target->createMCSubtargetInfo(kTriple, processor, /*Features=*/""));
    if (!registers_ || !assembly_ || !instructions_ || !subtarget_) return;
    context_ =
        std::make_unique<llvm::MCContext>(llvm::Triple(kTriple), assembly_.get(), registers_.get(), subtarget_.get());
    disassembler_.reset(target->createMCDisassembler(*subtarget_, *context_));
  }

  /// Whether the code has an instruction of kOutward or kScalarWrites, or cannot be decoded.
  bool may_write(ArrayRef<std::uint8_t> code) const {
    if (!disassembler_) return true;
    while (!code.empty()) {
      llvm::MCInst instruction;
      std::uint64_t size = 0;
      const auto status = disassembler_->getInstruction(instruction, size, code, 0, llvm::nulls());
      if (status == llvm::MCDisassembler::Fail || size == 0 || size > code.size()) return true;
      const auto name = instructions_->getName(instruction.getOpcode());
      if (begins_with_one_of(name, kOutward) || begins_with_one_of(name, kScalarWrites)) return true;
      code = code.drop_front(size);
    }
    return false;
  }

 private:
  std::unique_ptr<llvm::MCRegisterInfo> registers_;
  std::unique_ptr<llvm::MCAsmInfo> assembly_;
  std::unique_ptr<llvm::MCInstrInfo> instructions_;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget_;
  std::unique_ptr<llvm::MCContext> context_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
};

/// The bytes of a function; nothing if they are outside the image.
std::optional<ArrayRef<std::uint8_t>> code_of(const llvm::object::ELFSymbolRef& symbol, StringRef image) {
  auto section = symbol.getSection();
  auto address = symbol.getAddress();
  if (!section || !address) {
    if (!section) llvm::consumeError(section.takeError());
    if (!address) llvm::consumeError(address.takeError());
    return {};
  }
  if (*section == symbol.getObject()->section_end()) return {};
  auto contents = (*section)->getContents();
  if (!contents) {
    llvm::consumeError(contents.takeError());
    return {};
  }
  const auto begin = *address - (*section)->getAddress();
  const auto size = symbol.getSize();
  const bool is_inside = contents->data() >= image.begin() && contents->end() <= image.end();
  if (!is_inside || *address < (*section)->getAddress() || begin > contents->size() || size > contents->size() - begin)
    return {};
  return llvm::arrayRefFromStringRef(contents->substr(begin, size));
}

}  // namespace

std::vector<std::string> kernels_without_writes(std::string_view image, const std::vector<std::string>& kernels) {
  std::vector<std::string> without_writes;
  const StringRef bytes(image);
  auto object = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, "code object"));
  if (!object) {
    llvm::consumeError(object.takeError());
    return without_writes;
  }
  const auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(object->get());
  const auto processor = elf == nullptr ? std::nullopt : elf->tryGetCPUName();
  if (!processor) return without_writes;
  const Disassembler disassembler(*processor);
  for (const auto symbol : elf->symbols()) {
    auto name = symbol.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (std::find(kernels.begin(), kernels.end(), *name) == kernels.end()) continue;
    const auto code = code_of(symbol, bytes);
    if (code && !code->empty() && !disassembler.may_write(*code)) without_writes.push_back(name->str());
  }
  return without_writes;
}

}  // namespace rocm_bindgen::build
