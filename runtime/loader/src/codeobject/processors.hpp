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

namespace features {
constexpr int none = 0, xnack = 1, sramecc_xnack = 3;
}

inline constexpr std::array kProcessors{
#define ROCM_BINDGEN_TARGET(name, machine, family, target_features, generic, wave, registers, matrix, use, llvm) \
  Processor{name, machine, (features::target_features & 2) != 0, (features::target_features & 1) != 0, generic, llvm},
#include "rocm_bindgen/targets.def"
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
