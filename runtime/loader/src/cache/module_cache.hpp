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

/// The modules of one device, by the address of the `Module`. A look-up of a loaded module takes no lock; a module is
/// loaded by one of the threads that ask for it, while the others wait for that module alone.
class ModuleCache {
 public:
  explicit ModuleCache(ClaimedDevice& device);
  ~ModuleCache();

  /// Loads it if need be. Throws what loading throws; the next call then tries again.
  LoadedModule& get(const Module& module) {
    refuse_after_fork();
    if (LoadedModule* loaded = find(module)) {
      hits_.raise();
      return *loaded;
    }
    return load(module);
  }

  void unload(const Module& module);

  /// Unloads all.
  void clear();

  LoadStatistics statistics() const;

 private:
  /// Made at a module's first use, and kept.
  struct Entry {
    std::atomic<LoadedModule*> loaded{nullptr};
    std::unique_ptr<LoadedModule> owned;  ///< what `loaded` points to; guarded by `mutex`
    std::mutex mutex;
  };

  /// Open addressing, at most half full. Readers may hold an old table while a larger one is made, so old ones stay:
  /// all of them together are as large as the newest.
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
    // Fibonacci hashing: addresses of constants differ in their middle bits.
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
  /// Both to be called with the mutex locked.
  Entry* known_entry(const Module& module) const;
  Entry& entry_of(const Module& module);
  static void insert(Table& table, const Module& module, Entry& entry);

  ClaimedDevice& device_;
  std::atomic<const Table*> table_;
  Counter hits_;
  std::atomic<std::uint64_t> loads_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> nanoseconds_{0};
  std::mutex mutex_;  ///< guards what follows
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace rocm_bindgen::runtime
