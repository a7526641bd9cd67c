// Tiles, whose size is a compile-time constant, and the other ways to divide a group.
#pragma once

#include "rocm_bindgen_compat/cooperative_groups/groups.hpp"
#include "rocm_bindgen_compat/cooperative_groups/wide_tile.hpp"

namespace rocm_bindgen::groups {

/// The caller's tile, for sizes of up to 32. Its lanes belong to the same warp.
template <unsigned Size>
class LaneTile {
  static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile's size must be a power of two");

 public:
  __device__ static unsigned int num_threads() { return Size; }
  __device__ static unsigned int size() { return Size; }
  __device__ static unsigned int thread_rank() { return lane() & (Size - 1); }
  __device__ static void sync() { sync_wave(); }

  template <class T>
  __device__ plain<T> shfl(T&& value, int rank) const {
    return from_lane<plain<T>>(value, start() + (static_cast<unsigned>(rank) & (Size - 1)));
  }
  // If the source lane is past the end of the tile, the source is the caller.
  template <class T>
  __device__ plain<T> shfl_down(T&& value, unsigned int delta) const {
    return from_lane<plain<T>>(value, delta < Size - thread_rank() ? lane() + delta : lane());
  }
  template <class T>
  __device__ plain<T> shfl_up(T&& value, unsigned int delta) const {
    return from_lane<plain<T>>(value, delta <= thread_rank() ? lane() - delta : lane());
  }
  template <class T>
  __device__ plain<T> shfl_xor(T&& value, unsigned int bits) const {
    return from_lane<plain<T>>(value, bits < Size ? lane() ^ bits : lane());
  }

  __device__ int any(int predicate) const { return ballot(predicate) != 0; }
  __device__ int all(int predicate) const { return ballot(!predicate) == 0; }
  __device__ unsigned int ballot(int predicate) const { return of_tile(groups::ballot(predicate != 0)); }
  template <class T>
  __device__ unsigned int match_any(T value) const {
    return of_tile(matching(groups::active() & mask(), value));
  }
  template <class T>
  __device__ unsigned int match_all(T value, int& predicate) const {
    const unsigned alive = groups::active() & mask();
    predicate = all(same_bytes(value, groups::from_lane(value, lowest(alive))));
    return predicate != 0 ? of_tile(alive) : 0;
  }

  /// The lanes of the warp that form the tile.
  __device__ static unsigned mask() { return (~0u >> (kWarp - Size)) << start(); }

 private:
  __device__ static unsigned start() { return lane() & ~(Size - 1); }
  __device__ static unsigned of_tile(unsigned lanes) { return (lanes & mask()) >> start(); }
};

template <unsigned Size, bool Wide = (Size > kWarp)>
struct TileOf {
  using type = LaneTile<Size>;
};
template <unsigned Size>
struct TileOf<Size, true> {
  using type = WideTile<Size>;
};

}  // namespace rocm_bindgen::groups

namespace cooperative_groups {

template <unsigned int Size, class Parent = void>
class thread_block_tile;

namespace details {

/// The number of tiles of the parent, and the index of the caller's tile.
template <unsigned Size, class Parent>
struct place;
template <unsigned Size>
struct place<Size, thread_block> {
  __device__ static unsigned int meta_group_rank() { return block_rank() / Size; }
  __device__ static unsigned int meta_group_size() { return (block_size() + Size - 1) / Size; }
};
template <unsigned Size, unsigned ParentSize, class Grandparent>
struct place<Size, thread_block_tile<ParentSize, Grandparent>> {
  static_assert(Size <= ParentSize, "a tile must not be larger than its parent");
  __device__ static unsigned int meta_group_rank() { return (block_rank() & (ParentSize - 1)) / Size; }
  __device__ static unsigned int meta_group_size() { return ParentSize / Size; }
};
// A tile whose type does not name its parent stores the numbers.
template <unsigned Size>
struct place<Size, void> {
  unsigned tile;
  unsigned tiles;
  __device__ unsigned int meta_group_rank() const { return tile; }
  __device__ unsigned int meta_group_size() const { return tiles; }
};

struct partitions {
  __device__ static thread_group lanes(unsigned mask, unsigned rank, unsigned size) {
    return thread_group(kind::lanes, mask, rank, size);
  }
  __device__ static coalesced_group coalesced(unsigned mask, unsigned rank, unsigned size) {
    return coalesced_group(mask, rank, size);
  }
  __device__ static kind kind_of(const thread_group& group) { return group.kind_; }
  __device__ static unsigned mask_of(const thread_group& group) { return group.mask_; }

  __device__ static void check(unsigned size) {
    if (size == 0 || size > rocm_bindgen::groups::kWarp || (size & (size - 1)) != 0) __builtin_trap();
  }
  /// Divides the lanes of `mask`, in order, into parts of `size` lanes, and returns the caller's part.
  __device__ static coalesced_group part(unsigned mask, unsigned size) {
    namespace groups = rocm_bindgen::groups;
    check(size);
    const unsigned members = groups::count(mask);
    const unsigned mine = groups::count(mask & groups::lanes_below()) / size;
    unsigned part = 0, rank = 0;
    for (unsigned left = mask; left != 0; left &= left - 1, ++rank)
      if (rank / size == mine) part |= left & (0u - left);
    return coalesced(part, mine, (members + size - 1) / size);
  }
};

}  // namespace details

template <unsigned int Size, class Parent>
class thread_block_tile : public rocm_bindgen::groups::TileOf<Size>::type, public details::place<Size, Parent> {
  using Lanes = typename rocm_bindgen::groups::TileOf<Size>::type;

 public:
  template <class OtherParent>
  __device__ thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
      : Lanes(other), details::place<Size, Parent>{other.meta_group_rank(), other.meta_group_size()} {
    static_assert(__is_same(Parent, void), "a tile with a parent converts only to a tile without one");
  }

  __device__ operator thread_group() const {
    static_assert(Size <= rocm_bindgen::groups::kWarp, "a thread_group of lanes must be within a warp");
    return details::partitions::lanes(Lanes::mask(), this->meta_group_rank(), this->meta_group_size());
  }
  __device__ operator coalesced_group() const {
    static_assert(Size <= rocm_bindgen::groups::kWarp, "a coalesced_group must be within a warp");
    return details::partitions::coalesced(Lanes::mask(), this->meta_group_rank(), this->meta_group_size());
  }

 private:
  __device__ thread_block_tile() = default;
  template <unsigned int PartSize, class Whole>
  friend __device__ thread_block_tile<PartSize, Whole> tiled_partition(const Whole& parent);
};

template <unsigned int Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  // If the parent is a tile, its creation has already prepared the memory.
  if (Size > rocm_bindgen::groups::kWarp && __is_same(Parent, thread_block))
    rocm_bindgen::groups::prepare_tile_memory();
  return {};
}

// A tile of one thread within a tile of one thread, so that meta_group_size() is 1. Directly within the block, it would
// be the number of the block's threads.
__device__ inline thread_block_tile<1> this_thread() {
  return tiled_partition<1>(tiled_partition<1>(this_thread_block()));
}

__device__ inline thread_group tiled_partition(const thread_block&, unsigned int size) {
  namespace groups = rocm_bindgen::groups;
  details::partitions::check(size);
  const unsigned first = groups::block_rank() & ~(size - 1);
  // The block may end inside the tile.
  const unsigned rest = groups::block_size() - first;
  const unsigned members = ~0u >> (groups::kWarp - (rest < size ? rest : size));
  return details::partitions::lanes(members << (groups::lane() & ~(size - 1)), groups::block_rank() / size,
                                    (groups::block_size() + size - 1) / size);
}
__device__ inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  return details::partitions::part(details::partitions::mask_of(parent), size);
}
__device__ inline thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  if (details::partitions::kind_of(parent) == details::kind::block) return tiled_partition(this_thread_block(), size);
  if (details::partitions::kind_of(parent) != details::kind::lanes) __builtin_trap();
  return details::partitions::part(details::partitions::mask_of(parent), size);
}
// Without this overload, the conversion to a group would be ambiguous.
template <unsigned int Size, class Parent>
__device__ thread_group tiled_partition(const thread_block_tile<Size, Parent>& parent, unsigned int size) {
  return tiled_partition(static_cast<thread_group>(parent), size);
}

namespace details {

__device__ inline coalesced_group divided(const coalesced_group& parent, bool predicate) {
  const unsigned members = partitions::mask_of(parent) & rocm_bindgen::groups::active();
  const unsigned chosen = rocm_bindgen::groups::ballot(predicate) & members;
  if (chosen == 0 || chosen == members) return partitions::coalesced(members, 0, 1);
  return partitions::coalesced(predicate ? chosen : members & ~chosen, predicate, 2);
}

template <class Label>
__device__ coalesced_group labelled(const coalesced_group& parent, Label label) {
  namespace groups = rocm_bindgen::groups;
  const unsigned members = partitions::mask_of(parent);
  // matching() and ballot() leave out the lanes that are no longer active.
  const unsigned mine = groups::matching(members, label);
  // Parts are numbered in the order of their first lanes.
  const bool first = groups::lowest(mine) == groups::lane();
  const unsigned firsts = groups::ballot(first) & members;
  const unsigned rank = groups::count(firsts & ((1u << groups::lowest(mine)) - 1));
  return partitions::coalesced(mine, rank, groups::count(firsts));
}
// As in CUDA, a bool is treated as the predicate of binary_partition(): the part with `false` is part 0, even if its
// first lane is not the first of the group.
__device__ inline coalesced_group labelled(const coalesced_group& parent, bool label) {
  return divided(parent, label);
}

}  // namespace details

__device__ inline coalesced_group binary_partition(const coalesced_group& parent, bool predicate) {
  return details::divided(parent, predicate);
}
template <unsigned int Size, class Parent>
__device__ coalesced_group binary_partition(const thread_block_tile<Size, Parent>& parent, bool predicate) {
  return details::divided(parent, predicate);
}
template <class Label>
__device__ coalesced_group labeled_partition(const coalesced_group& parent, Label label) {
  return details::labelled(parent, label);
}
template <class Label, unsigned int Size, class Parent>
__device__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent>& parent, Label label) {
  return details::labelled(parent, label);
}

// The namespace in which these names were before they became part of the interface.
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
}  // namespace experimental

}  // namespace cooperative_groups
