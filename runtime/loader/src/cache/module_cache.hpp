// The module cache of a device, keyed by the address of the `Module`. Hot path: every look-up of a kernel starts here.
//
// Invariants that make a look-up safe without a lock:
// - A table only grows. A slot is filled once: first its entry, then, by a release store, its key. It is never emptied.
// - When a table is half full, a larger one is filled and then published. Readers may still use an old table, so old
//   tables are kept until the cache is destroyed.
// - An entry is created at a module's first use and kept. Unloading a module sets Entry::loaded to null; the next use
//   loads the module again.
//
// The cache's mutex is held only to find or create an entry (and by clear()), never while a module is loaded: that is
// done under the entry's mutex, so that only users of the same module wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cache/counter.hpp"
#include "cache/loaded_module.hpp"
#include "process_guard.hpp"
#include "rocm_bindgen/module.hpp"
#include "rocm_bindgen/runtime_device.hpp"

namespace rocm_bindgen::runtime {

/// The modules of one device. A look-up of a loaded module takes no lock. A module is loaded by one of the threads that
/// ask for it, and only threads that ask for the same module wait.
class ModuleCache {
 public:
  explicit ModuleCache(ClaimedDevice& device);
  ~ModuleCache();

  /// Returns the module, and loads it if necessary. Throws what loading throws; after a failure the next call tries
  /// again.
  LoadedModule& get(const Module& module) {
    refuse_after_fork();
    if (LoadedModule* loaded = find(module)) {
      hits_.raise();
      return *loaded;
    }
    return load(module);
  }

  /// Unloads a module; does nothing if it is not loaded.
  void unload(const Module& module);

  /// Unloads all modules, and logs failures. Called when the device is closed and no other thread uses the cache.
  void clear();

  LoadStatistics statistics() const;

 private:
  /// The state of one module. Entries are never removed.
  struct Entry {
    std::atomic<LoadedModule*> loaded{nullptr};
    std::unique_ptr<LoadedModule> owned;  ///< owner of `loaded`; guarded by `mutex`
    std::mutex mutex;
  };

  /// A hash table with open addressing, at most half full. Old tables are kept, because readers may still use them.
  /// Sizes double, so all old tables together are no larger than the current one.
  struct Table {
    struct Slot {
      std::atomic<const Module*> key{nullptr};
      Entry* entry = nullptr;  ///< written before `key`
    };
    explicit Table(std::size_t size) : mask(size - 1), slots(new Slot[size]) {}
    std::size_t mask;
    std::unique_ptr<Slot[]> slots;
  };

  static std::size_t hash(const Module* module) noexcept {
    // Fibonacci hashing, because addresses of constants differ mostly in their middle bits. The lowest three bits are
    // 0: a Module contains pointers.
    return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(module) >> 3) * 0x9e3779b97f4a7c15ULL >> 32);
  }

  LoadedModule* find(const Module& module) const noexcept {
    const Table& table = *table_.load(std::memory_order_acquire);
    for (std::size_t at = hash(&module);; ++at) {
      const auto& slot = table.slots[at & table.mask];
      const Module* key = slot.key.load(std::memory_order_acquire);
      if (key == &module) return slot.entry->loaded.load(std::memory_order_acquire);
      if (key == nullptr) return nullptr;
    }
  }

  LoadedModule& load(const Module& module);
  /// Both require the mutex to be locked.
  Entry* known_entry(const Module& module) const;
  Entry& entry_of(const Module& module);
  static void insert(Table& table, const Module& module, Entry& entry);

  ClaimedDevice& device_;
  std::atomic<const Table*> table_;
  Counter hits_;
  std::atomic<std::uint64_t> loads_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> nanoseconds_{0};
  std::mutex mutex_;  ///< guards the members below
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace rocm_bindgen::runtime
