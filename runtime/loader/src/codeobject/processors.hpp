// Which AMD processors there are, as far as choosing and checking their code objects needs to know.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rocm_bindgen::runtime {

/// One processor, or one generic target.
struct Processor {
  std::string_view name;
  std::uint8_t machine;      ///< EF_AMDGPU_MACH, the low byte of e_flags
  bool sramecc;              ///< a target ID of it may name sramecc
  bool xnack;                ///< a target ID of it may name xnack
  std::string_view generic;  ///< the generic target that covers it; empty = none
  int newer_llvm = 0;  ///< the LLVM that first knows it, where the one this release compiles with does not; else 0

  constexpr bool is_generic() const {
    constexpr std::string_view suffix = "-generic";
    return name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix;
  }
};

/// Source: LLVM's AMDGPUUsage, tables "AMDGPU Processors", "AMDGPU Generic Processors" and
/// "AMDGPU ``EF_AMDGPU_MACH`` Values".
inline constexpr std::array kProcessors{
    Processor{"gfx600", 0x20, false, false, ""},
    Processor{"gfx601", 0x21, false, false, ""},
    Processor{"gfx602", 0x3a, false, false, ""},
    Processor{"gfx700", 0x22, false, false, ""},
    Processor{"gfx701", 0x23, false, false, ""},
    Processor{"gfx702", 0x24, false, false, ""},
    Processor{"gfx703", 0x25, false, false, ""},
    Processor{"gfx704", 0x26, false, false, ""},
    Processor{"gfx705", 0x3b, false, false, ""},
    Processor{"gfx801", 0x28, false, true, ""},
    Processor{"gfx802", 0x29, false, false, ""},
    Processor{"gfx803", 0x2a, false, false, ""},
    Processor{"gfx805", 0x3c, false, false, ""},
    Processor{"gfx810", 0x2b, false, true, ""},
    Processor{"gfx900", 0x2c, false, true, "gfx9-generic"},
    Processor{"gfx902", 0x2d, false, true, "gfx9-generic"},
    Processor{"gfx904", 0x2e, false, true, "gfx9-generic"},
    Processor{"gfx906", 0x2f, true, true, "gfx9-generic"},
    Processor{"gfx908", 0x30, true, true, ""},
    Processor{"gfx909", 0x31, false, true, "gfx9-generic"},
    Processor{"gfx90a", 0x3f, true, true, ""},
    Processor{"gfx90c", 0x32, false, true, "gfx9-generic"},
    Processor{"gfx940", 0x40, true, true, "gfx9-4-generic"},
    Processor{"gfx941", 0x4b, true, true, "gfx9-4-generic"},
    Processor{"gfx942", 0x4c, true, true, "gfx9-4-generic"},
    Processor{"gfx950", 0x4f, true, true, "gfx9-4-generic", 20},
    Processor{"gfx1010", 0x33, false, true, "gfx10-1-generic"},
    Processor{"gfx1011", 0x34, false, true, "gfx10-1-generic"},
    Processor{"gfx1012", 0x35, false, true, "gfx10-1-generic"},
    Processor{"gfx1013", 0x42, false, true, "gfx10-1-generic"},
    Processor{"gfx1030", 0x36, false, false, "gfx10-3-generic"},
    Processor{"gfx1031", 0x37, false, false, "gfx10-3-generic"},
    Processor{"gfx1032", 0x38, false, false, "gfx10-3-generic"},
    Processor{"gfx1033", 0x39, false, false, "gfx10-3-generic"},
    Processor{"gfx1034", 0x3e, false, false, "gfx10-3-generic"},
    Processor{"gfx1035", 0x3d, false, false, "gfx10-3-generic"},
    Processor{"gfx1036", 0x45, false, false, "gfx10-3-generic"},
    Processor{"gfx1100", 0x41, false, false, "gfx11-generic"},
    Processor{"gfx1101", 0x46, false, false, "gfx11-generic"},
    Processor{"gfx1102", 0x47, false, false, "gfx11-generic"},
    Processor{"gfx1103", 0x44, false, false, "gfx11-generic"},
    Processor{"gfx1150", 0x43, false, false, "gfx11-generic"},
    Processor{"gfx1151", 0x4a, false, false, "gfx11-generic"},
    Processor{"gfx1152", 0x55, false, false, "gfx11-generic"},
    Processor{"gfx1153", 0x58, false, false, "gfx11-generic", 20},
    Processor{"gfx1200", 0x48, false, false, "gfx12-generic"},
    Processor{"gfx1201", 0x4e, false, false, "gfx12-generic"},
    Processor{"gfx9-generic", 0x51, false, true, ""},
    Processor{"gfx9-4-generic", 0x5f, true, true, "", 20},
    Processor{"gfx10-1-generic", 0x52, false, true, ""},
    Processor{"gfx10-3-generic", 0x53, false, false, ""},
    Processor{"gfx11-generic", 0x54, false, false, ""},
    Processor{"gfx12-generic", 0x59, false, false, ""},
};

/// nullptr: a processor that is newer than this table, or none.
constexpr const Processor* find_processor(std::string_view name) {
  for (const auto& processor : kProcessors)
    if (processor.name == name) return &processor;
  return nullptr;
}

/// By EF_AMDGPU_MACH; nullptr as above.
constexpr const Processor* find_machine(std::uint32_t machine) {
  for (const auto& processor : kProcessors)
    if (processor.machine == machine) return &processor;
  return nullptr;
}

}  // namespace rocm_bindgen::runtime
