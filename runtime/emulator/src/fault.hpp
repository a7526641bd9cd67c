// The exception that reports an error of a kernel: an action that a device would not survive, or one that a check
// found.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rocm_bindgen::emulator {

/// What kind of fault it is, for programs; the text is for people.
enum class FaultKind { other, memory, trap, assertion };

/// The value of Fault::lane if no single lane caused the fault.
constexpr int kNoLane = -1;

/// Handlers of instructions and memory accesses throw it. WorkgroupRunner, which runs the wave, catches it and adds the
/// kernel, workgroup, wave and instruction to the message. `address` is valid only if `has_address` is true.
class Fault : public std::runtime_error {
 public:
  explicit Fault(const std::string& what, int lane = kNoLane, std::uint64_t address = 0, bool has_address = false)
      : std::runtime_error(what),
        lane(lane),
        address(address),
        has_address(has_address),
        kind(has_address ? FaultKind::memory : FaultKind::other) {}
  Fault(const std::string& what, FaultKind kind) : std::runtime_error(what), kind(kind) {}

  int lane = kNoLane;
  std::uint64_t address = 0;
  bool has_address = false;
  FaultKind kind;
};

}  // namespace rocm_bindgen::emulator
