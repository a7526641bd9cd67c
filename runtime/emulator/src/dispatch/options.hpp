// What the environment asks of the emulated device.
#pragma once

#include <cstdint>
#include <string>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

struct Options {
  Checks checks;
  /// 0: workgroups and waves in order; otherwise their order, and where waves take turns, follow from it.
  std::uint64_t seed = 0;
  unsigned threads = 1;
  /// A wave that has executed so many is taken to be in an endless loop.
  std::uint64_t max_instructions = 0;
  std::uint64_t memory_bytes = 0;
  std::string report;  ///< file that gets what was executed; empty: none
};

/// Throws std::runtime_error naming the variable and its value.
Options options_from_environment();

}  // namespace rocm_bindgen::emulator
