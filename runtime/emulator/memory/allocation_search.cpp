#include "memory/allocation_search.hpp"

#include <algorithm>

namespace rocm_bindgen::emulator {
namespace {

/// An allocation farther off than this has nothing to do with a bad address.
constexpr std::uint64_t kNear = std::uint64_t{1} << 30;
/// What no allocation begins in.
constexpr std::uint64_t kNullPage = 4096;

const char* kind_name(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::device:
      return "device allocation";
    case AllocationKind::pinned:
      return "pinned allocation";
    case AllocationKind::code_object:
      return "code object";
    case AllocationKind::kernel_arguments:
      break;
  }
  return "kernel argument segment";
}

AllocationList::const_iterator first_above(const AllocationList& allocations, std::uint64_t address) {
  return std::upper_bound(
      allocations.begin(), allocations.end(), address,
      [](std::uint64_t sought, const std::shared_ptr<const Allocation>& entry) { return sought < entry->begin; });
}

}  // namespace

const Allocation* find_allocation(const AllocationList& allocations, std::uint64_t address) {
  const auto above = first_above(allocations, address);
  return above == allocations.begin() ? nullptr : std::prev(above)->get();
}

std::string describe(const Allocation& allocation) {
  return std::string(allocation.live ? "" : "freed ") + kind_name(allocation.kind) + " of " +
         byte_count(allocation.bytes);
}

std::string explain_outside(const AllocationList& allocations, std::uint64_t address, std::uint64_t bytes) {
  if (address < kNullPage) return "it is a null pointer's";
  const auto above = first_above(allocations, address);
  const Allocation* below = above == allocations.begin() ? nullptr : std::prev(above)->get();
  const Allocation* next = above == allocations.end() ? nullptr : above->get();
  if (below != nullptr && address < below->end()) {
    if (!below->live) return byte_count(address - below->begin) + " into a " + describe(*below);
    return "it reaches " + byte_count(bytes - (below->end() - address)) + " past the end of a " + describe(*below);
  }
  const auto past = below == nullptr ? ~std::uint64_t{0} : address - below->end();
  const auto before = next == nullptr ? ~std::uint64_t{0} : next->begin - address;
  if (std::min(past, before) > kNear) return "no allocation is near";
  if (past > before) return byte_count(before) + " before a " + describe(*next);
  if (past == 0) return "right at the end of a " + describe(*below);
  return byte_count(past) + " past the end of a " + describe(*below);
}

}  // namespace rocm_bindgen::emulator
