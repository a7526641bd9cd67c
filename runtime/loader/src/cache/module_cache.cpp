#include "cache/module_cache.hpp"

#include <chrono>
#include <utility>

#include "device/claimed_device.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// A power of two. The table grows when it is half full, so a program with fewer than 32 modules never grows it.
constexpr std::size_t kFirstTableSize = 64;

}  // namespace

ModuleCache::ModuleCache(ClaimedDevice& device) : device_(device) {
  tables_.push_back(std::make_unique<Table>(kFirstTableSize));
  table_.store(tables_.back().get(), std::memory_order_release);
}

ModuleCache::~ModuleCache() = default;

void ModuleCache::insert(Table& table, const Module& module, Entry& entry) {
  for (std::size_t at = hash(&module);; ++at) {
    auto& slot = table.slots[at & table.mask];
    if (slot.key.load(std::memory_order_relaxed) != nullptr) continue;
    slot.entry = &entry;
    slot.key.store(&module, std::memory_order_release);
    return;
  }
}

ModuleCache::Entry* ModuleCache::known_entry(const Module& module) const {
  const Table& table = *tables_.back();
  for (std::size_t at = hash(&module);; ++at) {
    const auto& slot = table.slots[at & table.mask];
    const Module* key = slot.key.load(std::memory_order_relaxed);
    if (key == &module) return slot.entry;
    if (key == nullptr) return nullptr;
  }
}

ModuleCache::Entry& ModuleCache::entry_of(const Module& module) {
  if (Entry* known = known_entry(module)) return *known;
  Table* table = tables_.back().get();
  entries_.push_back(std::make_unique<Entry>());
  if (2 * entries_.size() > table->mask) {
    auto larger = std::make_unique<Table>(2 * (table->mask + 1));
    for (std::size_t i = 0; i <= table->mask; ++i)
      if (const Module* key = table->slots[i].key.load(std::memory_order_relaxed))
        insert(*larger, *key, *table->slots[i].entry);
    tables_.push_back(std::move(larger));
    table = tables_.back().get();
    insert(*table, module, *entries_.back());
    table_.store(table, std::memory_order_release);
  } else {
    insert(*table, module, *entries_.back());
  }
  return *entries_.back();
}

LoadedModule& ModuleCache::load(const Module& module) {
  Entry& entry = [&]() -> Entry& {
    const std::lock_guard lock(mutex_);
    return entry_of(module);
  }();
  const std::lock_guard lock(entry.mutex);
  if (LoadedModule* loaded = entry.loaded.load(std::memory_order_relaxed)) {
    hits_.raise();
    return *loaded;
  }
  const auto start = std::chrono::steady_clock::now();
  entry.owned = std::make_unique<LoadedModule>(device_, module);
  const auto duration = std::chrono::steady_clock::now() - start;
  loads_.fetch_add(1, std::memory_order_relaxed);
  bytes_.fetch_add(entry.owned->image_bytes(), std::memory_order_relaxed);
  nanoseconds_.fetch_add(
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count()),
      std::memory_order_relaxed);
  entry.loaded.store(entry.owned.get(), std::memory_order_release);
  return *entry.owned;
}

void ModuleCache::unload(const Module& module) {
  Entry* entry = nullptr;
  {
    const std::lock_guard lock(mutex_);
    entry = known_entry(module);
  }
  if (entry == nullptr) return;
  const std::lock_guard lock(entry->mutex);
  entry->loaded.store(nullptr, std::memory_order_release);
  if (const auto loaded = std::move(entry->owned)) loaded->unload();
}

void ModuleCache::clear() {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_) {
    const std::lock_guard entry_lock(entry->mutex);
    entry->loaded.store(nullptr, std::memory_order_release);
    entry->owned.reset();  // the destructor unloads, and logs a failure instead of throwing it
  }
}

LoadStatistics ModuleCache::statistics() const {
  LoadStatistics statistics;
  statistics.loads = loads_.load(std::memory_order_relaxed);
  statistics.hits = hits_.total();
  statistics.bytes = bytes_.load(std::memory_order_relaxed);
  statistics.milliseconds = static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) / 1e6;
  return statistics;
}

}  // namespace rocm_bindgen::runtime
