// The device's global memory. Allocations are at host addresses, so that device memory and pinned memory need no
// translation. Each allocation is recorded with its exact size, which the checks use.
//
// A launch works on a snapshot of the list of allocations, which is immutable, so that kernels need no lock. A snapshot
// keeps the memory of its live allocations mapped: memory that the host frees during a launch stays accessible to that
// launch. A freed allocation stays in the list for a while, with its addresses reserved but its memory returned to the
// host, so that a later access is reported as a use after free. For the same reason, its addresses are not reused
// meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memory/access.hpp"
#include "memory/allocation_list.hpp"

namespace rocm_bindgen::emulator {

/// All functions are thread safe.
class AddressSpace {
 public:
  explicit AddressSpace(std::uint64_t capacity, Checks checks);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  /// Allocates `bytes` bytes; zero bytes get a unique address, too. The address is aligned to a page, and at least one
  /// page after the allocation stays unallocated. Returns null if the capacity is exhausted or the host cannot map the
  /// range. Pinned memory and kernel arguments are the host's memory and do not count against the capacity.
  void* allocate(std::uint64_t bytes, AllocationKind kind, bool writable = true,
                 std::vector<ReadOnlyRange> read_only = {});
  /// Returns false if `memory` is not the start of a live allocation of this kind. Snapshots taken earlier keep the
  /// memory mapped.
  bool release(void* memory, AllocationKind kind);
  /// Lets kernels use the caller's own memory at its address. Returns false if part of it is an allocation already.
  bool adopt(void* memory, std::uint64_t bytes);
  /// Undoes adopt(). Returns false if adopt() was not called with this address.
  bool disown(void* memory);
  /// The live allocation that has this byte; null if there is none.
  std::shared_ptr<const Allocation> find(const void* memory) const;
  /// For copies and fills by the host: returns whether the whole range is inside one live allocation. If it is not,
  /// `why_not` is the reason.
  bool covers(const void* memory, std::uint64_t bytes, std::string& why_not) const;
  /// Records that the host wrote the range, if uninitialised reads of its allocation are checked. This is done for the
  /// kind `device` only.
  void mark_initialized(const void* memory, std::uint64_t bytes);
  /// Records that the range at `from` was copied to `to`: a byte counts as written if the byte that it is a copy of
  /// does.
  void copy_initialized(const void* to, const void* from, std::uint64_t bytes);
  /// The offset of the first byte in the range that was never written; nothing if all bytes were, or if uninitialised
  /// reads of its allocation are not checked.
  std::optional<std::uint64_t> never_written(const void* memory, std::uint64_t bytes) const;

  /// Returns the current allocations and those that were freed most recently.
  std::shared_ptr<const AllocationList> snapshot() const;
  std::uint64_t capacity() const { return capacity_; }
  /// The bytes of the live allocations that count against the capacity.
  std::uint64_t used() const;

 private:
  struct State;
  std::uint64_t capacity_;
  Checks checks_;
  std::unique_ptr<State> state_;
};

/// A wave's access to global memory. It caches the allocation that was used last. Not thread safe: each wave has its
/// own.
class GlobalMemory {
 public:
  /// `allocations` are those of the start of the launch. Memory that was allocated later is found in `space`; null
  /// means that there is none.
  GlobalMemory(std::shared_ptr<const AllocationList> allocations, Checks checks, const AddressSpace* space = nullptr)
      : allocations_(std::move(allocations)), checks_(checks), space_(space) {}

  /// Returns the host address of the bytes. Throws a Fault if the memory is not allocated or was freed, if it is
  /// read-only and the access is not a read, or, with the check `uninit`, if it is read before it was written. Without
  /// the check `bounds`, an access outside an allocation but within its last page succeeds. Callers check natural
  /// alignment.
  std::byte* at(std::uint64_t address, std::uint64_t bytes, Access access, int lane) {
    if (last_ != nullptr && last_->contains(address, bytes) && (fast_ >> static_cast<unsigned>(access) & 1) != 0)
      return reinterpret_cast<std::byte*>(address);
    return look_up(address, bytes, access, lane);
  }
  /// Returns the allocation that contains the bytes, if every access of this kind to any of its bytes needs no further
  /// check. Returns null if not.
  const Allocation* unchecked(std::uint64_t address, std::uint64_t bytes, Access access) const;
  /// Adds every further access to the AccessLog of its thread. Call it before the first access.
  void log_accesses() { is_logged_ = true; }
  /// Must be called when a StoreJournal begins to record this wave's thread, so that the next access looks its
  /// allocation up, and is recorded.
  void record() { fast_ = 0; }

 private:
  std::byte* look_up(std::uint64_t address, std::uint64_t bytes, Access access, int lane);
  const Allocation& find(std::uint64_t address, std::uint64_t bytes, Access access, int lane);
  /// Returns the live allocation in the current list on whose memory the access may act; null if there is none.
  const Allocation* containing(std::uint64_t address, std::uint64_t bytes) const;
  /// Replaces the list by the current one. Returns false if that is the same.
  bool refresh();

  std::shared_ptr<const AllocationList> allocations_;
  Checks checks_;
  const AddressSpace* space_;
  std::vector<std::shared_ptr<const AllocationList>> earlier_;  ///< replaced lists, which keep their memory mapped
  bool is_logged_ = false;
  const Allocation* last_ = nullptr;
  /// One bit per kind of access. If it is set, accesses of this kind to `last_` need only a check of the bounds.
  unsigned fast_ = 0;
};

}  // namespace rocm_bindgen::emulator
