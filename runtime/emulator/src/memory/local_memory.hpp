// A workgroup's LDS, with the data that the checks for races and uninitialised reads need.
//
// For the check of races, each byte has a shadow that records its reads, writes and atomics since the last barrier.
// Barriers are counted (`epoch_`); an entry of an earlier epoch is ignored, so a barrier does not have to clear the
// shadow. Two accesses conflict if they are by different waves, at least one is not a read, and not both are atomic. To
// find a conflict with any earlier access, it is enough to record the first wave that accessed the byte and one other
// wave: a wave that differs from the first conflicts with it, and the first wave conflicts with the other one. Accesses
// by lanes of the same wave are not compared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe: the waves of a workgroup run on one host thread.
class LocalMemory {
 public:
  /// `bytes` is the static and dynamic LDS of the launch.
  LocalMemory(std::uint32_t bytes, Checks checks);

  /// Prepares the memory for the next workgroup of the same launch: all bytes are 0 and count as never written.
  void reset();
  /// Called when all waves that have not ended are at a barrier. Accesses before the barrier happen before those after
  /// it.
  void barrier();

  /// Returns the host address of the bytes; `bytes` must be at most 16. Throws a Fault for an access out of bounds and,
  /// if checked, for a race or an uninitialised read. Without the check `bounds`, an access out of bounds behaves as on
  /// hardware: a read gives 0, a write has no effect (RDNA 3 ISA, 12.1 "Overview" of the LDS).
  ///
  /// A race is two accesses by different waves to the same byte with no barrier between them, if at least one of them
  /// is a write and they are not both atomic. Waves that wait for each other with an atomic in LDS and plain reads are
  /// therefore reported as a race.
  std::byte* at(std::uint32_t address, std::uint32_t bytes, Access access, unsigned wave, int lane) {
    if (plain_ && std::uint64_t{address} + bytes <= bytes_.size()) return &bytes_[address];
    return checked(address, bytes, access, wave, lane);
  }

  /// Adds every further access to the AccessLog of its thread.
  void log_accesses() {
    is_logged_ = true;
    plain_ = false;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
  /// The bytes, for accesses that need no check but that of bounds. Null if other checks are selected.
  std::byte* unchecked() { return plain_ ? bytes_.data() : nullptr; }

 private:
  struct Actor {
    std::uint16_t wave = 0;
    std::int16_t lane = 0;
  };
  /// The waves that accessed a byte since the last barrier: the first one and the latest of the others.
  struct Accesses {
    std::uint32_t epoch = 0;  ///< entries of an earlier epoch are ignored
    bool shared = false;      ///< `other` is valid
    Actor first, other;
  };
  struct Shadow {
    Accesses reads, writes, atomics;
    bool initialized = false;
  };

  std::byte* checked(std::uint32_t address, std::uint32_t bytes, Access access, unsigned wave, int lane);
  void check_race(std::uint32_t address, Access access, Actor actor);
  void refuse_conflict(const Accesses& earlier, const char* earlier_verb, const char* verb, Actor actor,
                       std::uint32_t address) const;
  void record(Accesses& accesses, Actor actor) const;

  std::vector<std::byte> bytes_;
  std::vector<Shadow> shadow_;           ///< one per byte; empty if no check needs it
  std::array<std::byte, 16> nowhere_{};  ///< replaces the bytes of an access out of bounds
  std::uint32_t epoch_ = 1;
  Checks checks_;
  bool plain_;  ///< only the bounds are checked, and nothing is logged
  bool is_logged_ = false;
};

}  // namespace rocm_bindgen::emulator
