// A workgroup's LDS, with what is needed to see races and uninitialised reads.
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
  /// `bytes`: static and dynamic LDS of the launch.
  LocalMemory(std::uint32_t bytes, Checks checks);

  /// For the next workgroup of the same launch: zeros that count as never written.
  void reset();
  /// All waves have met: what they did before is ordered before what they do now.
  void barrier();

  /// Where the bytes, 16 at most, are on the host. Throws a Fault for an overrun, and, if checked, for a race or an
  /// uninitialised read. With bounds unchecked an overrun goes where hardware has it: reads are 0, writes are dropped
  /// (RDNA 3 ISA, 12.1 "Overview" of the LDS).
  ///
  /// A race is two waves' accesses to a byte with no barrier between them, at least one of them a write and not both
  /// atomic. Waves that wait for one another by means of an atomic in LDS and plain reads look like one.
  std::byte* at(std::uint32_t address, std::uint32_t bytes, Access access, unsigned wave, int lane) {
    if (plain_ && std::uint64_t{address} + bytes <= bytes_.size()) return &bytes_[address];
    return checked(address, bytes, access, wave, lane);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

 private:
  struct Actor {
    std::uint16_t wave = 0;
    std::int16_t lane = 0;
  };
  /// Who did something to a byte since the last barrier: the wave that came first and, of the others, the latest.
  struct Accesses {
    std::uint32_t epoch = 0;  ///< anything older than the current one does not count
    bool shared = false;      ///< is there an `other`?
    Actor first, other;
  };
  struct Shadow {
    Accesses reads, writes, atomics;
    bool initialized = false;
  };

  std::byte* checked(std::uint32_t address, std::uint32_t bytes, Access access, unsigned wave, int lane);
  void check_race(std::uint32_t address, Access access, Actor actor);
  void refuse_conflict(const Accesses& earlier, const char* earlier_done, const char* done, Actor actor,
                       std::uint32_t address) const;
  void note(Accesses& accesses, Actor actor) const;

  std::vector<std::byte> bytes_;
  std::vector<Shadow> shadow_;           ///< one per byte where one of the checks needs it
  std::array<std::byte, 16> nowhere_{};  ///< what is beyond the end
  std::uint32_t epoch_ = 1;
  Checks checks_;
  bool plain_;  ///< nothing but the bounds is to be looked at
};

}  // namespace rocm_bindgen::emulator
