// Tiles of more than one warp. The waves of a tile synchronise at a counter in LDS and exchange values through LDS.
// Only kernels that create these tiles get this LDS. Waves that returned before the block was divided are not waited
// for, and returned lanes are not asked for values.
//
// __syncthreads() cannot be used, because it waits for all waves of the block and not only for those of the tile.
// Instead, each tile has a counter, and one lane of each wave adds 1 when the wave arrives. A round is complete when
// the counter reaches the next multiple of the number of active waves; until then, waves poll. The counter is never
// reset, so consecutive rounds need no second barrier. Tiles of different sizes have different counters.
//
// An exchange has four steps: one lane of each warp writes the warp's slot, the tile synchronises, all lanes read, and
// the tile synchronises again, so that no slot is overwritten before all lanes have read it.
#pragma once

#include "rocm_bindgen_compat/cooperative_groups/lanes.hpp"

namespace rocm_bindgen::groups {

constexpr unsigned kBlock = 1024;    ///< threads of the largest possible block
constexpr unsigned kSlotBytes = 16;  ///< size of the largest value that warps can exchange

struct TileMemory {
  /// Number of wave arrivals: one counter for each tile of 64, then for each tile of 128, and so on. There are at most
  /// 16 + 8 + 4 + 2 + 1 tiles; the array has one counter more.
  unsigned arrivals[2 * kBlock / 64];
  /// The warps of the block that were active when it was divided, one bit each.
  unsigned present;
  /// The value that each warp publishes.
  alignas(kSlotBytes) unsigned char slots[kBlock / kWarp][kSlotBytes];
};

__device__ inline TileMemory& tile_memory() {
  static __shared__ TileMemory memory;
  return memory;
}
/// To be called by all threads of a block before it is divided.
__device__ inline void prepare_tile_memory() {
  const bool is_first_active = lane() == lowest(active());
  __syncthreads();
  // Any thread of the block may have returned, so the first active lane of each warp clears everything.
  if (is_first_active) {
    for (unsigned& arrivals : tile_memory().arrivals) arrivals = 0;
    tile_memory().present = 0;
  }
  __syncthreads();
  if (is_first_active)
    __hip_atomic_fetch_or(&tile_memory().present, 1u << block_rank() / kWarp, __ATOMIC_RELAXED,
                          __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
}

template <unsigned Size>
class WideTile {
  static_assert(Size > kWarp && Size <= kBlock && (Size & (Size - 1)) == 0, "a tile's size must be a power of two");

 public:
  __device__ static unsigned int num_threads() { return Size; }
  __device__ static unsigned int size() { return Size; }
  __device__ static unsigned int thread_rank() { return block_rank() & (Size - 1); }

  __device__ static void sync() {
    if (Size == wave_size()) return sync_wave();
    const unsigned waves = count_waves();
    if (waves == 1) return sync_wave();
    // A wave arrives when all its lanes have arrived. The last wave of a round releases the others.
    unsigned& arrivals = tile_memory().arrivals[kFirstCounter + block_rank() / Size];
    unsigned before = 0;
    sync_wave();
    if (wave_lane() == static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(wave_lane()))))
      before = __hip_atomic_fetch_add(&arrivals, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP);
    before = static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(before)));
    const unsigned goal = (before / waves + 1) * waves;
    // The counter may be past the goal, because a released wave can arrive in the next round before this one looks.
    while (static_cast<int>(__hip_atomic_load(&arrivals, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) - goal) < 0)
      __builtin_amdgcn_s_sleep(1);
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "workgroup");
  }

  template <class T>
  __device__ plain<T> shfl(T&& value, unsigned int rank) const {
    using Value = plain<T>;
    rank &= Size - 1;
    if (thread_rank() == rank) slot<Value>(rank / kWarp) = value;
    sync();
    const Value result = slot<Value>(rank / kWarp);
    sync();
    return result;
  }
  __device__ int any(int predicate) const {
    return combined(groups::ballot(predicate != 0) != 0, [](int left, int right) { return left | right; });
  }
  __device__ int all(int predicate) const {
    return combined(groups::ballot(predicate == 0) == 0, [](int left, int right) { return left & right; });
  }

  /// Whether all warps of the tile are active.
  __device__ static bool is_complete() { return warps() == ~0u >> (kWarp - Size / kWarp); }
  __device__ static bool is_in_first_warp() { return own_warp() == lowest(warps()); }
  __device__ static bool is_in_last_warp() { return own_warp() == highest(warps()); }

  // Functions that combine one value per warp. Any lane can provide it, because all lanes of a warp pass the same
  // value.
  template <class T>
  __device__ T of_first_warp(T of_warp) const {
    return of_one_warp(of_warp, lowest(warps()));
  }
  template <class T>
  __device__ T of_last_warp(T of_warp) const {
    return of_one_warp(of_warp, highest(warps()));
  }
  /// Combines all values in the order of the warps.
  template <class T, class Operation>
  __device__ T combined(T of_warp, Operation&& operation) const {
    publish(of_warp);
    unsigned left = warps();
    T result = slot<T>(lowest(left));
    while ((left &= left - 1) != 0) result = operation(result, slot<T>(lowest(left)));
    sync();
    return result;
  }
  /// Combines the values of all warps before the caller's with `value`, in order.
  template <class T, class Operation>
  __device__ T following(T of_warp, T value, Operation&& operation) const {
    publish(of_warp);
    for (unsigned left = warps_before(); left != 0;) {
      const unsigned warp = highest(left);
      value = operation(slot<T>(warp), value);
      left &= ~(1u << warp);
    }
    sync();
    return value;
  }
  /// The value of the warp before the caller's. The first warp has none and gets its own.
  template <class T>
  __device__ T preceding(T of_warp) const {
    publish(of_warp);
    const unsigned before = warps_before();
    const T result = slot<T>(before == 0 ? own_warp() : highest(before));
    sync();
    return result;
  }

 private:
  // The index of the first counter for tiles of this size. It comes after the counters of all smaller sizes: 16 for
  // tiles of 64, 8 for tiles of 128, and so on.
  static constexpr unsigned kFirstCounter = 2 * kBlock / 64 - 2 * kBlock / Size;

  template <class T>
  __device__ static void publish(T of_warp) {
    if (lane() == lowest(active())) slot<T>(own_warp()) = of_warp;
    sync();
  }
  template <class T>
  __device__ static T of_one_warp(T of_warp, unsigned warp) {
    publish(of_warp);
    const T result = slot<T>(warp);
    sync();
    return result;
  }
  __device__ static unsigned own_warp() { return thread_rank() / kWarp; }
  /// The active warps of the tile; bit 0 is its first warp. Some warps may have returned, and the block may end inside
  /// the tile.
  __device__ static unsigned warps() {
    return tile_memory().present >> (block_rank() & ~(Size - 1)) / kWarp & ~0u >> (kWarp - Size / kWarp);
  }
  __device__ static unsigned warps_before() { return warps() & ((1u << own_warp()) - 1); }
  // A wave of 64 lanes is counted if either of its two warps is active.
  __device__ static unsigned count_waves() {
    const unsigned present = warps();
    constexpr unsigned kFirstOfTwo = 0x55555555;
    return wave_size() == kWarp ? count(present) : count((present | present >> 1) & kFirstOfTwo);
  }
  template <class T>
  __device__ static T& slot(unsigned warp) {
    static_assert(sizeof(T) <= kSlotBytes, "tiles of several warps can only exchange values of up to 16 bytes");
    return *reinterpret_cast<T*>(tile_memory().slots[(block_rank() & ~(Size - 1)) / kWarp + warp]);
  }
};

}  // namespace rocm_bindgen::groups
