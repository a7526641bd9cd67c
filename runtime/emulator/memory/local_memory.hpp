// A workgroup's LDS, with what is needed to see races and uninitialised reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe: the waves of a workgroup run on one host thread.
class LocalMemory {
 public:
  /// `bytes`: static and dynamic LDS of the launch.
  LocalMemory(std::uint32_t bytes, Checks checks);

  /// For the next workgroup of the same launch.
  void reset();
  /// All waves have met: what they did before is ordered before what they do now.
  void barrier();

  /// Where the bytes are on the host. Throws a Fault for an overrun, and, if checked, for a race or an uninitialised
  /// read.
  std::byte* at(std::uint32_t address, std::uint32_t bytes, Access access, unsigned wave, int lane);

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

 private:
  struct Shadow;  // per byte
  std::vector<std::byte> bytes_;
  std::vector<Shadow> shadow_;
  std::uint32_t epoch_ = 1;
  Checks checks_;
};

}  // namespace rocm_bindgen::emulator
