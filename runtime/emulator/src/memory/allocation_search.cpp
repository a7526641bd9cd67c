#include "memory/allocation_search.hpp"

#include <algorithm>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// If the nearest allocation is farther away than this, it is not mentioned in a message about the address.
constexpr std::uint64_t kNear = std::uint64_t{1} << 30;
/// No allocation begins below this address.
constexpr std::uint64_t kNullPage = 4096;

const char* kind_name(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::device:
      return "device allocation";
    case AllocationKind::pinned:
      return "pinned allocation";
    case AllocationKind::code_object:
      return "code object";
    case AllocationKind::managed:
      return "managed allocation";
    case AllocationKind::managed_variable:
      return "managed variable";
    case AllocationKind::registered:
      return "registered range of host memory";
    case AllocationKind::services:
      return "piece of memory for printf and malloc";
    case AllocationKind::kernel_arguments:
      break;
  }
  return "kernel argument segment";
}

}  // namespace

Allocations::const_iterator first_above(const Allocations& allocations, std::uint64_t address) {
  return std::upper_bound(
      allocations.begin(), allocations.end(), address,
      [](std::uint64_t sought, const std::shared_ptr<const Allocation>& entry) { return sought < entry->begin; });
}

const Allocation* find_allocation(const Allocations& allocations, std::uint64_t address) {
  const auto above = first_above(allocations, address);
  return above == allocations.begin() ? nullptr : std::prev(above)->get();
}

const Allocation* nearest_allocation(const Allocations& allocations, std::uint64_t address) {
  if (address < kNullPage) return nullptr;
  const auto above = first_above(allocations, address);
  const Allocation* below = above == allocations.begin() ? nullptr : std::prev(above)->get();
  const Allocation* next = above == allocations.end() ? nullptr : above->get();
  const auto past = below == nullptr ? kNear + 1 : address < below->end() ? 0 : address - below->end();
  const auto before = next == nullptr ? kNear + 1 : next->begin - address;
  if (std::min(past, before) > kNear) return nullptr;
  return past > before ? next : below;
}

std::string describe(const Allocation& allocation) {
  return std::string(allocation.live ? "" : "freed ") + kind_name(allocation.kind) + " of " +
         byte_count(allocation.bytes);
}

std::string explain_outside(const Allocations& allocations, std::uint64_t address, std::uint64_t bytes) {
  if (address < kNullPage) return "it is a null pointer access";
  const auto* nearest = nearest_allocation(allocations, address);
  if (nearest == nullptr) return "no allocation is near";
  if (address < nearest->begin) return byte_count(nearest->begin - address) + " before a " + describe(*nearest);
  if (address > nearest->end())
    return byte_count(address - nearest->end()) + " past the end of a " + describe(*nearest);
  if (address == nearest->end()) return "right at the end of a " + describe(*nearest);
  if (!nearest->live) return byte_count(address - nearest->begin) + " into a " + describe(*nearest);
  return "it reaches " + byte_count(bytes - (nearest->end() - address)) + " past the end of a " + describe(*nearest);
}

}  // namespace rocm_bindgen::emulator
