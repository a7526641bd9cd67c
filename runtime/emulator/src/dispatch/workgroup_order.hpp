// The order in which the workgroups of a dispatch run.
#pragma once

#include <array>
#include <cstdint>

namespace rocm_bindgen::emulator {

/// A permutation of the numbers below `count`, determined by the seed. Each element is computed when it is requested: a
/// grid may have 2^63 workgroups, and a table of that size would not fit into a host's memory.
///
/// A Feistel network permutes the numbers of 2 * half_bits_ bits, which include all numbers below `count`. If its
/// result is not below `count`, the network is applied to the result again until it is. Since the network is a
/// permutation, the function is one as well. The network's range has at most four times `count` numbers, so few
/// steps are needed.
class WorkgroupOrder {
 public:
  /// With seed 0, the workgroups are in order.
  WorkgroupOrder(std::uint64_t count, std::uint64_t seed);

  /// Returns the workgroup that runs at position `turn`, which must be below `count`. Thread safe.
  std::uint64_t at(std::uint64_t turn) const;

 private:
  std::uint64_t permute(std::uint64_t number) const;

  std::uint64_t count_;
  bool in_order_;
  unsigned half_bits_ = 1;
  std::array<std::uint64_t, 4> keys_{};  ///< one per round of the network
};

}  // namespace rocm_bindgen::emulator
