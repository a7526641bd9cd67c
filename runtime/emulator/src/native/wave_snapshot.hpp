// A copy of what instructions change, except for global memory and scratch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

class WaveSnapshot {
 public:
  /// Copies the wave's registers, its program counter, MODE and calls, and its workgroup's LDS.
  void take(Wave& wave);
  void restore(Wave& wave) const;

  /// Describes the first difference: "v3 lane 5 is 0x1 in the interpreter and 0x2 in native code". Returns an empty
  /// text if there is none. Both must be of the same wave.
  static std::string difference(const WaveSnapshot& interpreted, const WaveSnapshot& native);

 private:
  unsigned lanes_ = 0;
  std::uint64_t pc_ = 0;
  bool scc_ = false;
  WaveState state_ = WaveState::running;
  Mode mode_;
  std::vector<std::uint64_t> calls_;
  std::array<std::uint32_t, kScalarRegisters> scalars_{};
  std::vector<std::uint32_t> vectors_, accumulators_;
  std::vector<std::byte> lds_;
};

/// "WHAT is 0x1 in the interpreter and 0x2 in native code".
std::string describe_difference(const std::string& what, std::uint64_t interpreted, std::uint64_t native);

}  // namespace rocm_bindgen::emulator
