// What a kernel did that a device would not survive, or that is checked for.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rocm_bindgen::emulator {

/// `lane` of a fault that no single lane caused.
constexpr int kNoLane = -1;

/// Thrown by semantics and memory; whoever runs the wave adds kernel, workgroup, wave and instruction.
class Fault : public std::runtime_error {
 public:
  explicit Fault(const std::string& what, int lane = kNoLane, std::uint64_t address = 0, bool has_address = false)
      : std::runtime_error(what), lane(lane), address(address), has_address(has_address) {}

  int lane;
  std::uint64_t address;
  bool has_address;
};

}  // namespace rocm_bindgen::emulator
