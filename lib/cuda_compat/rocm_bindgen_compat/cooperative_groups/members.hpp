// Determines which threads of a group are still active. Threads of a block can return early, and branches separate the
// lanes of a warp, but a group keeps the size that it was created with. A collective operation is therefore done by the
// active threads, and a thread that acts for the whole group is one of them.
#pragma once

#include "rocm_bindgen_compat/cooperative_groups/tiles.hpp"
#include "rocm_bindgen_compat/warp/participants.hpp"

namespace cooperative_groups {
namespace details {

/// Converts a group to one of the types that the overloads below distinguish.
__device__ inline const coalesced_group& collective(const coalesced_group& group) {
  return group;
}
template <unsigned int Size, class Parent>
__device__ const typename rocm_bindgen::groups::TileOf<Size>::type& collective(
    const thread_block_tile<Size, Parent>& tile) {
  return tile;
}

/// The active lanes of the caller's warp that belong to the group.
__device__ inline unsigned lanes_of(const coalesced_group& group) {
  return partitions::mask_of(group) & rocm_bindgen::groups::active();
}
template <unsigned Size>
__device__ unsigned lanes_of(const rocm_bindgen::groups::LaneTile<Size>& tile) {
  return tile.mask() & rocm_bindgen::groups::active();
}
// A wide tile consists of whole warps.
template <unsigned Size>
__device__ unsigned lanes_of(const rocm_bindgen::groups::WideTile<Size>&) {
  return rocm_bindgen::groups::active();
}
/// The active lanes of the group in the caller's warp, as a separate group.
template <class Group>
__device__ coalesced_group present(const Group& group) {
  return partitions::coalesced(lanes_of(group), 0, 1);
}

template <class Group>
__device__ bool is_first_lane(const Group& group) {
  return rocm_bindgen::groups::lane() == rocm_bindgen::groups::lowest(lanes_of(group));
}
template <class Group>
__device__ bool is_last_lane(const Group& group) {
  return rocm_bindgen::groups::lane() == rocm_bindgen::groups::highest(lanes_of(group));
}
template <class Group, class T>
__device__ T from_first_lane(const Group& group, const T& value) {
  return rocm_bindgen::groups::from_lane(value, rocm_bindgen::groups::lowest(lanes_of(group)));
}
template <class Group, class T>
__device__ T from_last_lane(const Group& group, const T& value) {
  return rocm_bindgen::groups::from_lane(value, rocm_bindgen::groups::highest(lanes_of(group)));
}

/// Whether the caller is the first or the last of the group's active threads. This is true for exactly one thread.
template <class Group>
__device__ bool is_first_of(const Group& group) {
  return is_first_lane(group);
}
template <class Group>
__device__ bool is_last_of(const Group& group) {
  return is_last_lane(group);
}
template <unsigned Size>
__device__ bool is_first_of(const rocm_bindgen::groups::WideTile<Size>& tile) {
  return tile.is_in_first_warp() && is_first_lane(tile);
}
template <unsigned Size>
__device__ bool is_last_of(const rocm_bindgen::groups::WideTile<Size>& tile) {
  return tile.is_in_last_warp() && is_last_lane(tile);
}

/// The value of the first or the last active thread.
template <class Group, class T>
__device__ T from_first(const Group& group, const T& value) {
  return from_first_lane(group, value);
}
template <class Group, class T>
__device__ T from_last(const Group& group, const T& value) {
  return from_last_lane(group, value);
}
template <unsigned Size, class T>
__device__ T from_first(const rocm_bindgen::groups::WideTile<Size>& tile, const T& value) {
  return tile.of_first_warp(from_first_lane(tile, value));
}
template <unsigned Size, class T>
__device__ T from_last(const rocm_bindgen::groups::WideTile<Size>& tile, const T& value) {
  return tile.of_last_warp(from_last_lane(tile, value));
}

// For groups larger than tiles, it is unknown which threads are active, so thread 0 is chosen.
template <class Group>
__device__ bool is_chosen(const Group& group) {
  return group.thread_rank() == 0;
}
__device__ inline bool is_chosen(const coalesced_group& group) {
  return is_first_of(group);
}
__device__ inline bool is_chosen(const thread_group& group) {
  if (partitions::kind_of(group) != kind::lanes) return group.thread_rank() == 0;
  return is_first_of(partitions::coalesced(partitions::mask_of(group), 0, 1));
}
template <unsigned int Size, class Parent>
__device__ bool is_chosen(const thread_block_tile<Size, Parent>& tile) {
  return is_first_of(collective(tile));
}

}  // namespace details

template <class Group, class Function, class... Arguments>
__device__ void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (details::is_chosen(group)) static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
__device__ auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
    -> rocm_bindgen::groups::plain<decltype(function(static_cast<Arguments&&>(arguments)...))> {
  rocm_bindgen::groups::plain<decltype(function(static_cast<Arguments&&>(arguments)...))> result{};
  if (details::is_chosen(group)) result = static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
  return details::from_first(details::collective(group), result);
}

}  // namespace cooperative_groups

namespace rocm_bindgen {

// Work that is divided among the lanes of a group is done by the active lanes.
template <>
struct ParticipantsOf<cooperative_groups::coalesced_group> {
  __device__ static Participants of(const cooperative_groups::coalesced_group& group) {
    const auto present = cooperative_groups::details::present(group);
    return {present.thread_rank(), present.size(), present.size()};
  }
};
template <>
struct ParticipantsOf<cooperative_groups::thread_group> {
  __device__ static Participants of(const cooperative_groups::thread_group& group) {
    using Parts = cooperative_groups::details::partitions;
    if (Parts::kind_of(group) != cooperative_groups::details::kind::lanes)
      return {group.thread_rank(), group.size(), group.size()};
    const auto lanes = Parts::coalesced(Parts::mask_of(group), 0, 1);
    return ParticipantsOf<cooperative_groups::coalesced_group>::of(lanes);
  }
};

template <unsigned Size>
__device__ Participants participants_in(const groups::LaneTile<Size>&, size_t rank, size_t lanes) {
  return {rank, lanes, lanes};
}
// A warp cannot know which lanes of other warps have returned. In an incomplete tile, each warp therefore does all of
// the work.
template <unsigned Size>
__device__ Participants participants_in(const groups::WideTile<Size>& tile, size_t rank, size_t lanes) {
  if (tile.is_complete() && lanes == groups::kWarp) return {tile.thread_rank(), Size, Size};
  return {rank, lanes, Size};
}
template <unsigned Size, class Parent>
struct ParticipantsOf<cooperative_groups::thread_block_tile<Size, Parent>> {
  __device__ static Participants of(const cooperative_groups::thread_block_tile<Size, Parent>& tile) {
    const auto present = cooperative_groups::details::present(cooperative_groups::details::collective(tile));
    return participants_in(cooperative_groups::details::collective(tile), present.thread_rank(), present.size());
  }
};

}  // namespace rocm_bindgen
