#include "memory/address_space.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <sys/mman.h>

#include "memory/allocation_search.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The number and total size of the freed allocations that stay in the list. Their addresses are reserved, but their
/// memory is returned to the host. Larger limits would report later uses of freed memory, but each snapshot copies the
/// list.
constexpr std::size_t kQuarantineCount = 1024;
constexpr std::uint64_t kQuarantineBytes = std::uint64_t{16} << 30;

/// A range of reserved addresses. It is unmapped when the last reference to it is released.
struct Reservation {
  Reservation(void* begin, std::size_t bytes) : begin(begin), bytes(bytes) {}
  ~Reservation() { munmap(begin, bytes); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  void* begin;
  std::size_t bytes;
};

/// The memory at reserved addresses. It is returned to the host when the last reference from a live allocation, in the
/// current list or in a snapshot, is released.
struct Residence {
  explicit Residence(std::shared_ptr<const Reservation> addresses) : addresses(std::move(addresses)) {}
  ~Residence() {
    madvise(addresses->begin, addresses->bytes, MADV_DONTNEED);
    mprotect(addresses->begin, addresses->bytes, PROT_NONE);
  }
  Residence(const Residence&) = delete;
  Residence& operator=(const Residence&) = delete;

  std::shared_ptr<const Reservation> addresses;
};

/// Maps at least one page more than the bytes need. Nothing is allocated there, so an access just after the end of an
/// allocation is never inside another one.
std::shared_ptr<const Residence> map(std::uint64_t bytes) {
  const auto mapped = (bytes + kPage - 1) / kPage * kPage + kPage;
  void* begin = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (begin == MAP_FAILED) return nullptr;
  return std::make_shared<Residence>(std::make_shared<Reservation>(begin, mapped));
}

/// The other kinds are memory of the host, which does not count against the device's capacity.
bool takes_device_memory(AllocationKind kind) {
  return kind == AllocationKind::device || kind == AllocationKind::code_object || kind == AllocationKind::managed ||
         kind == AllocationKind::managed_variable;
}

bool begins_below(const std::shared_ptr<const Allocation>& entry, std::uint64_t address) {
  return entry->begin < address;
}

}  // namespace

struct AddressSpace::State {
  mutable std::mutex mutex;
  Allocations allocations;
  std::deque<std::uint64_t> quarantine;  ///< the start addresses of freed allocations, the oldest first
  std::uint64_t quarantined_bytes = 0;
  std::uint64_t used = 0;
  /// A copy of `allocations` that snapshots share; null if `allocations` has changed since the copy.
  mutable std::shared_ptr<const AllocationList> published;

  Allocations::iterator lower_bound(std::uint64_t address) {
    return std::lower_bound(allocations.begin(), allocations.end(), address, begins_below);
  }
  void bury(Allocations::iterator entry);
};

/// Replaces a live allocation by a record that it was freed, and removes the oldest records beyond the limits.
void AddressSpace::State::bury(Allocations::iterator entry) {
  const auto& residence = *static_cast<const Residence*>((*entry)->backing.get());
  auto dead = std::make_shared<Allocation>();
  dead->begin = (*entry)->begin;
  dead->bytes = (*entry)->bytes;
  dead->kind = (*entry)->kind;
  dead->live = false;
  dead->backing = residence.addresses;
  quarantined_bytes += dead->bytes;
  quarantine.push_back(dead->begin);
  *entry = std::move(dead);
  while (quarantine.size() > kQuarantineCount || quarantined_bytes > kQuarantineBytes) {
    const auto oldest = lower_bound(quarantine.front());
    quarantined_bytes -= (*oldest)->bytes;
    allocations.erase(oldest);
    quarantine.pop_front();
  }
}

AddressSpace::AddressSpace(std::uint64_t capacity, Checks checks)
    : capacity_(capacity), checks_(checks), state_(std::make_unique<State>()) {}

AddressSpace::~AddressSpace() = default;

void* AddressSpace::allocate(std::uint64_t bytes, AllocationKind kind, bool writable,
                             std::vector<ReadOnlyRange> read_only) {
  const std::lock_guard lock(state_->mutex);
  const bool counts = takes_device_memory(kind);
  if (counts && bytes > capacity_ - state_->used) return nullptr;
  // A process has 47 bits of addresses. A longer range must not reach map(), whose rounding up could overflow.
  if (bytes >> 47 != 0) return nullptr;
  auto residence = map(std::max<std::uint64_t>(bytes, 1));
  if (residence == nullptr) return nullptr;
  void* begin = residence->addresses->begin;
  auto allocation = std::make_shared<Allocation>();
  allocation->begin = reinterpret_cast<std::uint64_t>(begin);
  allocation->bytes = bytes;
  allocation->kind = kind;
  allocation->writable = writable;
  allocation->read_only = std::move(read_only);
  if (checks_.uninit && kind == AllocationKind::device) allocation->initialized.resize(bytes);
  allocation->backing = std::move(residence);
  const auto address = allocation->begin;
  state_->allocations.insert(state_->lower_bound(address), std::move(allocation));
  state_->published.reset();
  if (counts) state_->used += bytes;
  return begin;
}

bool AddressSpace::release(void* memory, AllocationKind kind) {
  // The memory may be unmapped when `released` is destroyed. `released` is declared before the lock, so this happens
  // after the lock is released.
  std::shared_ptr<const Allocation> released;
  const std::lock_guard lock(state_->mutex);
  const auto entry = state_->lower_bound(reinterpret_cast<std::uint64_t>(memory));
  if (entry == state_->allocations.end() || (*entry)->begin != reinterpret_cast<std::uint64_t>(memory) ||
      !(*entry)->live || (*entry)->kind != kind || kind == AllocationKind::registered)
    return false;
  released = *entry;
  if (takes_device_memory(kind)) state_->used -= released->bytes;
  state_->bury(entry);
  state_->published.reset();
  return true;
}

bool AddressSpace::adopt(void* memory, std::uint64_t bytes) {
  const std::lock_guard lock(state_->mutex);
  const auto begin = reinterpret_cast<std::uint64_t>(memory);
  if (memory == nullptr || bytes == 0 || bytes > ~begin) return false;  // begin + bytes must not overflow
  const auto next = state_->lower_bound(begin);
  if (next != state_->allocations.end() && (*next)->begin < begin + bytes) return false;
  if (next != state_->allocations.begin() && (*std::prev(next))->end() > begin) return false;
  auto allocation = std::make_shared<Allocation>();
  allocation->begin = begin;
  allocation->bytes = bytes;
  allocation->kind = AllocationKind::registered;
  state_->allocations.insert(next, std::move(allocation));
  state_->published.reset();
  return true;
}

bool AddressSpace::disown(void* memory) {
  const std::lock_guard lock(state_->mutex);
  const auto entry = state_->lower_bound(reinterpret_cast<std::uint64_t>(memory));
  if (entry == state_->allocations.end() || (*entry)->begin != reinterpret_cast<std::uint64_t>(memory) ||
      (*entry)->kind != AllocationKind::registered)
    return false;
  // The list keeps no record that the range was freed, because its owner may register the addresses again.
  state_->allocations.erase(entry);
  state_->published.reset();
  return true;
}

std::shared_ptr<const Allocation> AddressSpace::find(const void* memory) const {
  const std::lock_guard lock(state_->mutex);
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const auto after = first_above(state_->allocations, address);
  if (after == state_->allocations.begin()) return nullptr;
  const auto& entry = *std::prev(after);
  // An allocation of no bytes contains only its start address here, so that it can be found.
  const bool inside = address < entry->end() || (entry->bytes == 0 && address == entry->begin);
  return entry->live && inside ? entry : nullptr;
}

bool AddressSpace::covers(const void* memory, std::uint64_t bytes, std::string& why_not) const {
  const std::lock_guard lock(state_->mutex);
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const auto* allocation = find_allocation(state_->allocations, address);
  if (allocation != nullptr && allocation->live && allocation->contains(address, bytes)) return true;
  why_not = explain_outside(state_->allocations, address, bytes);
  return false;
}

namespace {

/// The bytes of Allocation::initialized for a range; null if uninitialised reads of it are not checked.
std::uint8_t* initialized_flags(const Allocations& allocations, const void* memory, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const auto* allocation = find_allocation(allocations, address);
  if (allocation == nullptr || allocation->initialized.empty() || !allocation->contains(address, bytes)) return nullptr;
  return allocation->initialized.data() + (address - allocation->begin);
}

bool load_flag(std::uint8_t& flag) {
  return std::atomic_ref(flag).load(std::memory_order_relaxed) != 0;
}

void store_flag(std::uint8_t& flag, bool written) {
  std::atomic_ref(flag).store(written ? 1 : 0, std::memory_order_relaxed);
}

}  // namespace

void AddressSpace::mark_initialized(const void* memory, std::uint64_t bytes) {
  const std::lock_guard lock(state_->mutex);
  auto* const flags = initialized_flags(state_->allocations, memory, bytes);
  if (flags == nullptr) return;
  for (std::uint64_t at = 0; at < bytes; ++at) store_flag(flags[at], true);
}

void AddressSpace::copy_initialized(const void* to, const void* from, std::uint64_t bytes) {
  const std::lock_guard lock(state_->mutex);
  auto* const target = initialized_flags(state_->allocations, to, bytes);
  auto* const source = initialized_flags(state_->allocations, from, bytes);
  if (target == nullptr) return;
  // If the ranges overlap, no flag may be overwritten before it is read.
  const bool backwards = to > from;
  for (std::uint64_t step = 0; step < bytes; ++step) {
    const auto at = backwards ? bytes - 1 - step : step;
    store_flag(target[at], source == nullptr || load_flag(source[at]));
  }
}

std::optional<std::uint64_t> AddressSpace::never_written(const void* memory, std::uint64_t bytes) const {
  const std::lock_guard lock(state_->mutex);
  auto* const flags = initialized_flags(state_->allocations, memory, bytes);
  if (flags == nullptr) return std::nullopt;
  for (std::uint64_t at = 0; at < bytes; ++at)
    if (!load_flag(flags[at])) return at;
  return std::nullopt;
}

std::shared_ptr<const AllocationList> AddressSpace::snapshot() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->published == nullptr) state_->published = std::make_shared<AllocationList>(state_->allocations);
  return state_->published;
}

std::uint64_t AddressSpace::used() const {
  const std::lock_guard lock(state_->mutex);
  return state_->used;
}

}  // namespace rocm_bindgen::emulator
