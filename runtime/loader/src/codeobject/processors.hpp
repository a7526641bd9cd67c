// AMD's processors, with the properties that choosing and checking code objects needs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rocm_bindgen::runtime {

/// A processor, or a generic target.
struct Processor {
  std::string_view name;
  std::uint8_t machine;      ///< EF_AMDGPU_MACH, the low byte of e_flags
  bool sramecc;              ///< whether its target IDs may name sramecc
  bool xnack;                ///< whether its target IDs may name xnack
  std::string_view generic;  ///< the generic target that covers it; empty = none
  /// The first version of LLVM that supports it, if the version this release compiles with does not; else 0.
  int newer_llvm = 0;

  constexpr bool is_generic() const {
    constexpr std::string_view suffix = "-generic";
    return name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix;
  }
};

/// The names that targets.def uses, as sets of bits: 1 for xnack, 2 for sramecc.
namespace features {
constexpr int none = 0, xnack = 1, sramecc_xnack = 3;
}

inline constexpr std::array kProcessors{
#define ROCM_BINDGEN_TARGET(name, machine, family, target_features, generic, wave, registers, matrix, use, llvm) \
  Processor{name, machine, (features::target_features & 2) != 0, (features::target_features & 1) != 0, generic, llvm},
#include "rocm_bindgen/targets.def"
};

/// Finds a processor by name; nullptr if the table does not contain it, for instance because it is newer.
constexpr const Processor* find_processor(std::string_view name) {
  for (const auto& processor : kProcessors)
    if (processor.name == name) return &processor;
  return nullptr;
}

/// Finds a processor by EF_AMDGPU_MACH; nullptr if the table does not contain it.
constexpr const Processor* find_machine(std::uint32_t machine) {
  for (const auto& processor : kProcessors)
    if (processor.machine == machine) return &processor;
  return nullptr;
}

}  // namespace rocm_bindgen::runtime
