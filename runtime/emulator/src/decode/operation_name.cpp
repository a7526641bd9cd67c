#include "decode/operation_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace rocm_bindgen::emulator {
namespace {

/// Suffixes that do not change the semantics of an operation, or whose effect is visible in the operands.
constexpr std::array kPlainSuffixes = {"e32", "t16", "fake16", "w32", "w64",   "twoaddr", "threeaddr", "vcd",    "acd",
                                       "alt", "nop", "inreg",  "IMM", "SGPR",  "OFFSET",  "VBUFFER",   "format", "VE",
                                       "vi",  "si",  "ci",     "e64", "SADDR", "ST",      "SVS"};

bool is_generation(std::string_view suffix) {
  return suffix.size() > 3 && suffix.substr(0, 3) == "gfx" && std::isdigit(static_cast<unsigned char>(suffix[3])) != 0;
}

/// Records the meaning of a suffix. Returns false if the suffix is part of the operation's name.
bool take(OperationName& name, std::string_view suffix) {
  if (is_generation(suffix) || std::find(kPlainSuffixes.begin(), kPlainSuffixes.end(), suffix) != kPlainSuffixes.end())
    return true;
  if (suffix == "dpp") return name.dpp = true;
  if (suffix == "dpp8") return name.dpp8 = true;
  if (suffix == "sdwa") return name.sdwa = true;
  if (suffix == "OFFEN") return name.offset_enabled = true;
  if (suffix == "IDXEN") return name.index_enabled = true;
  if (suffix == "BOTHEN") return name.offset_enabled = name.index_enabled = true;
  if (suffix == "RTN") return name.returns = true;
  return false;
}

}  // namespace

OperationName operation_name(std::string_view opcode) {
  OperationName name;
  for (auto at = opcode.rfind('_'); at != std::string_view::npos && take(name, opcode.substr(at + 1));
       at = opcode.rfind('_'))
    opcode = opcode.substr(0, at);
  name.operation = opcode;
  return name;
}

}  // namespace rocm_bindgen::emulator
