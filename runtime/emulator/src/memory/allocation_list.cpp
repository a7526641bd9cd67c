#include "memory/allocation_list.hpp"

#include <algorithm>

#include "memory/allocation_search.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The last byte. An allocation of no bytes counts as one byte, because it is found at its address.
std::uint64_t last_byte(const Allocation& allocation) {
  return allocation.begin + std::max<std::uint64_t>(allocation.bytes, 1) - 1;
}

}  // namespace

AllocationList::~AllocationList() {
  for (auto& bucket : buckets_)
    for (auto* region = bucket.load(std::memory_order_relaxed); region != nullptr;)
      delete std::exchange(region, region->next);
}

const Allocation* AllocationList::search(std::uint64_t address) const {
  return find_allocation(entries_, address);
}

const AllocationList::Region* AllocationList::fill(std::uint64_t number) const {
  static const Allocation several{};
  const auto begin = number * kRegionBytes, end = begin + (kRegionBytes - 1);  // the end is inclusive
  auto region = std::make_unique<Region>();
  region->number = number;
  region->pages = std::make_unique<std::array<const Allocation*, kPagesOfRegion>>();  // all null
  auto& pages = *region->pages;
  auto entry = first_above(entries_, begin);
  if (entry != entries_.begin()) --entry;  // it may reach into the region
  for (; entry != entries_.end() && (*entry)->begin <= end; ++entry) {
    const auto& allocation = **entry;
    const auto last = last_byte(allocation);
    if (last < begin) continue;
    if (allocation.begin <= begin && last >= end) region->whole = &allocation;
    const auto first_page = (std::max(allocation.begin, begin) - begin) / kPage;
    const auto last_page = (std::min(last, end) - begin) / kPage;
    for (auto page = first_page; page <= last_page; ++page)
      pages[page] = pages[page] == nullptr ? &allocation : &several;
  }
  std::replace(pages.begin(), pages.end(), &several, static_cast<const Allocation*>(nullptr));
  if (region->whole != nullptr) region->pages.reset();
  // If another thread has filled the same region meanwhile, both have the same contents, and either may be found.
  auto& bucket = bucket_of(number);
  region->next = bucket.load(std::memory_order_relaxed);
  while (!bucket.compare_exchange_weak(region->next, region.get(), std::memory_order_acq_rel)) {
  }
  return region.release();
}

}  // namespace rocm_bindgen::emulator
