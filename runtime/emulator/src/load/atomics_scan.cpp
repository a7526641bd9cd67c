#include "load/atomics_scan.hpp"

#include <string_view>

#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>

namespace rocm_bindgen::emulator {
namespace {

struct Found {
  bool atomics = false;
  bool calls = false;
};

Found scan(const Disassembler& disassembler, std::uint64_t begin, std::uint64_t end) {
  Found found;
  constexpr std::uint64_t kDword = 4;
  for (auto at = begin; at < end;) {
    llvm::MCInst instruction;
    const auto size = disassembler.decode({reinterpret_cast<const std::uint8_t*>(at), end - at}, at, instruction);
    at += size == 0 ? kDword : size;
    if (size == 0) continue;
    const std::string_view name = disassembler.instructions().getName(instruction.getOpcode());
    // Names of LDS atomics (DS_*) do not contain _ATOMIC_.
    found.atomics = found.atomics || name.find("_ATOMIC_") != std::string_view::npos;
    found.calls = found.calls || name.substr(0, 8) == "S_SWAPPC" || name.substr(0, 7) == "S_SETPC" ||
                  name.substr(0, 6) == "S_CALL";
  }
  return found;
}

}  // namespace

bool code_has_global_atomics(const Disassembler& disassembler, std::uint64_t entry, std::uint64_t bytes,
                             std::uint64_t begin, std::uint64_t end) {
  if (bytes == 0) return scan(disassembler, begin, end).atomics;
  // A called function may be anywhere in the code, so all of it is scanned if the kernel calls one.
  const auto kernel = scan(disassembler, entry, entry + bytes);
  return kernel.atomics || (kernel.calls && scan(disassembler, begin, end).atomics);
}

}  // namespace rocm_bindgen::emulator
