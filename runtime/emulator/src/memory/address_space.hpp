// The device's global memory: allocations at host addresses, so that pinned memory and device memory need no
// translation, with their exact sizes kept beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

enum class AllocationKind : std::uint8_t { device, pinned, code_object, managed, kernel_arguments };

/// Bytes within an allocation that kernels may not write.
struct ReadOnlyRange {
  std::uint64_t begin = 0, end = 0;  ///< offsets
  const char* what = "";             ///< for messages: "code is"
};

/// A range of addresses. What it was stays known for a while after it is freed, so that a use after free is called one.
struct Allocation {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  AllocationKind kind = AllocationKind::device;
  bool writable = true;
  bool live = true;
  std::vector<ReadOnlyRange> read_only;  ///< parts of one that is otherwise writable
  /// One byte per byte of memory, nonzero once written; empty where uninitialised reads are not looked for. Written by
  /// several threads: by relaxed atomic accesses alone.
  mutable std::vector<std::uint8_t> initialized;
  /// Keeps the memory mapped (`live`) or, freed, its addresses reserved: for as long as anybody has the allocation.
  std::shared_ptr<const void> backing;

  std::uint64_t end() const { return begin + bytes; }
  bool contains(std::uint64_t address, std::uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

/// Sorted by address, never overlapping; immutable, so that a launch reads it without a lock.
using AllocationList = std::vector<std::shared_ptr<const Allocation>>;

/// Thread safe.
class AddressSpace {
 public:
  explicit AddressSpace(std::uint64_t capacity, Checks checks);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  /// Zero bytes get an address of their own. Null if the capacity, which the host's memory (pinned, kernel arguments)
  /// does not count against, is used up. Aligned to a page; behind each allocation at least a page stays free.
  void* allocate(std::uint64_t bytes, AllocationKind kind, bool writable = true,
                 std::vector<ReadOnlyRange> read_only = {});
  /// False if `memory` is not the begin of a live allocation of this kind. Snapshots that were taken before keep the
  /// memory.
  bool release(void* memory, AllocationKind kind);
  /// For copies and fills by the host: is the whole range inside one live allocation? The reason if not.
  bool covers(const void* memory, std::uint64_t bytes, std::string& why_not) const;
  /// The host wrote it.
  void mark_initialized(const void* memory, std::uint64_t bytes);

  /// What is allocated now, and what was freed last.
  std::shared_ptr<const AllocationList> snapshot() const;
  std::uint64_t capacity() const { return capacity_; }
  /// Bytes asked for of the device's own memory.
  std::uint64_t used() const;

 private:
  struct State;
  std::uint64_t capacity_;
  Checks checks_;
  std::unique_ptr<State> state_;
};

/// A wave's way to global memory: remembers the allocation it used last. Not thread safe; one per wave.
class GlobalMemory {
 public:
  GlobalMemory(std::shared_ptr<const AllocationList> allocations, Checks checks)
      : allocations_(std::move(allocations)), checks_(checks) {}

  /// Where the bytes are on the host. Throws a Fault for memory that is not there (with bounds checked; otherwise only
  /// for addresses that no live allocation has a page at), is freed, read-only, or, if checked, read before it was
  /// written. Natural alignment is the caller's to check.
  std::byte* at(std::uint64_t address, std::uint64_t bytes, Access access, int lane) {
    if (last_ != nullptr && last_->contains(address, bytes) && (fast_ >> static_cast<unsigned>(access) & 1) != 0)
      return reinterpret_cast<std::byte*>(address);
    return look_up(address, bytes, access, lane);
  }

 private:
  std::byte* look_up(std::uint64_t address, std::uint64_t bytes, Access access, int lane);
  const Allocation& find(std::uint64_t address, std::uint64_t bytes, Access access, int lane) const;

  std::shared_ptr<const AllocationList> allocations_;
  Checks checks_;
  const Allocation* last_ = nullptr;
  /// Per kind of access a bit: of `last_`, nothing but its bounds is to be looked at.
  unsigned fast_ = 0;
};

}  // namespace rocm_bindgen::emulator
