// A wave's scratch: private memory of its lanes, dword by dword interleaved as hardware does (AMDGPUUsage, "Private
// segment": swizzled by lane with an element size of four bytes).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe: a wave's own.
class Scratch {
 public:
  Scratch(std::uint32_t bytes_per_lane, unsigned lanes, Checks checks);
  /// For the next wave: zeros that count as never written.
  void reset();

  /// `offset` in the lane's own, unswizzled bytes. `bytes` must not cross a dword: see read() and write() for those
  /// that do. Throws a Fault for an overrun or, if checked, an uninitialised read; an overrun with bounds unchecked
  /// reads 0 and writes nothing.
  std::byte* at(int lane, std::uint64_t offset, std::uint32_t bytes, Access access) {
    if (plain_ && offset + bytes <= bytes_per_lane_ && offset < bytes_per_lane_)
      return &bytes_[place(static_cast<std::uint32_t>(lane), offset)];
    return checked(lane, offset, bytes, access);
  }
  /// By swizzled offset from the wave's base, as MUBUF computes it: it may be another lane's.
  std::byte* at_swizzled(int lane, std::uint64_t offset, std::uint32_t bytes, Access access);

  /// Bytes wherever they are and however many: `offset` as for at().
  void read(int lane, std::uint64_t offset, void* to, std::uint32_t bytes);
  void write(int lane, std::uint64_t offset, const void* from, std::uint32_t bytes);

  std::uint32_t bytes_per_lane() const { return bytes_per_lane_; }

 private:
  std::size_t place(std::uint32_t lane, std::uint64_t offset) const {
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
  /// Zeros that the host need not have before they are touched: a descriptor may ask for far more than its kernel uses.
  std::unique_ptr<std::byte[], Free> bytes_;
  std::vector<std::uint8_t> initialized_;
  std::array<std::byte, 4> nowhere_{};  ///< what is beyond the end
  bool plain_;                          ///< nothing but the bounds is to be looked at
};

}  // namespace rocm_bindgen::emulator
