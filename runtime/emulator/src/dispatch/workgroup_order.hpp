// The order in which a dispatch's workgroups run.
#pragma once

#include <array>
#include <cstdint>

namespace rocm_bindgen::emulator {

/// A permutation of the numbers below `count` that follows from the seed. Each place is computed when it is asked for:
/// a grid may have 2^63 workgroups, and a table of them would need memory that no host has.
///
/// A Feistel network permutes the numbers of an even number of bits. What it gives beyond `count` goes through it again
/// until it is below; since the network is a permutation, so is the result. There are fewer than four times as many
/// numbers as workgroups, so this ends after few steps.
class WorkgroupOrder {
 public:
  /// Seed 0: in order.
  WorkgroupOrder(std::uint64_t count, std::uint64_t seed);

  /// The workgroup that comes at `turn`, a number below `count`.
  std::uint64_t at(std::uint64_t turn) const;

 private:
  std::uint64_t permute(std::uint64_t number) const;

  std::uint64_t count_;
  bool in_order_;
  unsigned half_bits_ = 1;
  std::array<std::uint64_t, 4> keys_{};
};

}  // namespace rocm_bindgen::emulator
