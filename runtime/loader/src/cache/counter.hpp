#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace rocm_bindgen::runtime {

/// A counter that many threads can increment at the same time without contending for a cache line. Each thread uses one
/// of a few slots, each in its own cache lines; total() adds the slots. A single atomic would make every look-up of a
/// kernel write the same cache line.
class Counter {
 public:
  void raise() noexcept { slots_[own_slot()].value.fetch_add(1, std::memory_order_relaxed); }

  std::uint64_t total() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& slot : slots_) sum += slot.value.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  /// Up to this number of threads do not share slots. Any number gives correct totals.
  static constexpr std::size_t kSlots = 16;
  /// Twice the cache line size of every x86-64 and AArch64 processor that is used with a GPU, because prefetchers load
  /// lines in pairs.
  static constexpr std::size_t kSlotAlignment = 128;

  struct alignas(kSlotAlignment) Slot {
    std::atomic<std::uint64_t> value{0};
  };

  static std::size_t own_slot() noexcept {
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t mine = threads.fetch_add(1, std::memory_order_relaxed) % kSlots;
    return mine;
  }

  std::array<Slot, kSlots> slots_;
};

}  // namespace rocm_bindgen::runtime
