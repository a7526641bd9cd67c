// A wave's scratch: private memory of its lanes, dword by dword interleaved as hardware does (AMDGPUUsage, "Private
// segment": swizzled by lane with an element size of four bytes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

class Scratch {
 public:
  Scratch(std::uint32_t bytes_per_lane, unsigned lanes, Checks checks);
  void reset();

  /// `offset` in the lane's own, unswizzled bytes. `bytes` must not cross a dword unless it starts at one and spans
  /// several: use dword_at() per dword for those. Throws a Fault for an overrun or, if checked, an uninitialised read.
  std::byte* at(int lane, std::uint64_t offset, std::uint32_t bytes, Access access);
  /// By swizzled offset from the wave's base, as MUBUF computes it.
  std::byte* at_swizzled(int lane, std::uint64_t offset, std::uint32_t bytes, Access access);

  std::uint32_t bytes_per_lane() const { return bytes_per_lane_; }

 private:
  std::uint32_t bytes_per_lane_;
  unsigned lanes_;
  Checks checks_;
  std::vector<std::byte> bytes_;
  std::vector<std::uint8_t> initialized_;
};

}  // namespace rocm_bindgen::emulator
