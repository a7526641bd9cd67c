#include "dispatch/workgroup_order.hpp"

#include <bit>

namespace rocm_bindgen::emulator {
namespace {

/// The finalizer of SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators").
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

}  // namespace

WorkgroupOrder::WorkgroupOrder(std::uint64_t count, std::uint64_t seed) : count_(count), in_order_(seed == 0) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // SplitMix64's increment: 2^64 divided by the golden ratio
  while (2 * half_bits_ < static_cast<unsigned>(std::bit_width(count - 1))) ++half_bits_;
  for (auto& key : keys_) key = mix(seed += kGolden);
}

std::uint64_t WorkgroupOrder::permute(std::uint64_t number) const {
  const auto mask = (std::uint64_t{1} << half_bits_) - 1;
  auto left = number >> half_bits_, right = number & mask;
  for (const auto key : keys_) {
    const auto next = left ^ (mix(right + key) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

std::uint64_t WorkgroupOrder::at(std::uint64_t turn) const {
  if (in_order_) return turn;
  auto number = permute(turn);
  while (number >= count_) number = permute(number);
  return number;
}

}  // namespace rocm_bindgen::emulator
