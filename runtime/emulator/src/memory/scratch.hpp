// A wave's scratch: the private memory of its lanes. The lanes' memory is interleaved by dwords as in hardware
// (AMDGPUUsage, "Private segment": swizzled by lane with an element size of four bytes), because MUBUF instructions
// access it by swizzled offsets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe: each wave has its own.
class Scratch {
 public:
  Scratch(std::uint32_t bytes_per_lane, unsigned lanes, Checks checks);
  /// Prepares the memory for the next wave: all bytes are 0 and count as never written.
  void reset();

  /// Returns the host address of bytes at `offset` in the lane's own memory. The bytes must not cross a dword; read()
  /// and write() have no such restriction. Throws a Fault for an access out of bounds or, if checked, for an
  /// uninitialised read. Without the check `bounds`, a read out of bounds gives 0 and a write has no effect.
  std::byte* at(int lane, std::uint64_t offset, std::uint32_t bytes, Access access) {
    if (plain_ && offset + bytes <= bytes_per_lane_ && offset < bytes_per_lane_)
      return &bytes_[index_of(static_cast<std::uint32_t>(lane), offset)];
    return checked(lane, offset, bytes, access);
  }
  /// Like at(), but `offset` is the swizzled offset from the wave's base, as MUBUF instructions compute it. It may be
  /// in the memory of another lane.
  std::byte* at_swizzled(int lane, std::uint64_t offset, std::uint32_t bytes, Access access);

  /// Copies any number of bytes. `offset` is that of at(), and need not be aligned.
  void read(int lane, std::uint64_t offset, void* to, std::uint32_t bytes);
  void write(int lane, std::uint64_t offset, const void* from, std::uint32_t bytes);

  /// Adds every further access to the AccessLog of its thread, in parts of up to four bytes.
  void log_accesses() {
    is_logged_ = true;
    plain_ = false;
  }
  /// Selects whether stores are recorded by the StoreJournal of the wave's thread.
  void record(bool on) { plain_ = !on && !is_logged_ && !checks_.uninit; }

  std::uint32_t bytes_per_lane() const { return bytes_per_lane_; }

 private:
  /// The index in `bytes_`, which has dword 0 of all lanes, then dword 1 of all lanes, and so on.
  std::size_t index_of(std::uint32_t lane, std::uint64_t offset) const {
    return static_cast<std::size_t>((offset / 4 * lanes_ + lane) * 4 + offset % 4);
  }
  void allocate();
  std::byte* checked(int lane, std::uint64_t offset, std::uint32_t bytes, Access access);
  bool in_bounds(int lane, std::uint64_t offset, std::uint32_t bytes, Access access) const;

  std::uint32_t bytes_per_lane_;
  unsigned lanes_;
  Checks checks_;
  struct Free {
    void operator()(std::byte* memory) const;
  };

  std::size_t size_;
  /// Allocated with calloc(), so the host provides memory only for pages that are used: a descriptor may request much
  /// more than its kernel uses.
  std::unique_ptr<std::byte[], Free> bytes_;
  std::vector<std::uint8_t> initialized_;
  std::array<std::byte, 4> nowhere_{};  ///< replaces the bytes of an access out of bounds
  bool plain_;                          ///< only the bounds are checked, and nothing is logged or recorded
  bool is_logged_ = false;
};

}  // namespace rocm_bindgen::emulator
