// Allocations, and the list of them that a launch works on.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace rocm_bindgen::emulator {

/// The pages by which memory is mapped and protected.
inline constexpr std::uint64_t kPage = 4096;

/// The kind determines what counts against the capacity, what is checked, and the name in messages.
enum class AllocationKind : std::uint8_t {
  device,
  pinned,
  code_object,
  managed,
  managed_variable,  ///< a `__managed__` variable of a code object
  kernel_arguments,  ///< and the other structures that a launch reads: the dispatch packet and the queue
  registered,        ///< the caller's own memory; see adopt()
  services           ///< buffers for kernels' printf() and malloc()
};

/// A range of an allocation that kernels may not write.
struct ReadOnlyRange {
  std::uint64_t begin = 0, end = 0;  ///< offsets from the start of the allocation, in bytes
  const char* what = "";             ///< for messages: "code is"
};

/// A range of addresses that is or was allocated.
struct Allocation {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  AllocationKind kind = AllocationKind::device;
  bool writable = true;
  bool live = true;
  std::vector<ReadOnlyRange> read_only;  ///< the read-only parts of an allocation that is otherwise writable
  /// One byte per byte of memory, which is nonzero after the memory was written. Empty if uninitialised reads of this
  /// allocation are not checked. Several threads write it, so all accesses must be relaxed atomics.
  mutable std::vector<std::uint8_t> initialized;
  /// Keeps the memory mapped (if `live`) or the addresses reserved (if freed) for as long as any list contains the
  /// allocation.
  std::shared_ptr<const void> backing;

  std::uint64_t end() const { return begin + bytes; }
  bool contains(std::uint64_t address, std::uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

/// Allocations in the order of their addresses, without overlaps.
using Allocations = std::vector<std::shared_ptr<const Allocation>>;

/// A list of allocations that does not change, with a page table. The table is filled when addresses are looked up,
/// 2 MiB at a time, because a process makes many lists, and most launches access little of their memory. Thread safe.
class AllocationList {
 public:
  AllocationList() = default;
  explicit AllocationList(Allocations entries) : entries_(std::move(entries)) {}
  ~AllocationList();
  AllocationList(const AllocationList&) = delete;
  AllocationList& operator=(const AllocationList&) = delete;

  const Allocations& entries() const { return entries_; }

  /// Returns the same as find_allocation(): the last allocation that begins at or below the address; null if there is
  /// none.
  const Allocation* find(std::uint64_t address) const {
    const auto number = address / kRegionBytes;
    const Region* region = bucket_of(number).load(std::memory_order_acquire);
    while (region != nullptr && region->number != number) region = region->next;
    if (region == nullptr) region = fill(number);
    const auto* owner = region->owner_of(address);
    // No other allocation begins between the start of `owner` and the address: it would have bytes in the same page.
    return owner != nullptr && address >= owner->begin ? owner : search(address);
  }

 private:
  static constexpr std::uint64_t kRegionBytes = std::uint64_t{1} << 21;
  static constexpr std::size_t kPagesOfRegion = kRegionBytes / kPage;
  /// Any number would do; this one gives launches of up to 512 MiB a region per bucket.
  static constexpr std::size_t kBuckets = 256;

  /// The page table's part for 2 MiB of addresses.
  struct Region {
    const Allocation* owner_of(std::uint64_t address) const {
      return pages == nullptr ? whole : (*pages)[address % kRegionBytes / kPage];
    }

    std::uint64_t number = 0;           ///< the region's first address, divided by its size
    const Allocation* whole = nullptr;  ///< the allocation that all bytes of the region belong to, if there is one
    /// For each page, the only allocation that has bytes in it. Null if there is none or if there are several, which
    /// only memory that the caller has registered can share.
    std::unique_ptr<std::array<const Allocation*, kPagesOfRegion>> pages;
    Region* next = nullptr;  ///< in the same bucket
  };

  std::atomic<Region*>& bucket_of(std::uint64_t number) const { return buckets_[number % kBuckets]; }
  const Region* fill(std::uint64_t number) const;
  const Allocation* search(std::uint64_t address) const;

  Allocations entries_;
  mutable std::array<std::atomic<Region*>, kBuckets> buckets_{};
};

}  // namespace rocm_bindgen::emulator
