#include "decode/registers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace rocm_bindgen::emulator {
namespace {

struct NamedRegister {
  std::string_view name;
  RegisterFile file;
  std::uint16_t index;
  std::uint8_t dwords;
};

constexpr std::uint16_t special(Special which) {
  return static_cast<std::uint16_t>(which);
}

// LLVM's names of registers. A name of LLVM may be followed by the suffix of a generation.
constexpr std::array kNamed = std::to_array<NamedRegister>({
    {"VCC_LO", RegisterFile::scalar, kVcc, 1},
    {"VCC_HI", RegisterFile::scalar, kVcc + 1, 1},
    {"VCC", RegisterFile::scalar, kVcc, 2},
    {"EXEC_LO", RegisterFile::scalar, kExec, 1},
    {"EXEC_HI", RegisterFile::scalar, kExec + 1, 1},
    {"EXEC", RegisterFile::scalar, kExec, 2},
    {"M0", RegisterFile::scalar, kM0, 1},
    {"SGPR_NULL64", RegisterFile::scalar, kNull, 2},
    {"SGPR_NULL_HI", RegisterFile::scalar, kNull, 1},
    {"SGPR_NULL", RegisterFile::scalar, kNull, 1},
    {"FLAT_SCR_LO", RegisterFile::scalar, kFlatScratch, 1},
    {"FLAT_SCR_HI", RegisterFile::scalar, kFlatScratch + 1, 1},
    {"FLAT_SCR", RegisterFile::scalar, kFlatScratch, 2},
    {"XNACK_MASK_LO", RegisterFile::scalar, kXnackMask, 1},
    {"XNACK_MASK_HI", RegisterFile::scalar, kXnackMask + 1, 1},
    {"XNACK_MASK", RegisterFile::scalar, kXnackMask, 2},
    {"SRC_SHARED_BASE_LO", RegisterFile::special, special(Special::shared_base), 1},
    {"SRC_SHARED_BASE", RegisterFile::special, special(Special::shared_base), 2},
    {"SRC_SHARED_LIMIT_LO", RegisterFile::special, special(Special::shared_limit), 1},
    {"SRC_SHARED_LIMIT", RegisterFile::special, special(Special::shared_limit), 2},
    {"SRC_PRIVATE_BASE_LO", RegisterFile::special, special(Special::private_base), 1},
    {"SRC_PRIVATE_BASE", RegisterFile::special, special(Special::private_base), 2},
    {"SRC_PRIVATE_LIMIT_LO", RegisterFile::special, special(Special::private_limit), 1},
    {"SRC_PRIVATE_LIMIT", RegisterFile::special, special(Special::private_limit), 2},
    {"SRC_VCCZ", RegisterFile::special, special(Special::vccz), 1},
    {"SRC_EXECZ", RegisterFile::special, special(Special::execz), 1},
    {"SRC_SCC", RegisterFile::special, special(Special::scc), 1},
});

struct NumberedFile {
  std::string_view prefix;
  RegisterFile file;
  std::uint16_t first;
};

constexpr std::array kNumbered = std::to_array<NumberedFile>({
    {"VGPR", RegisterFile::vector, 0},
    {"AGPR", RegisterFile::accumulator, 0},
    {"SGPR", RegisterFile::scalar, 0},
    {"TTMP", RegisterFile::scalar, kTtmp},
});

/// Returns whether `name` is this register in the spelling of any generation ("M0_gfx11plus", "FLAT_SCR_LO_vi").
bool is_called(std::string_view name, std::string_view plain) {
  if (name.substr(0, plain.size()) != plain) return false;
  const auto rest = name.substr(plain.size());
  return rest.empty() || rest == "_vi" || rest == "_ci" || rest.substr(0, 4) == "_gfx";
}

}  // namespace

Operand register_operand(std::string_view name) {
  Operand operand;
  for (const auto& file : kNumbered) {
    if (name.substr(0, file.prefix.size()) != file.prefix) continue;
    const auto digits = name.substr(file.prefix.size());
    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end == digits.data()) break;
    operand.file = file.file;
    operand.index = static_cast<std::uint16_t>(file.first + number);
    // The name of a tuple lists all of its registers.
    std::size_t count = 0;
    for (auto at = name.find(file.prefix); at != std::string_view::npos; at = name.find(file.prefix, at + 1)) ++count;
    operand.dwords = static_cast<std::uint8_t>(count);
    return operand;
  }
  const auto* found = std::find_if(kNamed.begin(), kNamed.end(),
                                   [&](const NamedRegister& entry) { return is_called(name, entry.name); });
  if (found == kNamed.end()) return operand;
  operand.file = found->file;
  operand.index = found->index;
  operand.dwords = found->dwords;
  return operand;
}

}  // namespace rocm_bindgen::emulator
