// Tiles of more lanes than a warp has: the waves of a block meet at a counter in LDS, and exchange through it. There is
// such LDS in kernels that make such tiles, and in no other.
#pragma once

#include "rocm_bindgen/cooperative_groups/lanes.hpp"

namespace rocm_bindgen::groups {

constexpr unsigned kBlock = 1024;
constexpr unsigned kSlotBytes = 16;

struct TileMemory {
  /// How often waves have arrived: one counter per tile of 64, then those of tiles of 128, and so on.
  unsigned arrivals[2 * kBlock / 64];
  /// What each warp gives away.
  alignas(kSlotBytes) unsigned char slots[kBlock / kWarp][kSlotBytes];
};

__device__ inline TileMemory& tile_memory() {
  static __shared__ TileMemory memory;
  return memory;
}
/// By all threads of a block, before it is divided.
__device__ inline void prepare_tile_memory() {
  __syncthreads();
  for (unsigned i = block_rank(); i < 2 * kBlock / 64; i += block_size()) tile_memory().arrivals[i] = 0;
  __syncthreads();
}

template <unsigned Size>
class WideTile {
  static_assert(Size > kWarp && Size <= kBlock && (Size & (Size - 1)) == 0, "a tile's size is a power of two");

 public:
  __device__ static unsigned int num_threads() { return Size; }
  __device__ static unsigned int size() { return Size; }
  __device__ static unsigned int thread_rank() { return block_rank() & (Size - 1); }

  __device__ static void sync() {
    const unsigned waves = (threads() + wave_size() - 1) / wave_size();
    if (waves == 1) return sync_wave();
    // A wave arrives once all its lanes have; the last of a round lets all go.
    unsigned& arrivals = tile_memory().arrivals[kFirstCounter + block_rank() / Size];
    unsigned before = 0;
    sync_wave();
    if (wave_lane() == static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(wave_lane()))))
      before = __hip_atomic_fetch_add(&arrivals, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP);
    before = static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(before)));
    const unsigned goal = (before / waves + 1) * waves;
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

  /// What the tile's warps hold, one value each (of any lane of a warp, all being equal), put together in their order.
  template <class T, class Operation>
  __device__ T combined(T of_warp, Operation&& operation) const {
    give(of_warp);
    T result = slot<T>(0);
    for (unsigned warp = 1; warp < warps(); ++warp) result = operation(result, slot<T>(warp));
    sync();
    return result;
  }
  /// `value` after what all warps before the caller's hold.
  template <class T, class Operation>
  __device__ T following(T of_warp, T value, Operation&& operation) const {
    give(of_warp);
    for (unsigned warp = thread_rank() / kWarp; warp != 0; --warp) value = operation(slot<T>(warp - 1), value);
    sync();
    return value;
  }
  /// What the warp before the caller's holds; the first has none, and gets its own.
  template <class T>
  __device__ T preceding(T of_warp) const {
    give(of_warp);
    const unsigned warp = thread_rank() / kWarp;
    const T result = slot<T>(warp == 0 ? 0 : warp - 1);
    sync();
    return result;
  }

 private:
  static constexpr unsigned kFirstCounter = 2 * kBlock / 64 - 2 * kBlock / Size;

  template <class T>
  __device__ static void give(T of_warp) {
    if (lane() == 0) slot<T>(thread_rank() / kWarp) = of_warp;
    sync();
  }
  __device__ static unsigned warps() { return (threads() + kWarp - 1) / kWarp; }
  /// Those that the block has of the tile: the last may be partly beyond it.
  __device__ static unsigned threads() {
    const unsigned left = block_size() - (block_rank() & ~(Size - 1));
    return left < Size ? left : Size;
  }
  template <class T>
  __device__ static T& slot(unsigned warp) {
    static_assert(sizeof(T) <= kSlotBytes, "tiles of several warps exchange values of up to 16 bytes");
    return *reinterpret_cast<T*>(tile_memory().slots[(block_rank() & ~(Size - 1)) / kWarp + warp]);
  }
};

}  // namespace rocm_bindgen::groups
