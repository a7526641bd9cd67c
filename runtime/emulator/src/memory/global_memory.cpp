#include <algorithm>
#include <atomic>
#include <utility>

#include "fault.hpp"
#include "memory/access_log.hpp"
#include "memory/address_space.hpp"
#include "memory/allocation_search.hpp"
#include "memory/store_journal.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Returns whether the range is inside the pages that contain the allocation's bytes. Without the check of bounds,
/// accesses to these pages succeed, as on hardware, which protects whole pages.
bool has_pages(const Allocation& allocation, std::uint64_t address, std::uint64_t bytes) {
  const auto end = (allocation.end() + kPage - 1) / kPage * kPage;
  return address >= allocation.begin && address < end && bytes <= end - address;
}

/// Returns a read-only part that the range overlaps; null if there is none. `address` must be in the allocation.
const ReadOnlyRange* read_only_part(const Allocation& allocation, std::uint64_t address, std::uint64_t bytes) {
  const auto begin = address - allocation.begin;
  for (const auto& range : allocation.read_only)
    if (begin < range.end && range.begin < begin + bytes) return &range;
  return nullptr;
}

/// Throws a Fault if a byte is read that was never written. Marks written bytes.
void check_initialized(const Allocation& allocation, std::uint64_t address, std::uint64_t bytes, Access access,
                       int lane) {
  const auto at = address - allocation.begin;
  for (std::uint64_t byte = 0; byte < bytes; ++byte) {
    const std::atomic_ref written(allocation.initialized[at + byte]);
    if (access != Access::write && written.load(std::memory_order_relaxed) == 0)
      throw Fault("uninitialised " + describe(access, bytes, address) + ": byte " + std::to_string(byte) +
                      " was never written (" + byte_count(at) + " into a " + describe(allocation) + ")",
                  lane, address, /*has_address=*/true);
    if (access != Access::read) written.store(1, std::memory_order_relaxed);
  }
}

void record_access(StoreJournal& journal, const Allocation& allocation, std::uint64_t address, std::uint64_t bytes,
                   Access access) {
  if (allocation.kind == AllocationKind::pinned || allocation.kind == AllocationKind::registered)
    journal.note_host_access();
  if (access == Access::read) return;
  // Without the check of bounds, the range may end after the allocation.
  const auto end = std::max(allocation.end(), address + bytes);
  journal.before_store(reinterpret_cast<std::byte*>(address), bytes, reinterpret_cast<std::byte*>(allocation.begin),
                       reinterpret_cast<std::byte*>(end));
}

}  // namespace

const Allocation* GlobalMemory::containing(std::uint64_t address, std::uint64_t bytes) const {
  const auto* found = allocations_->find(address);
  if (found == nullptr || !found->live) return nullptr;
  if (found->contains(address, bytes)) return found;
  return !checks_.bounds && has_pages(*found, address, bytes) ? found : nullptr;
}

bool GlobalMemory::refresh() {
  if (space_ == nullptr) return false;
  auto current = space_->snapshot();
  if (current == allocations_) return false;
  earlier_.push_back(std::exchange(allocations_, std::move(current)));
  last_ = nullptr;
  fast_ = 0;
  return true;
}

const Allocation& GlobalMemory::find(std::uint64_t address, std::uint64_t bytes, Access access, int lane) {
  if (const auto* found = containing(address, bytes)) return *found;
  // The host may have allocated the memory while the kernel ran, and told it the address.
  if (refresh())
    if (const auto* found = containing(address, bytes)) return *found;
  const auto* found = allocations_->find(address);
  const bool was_freed = found != nullptr && !found->live && address < found->end();
  const auto what = describe(access, bytes, address);
  const auto why = explain_outside(allocations_->entries(), address, bytes);
  throw Fault(was_freed ? "use after free: " + what + " is " + why : what + " is out of bounds: " + why, lane, address,
              /*has_address=*/true);
}

const Allocation* GlobalMemory::unchecked(std::uint64_t address, std::uint64_t bytes, Access access) const {
  const auto* found = allocations_->find(address);
  if (found == nullptr || !found->live || !found->contains(address, bytes) || !found->initialized.empty())
    return nullptr;
  if (access != Access::read && (!found->writable || !found->read_only.empty())) return nullptr;
  return found;
}

std::byte* GlobalMemory::look_up(std::uint64_t address, std::uint64_t bytes, Access access, int lane) {
  const auto& allocation =
      last_ != nullptr && last_->contains(address, bytes) ? *last_ : find(address, bytes, access, lane);
  const auto* part = access == Access::read ? nullptr : read_only_part(allocation, address, bytes);
  if (access != Access::read && (!allocation.writable || part != nullptr))
    throw Fault(describe(access, bytes, address) +
                    " is to read-only memory: " + byte_count(address - allocation.begin) + " into a " +
                    describe(allocation) + (part == nullptr ? std::string() : std::string(", where its ") + part->what),
                lane, address, /*has_address=*/true);
  if (!allocation.initialized.empty() && allocation.contains(address, bytes))
    check_initialized(allocation, address, bytes, access, lane);
  // Without the check of bounds, the allocation need not contain the range. This is safe, because every access that
  // uses last_ checks the range again.
  last_ = &allocation;
  if (is_logged_)
    AccessLog::of_thread().add({address, static_cast<std::uint32_t>(bytes), lane, AccessLog::Space::global, access});
  // Selects the kinds of access for which at() may skip look_up() in this allocation: no kind if initialization is
  // tracked or accesses are logged, only reads if the allocation or a part of it is read-only, and all kinds otherwise.
  const unsigned reads = 1u << static_cast<unsigned>(Access::read);
  const unsigned all = reads | 1u << static_cast<unsigned>(Access::write) | 1u << static_cast<unsigned>(Access::atomic);
  fast_ = !allocation.initialized.empty() || is_logged_         ? 0
          : allocation.writable && allocation.read_only.empty() ? all
                                                                : reads;
  if (auto* journal = StoreJournal::of_this_thread()) {
    record_access(*journal, allocation, address, bytes, access);
    fast_ = 0;
  }
  // Device addresses are host addresses.
  return reinterpret_cast<std::byte*>(address);
}

}  // namespace rocm_bindgen::emulator
