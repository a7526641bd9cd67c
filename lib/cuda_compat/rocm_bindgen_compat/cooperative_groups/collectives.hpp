// Reductions and scans over the lanes of a group, for <cooperative_groups/reduce.h> and <cooperative_groups/scan.h>.
#pragma once

#include "rocm_bindgen_compat/cooperative_groups/members.hpp"
#include "rocm_bindgen_compat/cuda_std/memory_order.hpp"

namespace cooperative_groups {

// These are CUDA's names: less returns the smaller and greater the larger of two values.
template <class T>
struct plus {
  __device__ T operator()(T left, T right) const { return left + right; }
};
template <class T>
struct less {
  __device__ T operator()(T left, T right) const { return right < left ? right : left; }
};
template <class T>
struct greater {
  __device__ T operator()(T left, T right) const { return left < right ? right : left; }
};
template <class T>
struct bit_and {
  __device__ T operator()(T left, T right) const { return left & right; }
};
template <class T>
struct bit_or {
  __device__ T operator()(T left, T right) const { return left | right; }
};
template <class T>
struct bit_xor {
  __device__ T operator()(T left, T right) const { return left ^ right; }
};

namespace details {

template <class T>
using plain = rocm_bindgen::groups::plain<T>;

// Combines the values of a group's lanes in rank order; every lane gets the result.
template <class T, class Operation>
__device__ T reduced(const coalesced_group& all, T value, Operation&& operation) {
  const coalesced_group group = present(all);
  const unsigned rank = group.thread_rank(), size = group.num_threads();
  for (unsigned step = 1; step < size; step *= 2) {
    const T other = group.shfl_down(value, step);
    if (rank % (2 * step) == 0 && rank + step < size) value = operation(value, other);
  }
  return group.shfl(value, 0);
}
// In a complete tile, every lane combines its value with that of the lane whose number differs in one bit, from the
// highest bit to the lowest. CUDA does the same, so floating-point results are rounded in the same way.
template <unsigned Size, class T, class Operation>
__device__ T reduced(const rocm_bindgen::groups::LaneTile<Size>& tile, T value, Operation&& operation) {
  if (lanes_of(tile) != tile.mask()) return reduced(present(tile), value, operation);
  for (unsigned step = Size / 2; step != 0; step /= 2) value = operation(value, tile.shfl_xor(value, step));
  return value;
}
template <unsigned Size, class T, class Operation>
__device__ T reduced(const rocm_bindgen::groups::WideTile<Size>& tile, T value, Operation&& operation) {
  const T of_warp = reduced(coalesced_threads(), value, operation);
  return tile.combined(of_warp, operation);
}

/// The inclusive scan over a group of which no lane has returned.
template <class Group, class T, class Operation>
__device__ T scanned_by_all(const Group& group, T value, Operation&& operation) {
  const unsigned rank = group.thread_rank(), size = group.num_threads();
  for (unsigned step = 1; step < size; step *= 2) {
    const T other = group.shfl_up(value, step);
    if (rank >= step) value = operation(other, value);
  }
  return value;
}
template <class T, class Operation>
__device__ T scanned(const coalesced_group& group, T value, Operation&& operation) {
  return scanned_by_all(present(group), value, operation);
}
template <unsigned Size, class T, class Operation>
__device__ T scanned(const rocm_bindgen::groups::LaneTile<Size>& tile, T value, Operation&& operation) {
  if (lanes_of(tile) != tile.mask()) return scanned(present(tile), value, operation);
  return scanned_by_all(tile, value, operation);
}
template <unsigned Size, class T, class Operation>
__device__ T scanned(const rocm_bindgen::groups::WideTile<Size>& tile, T value, Operation&& operation) {
  const coalesced_group warp = coalesced_threads();
  const T within = scanned(warp, value, operation);
  const T of_warp = warp.shfl(within, static_cast<int>(warp.size()) - 1);
  return tile.following(of_warp, within, operation);
}

/// The value of the preceding lane of the group. The first lane has none and gets T().
template <class Group, class T>
__device__ T shifted(const Group& group, T value) {
  namespace groups = rocm_bindgen::groups;
  const unsigned lanes_before = lanes_of(group) & groups::lanes_below();
  const T before = groups::from_lane(value, lanes_before == 0 ? groups::lane() : groups::highest(lanes_before));
  return lanes_before == 0 ? T() : before;
}
template <unsigned Size, class T>
__device__ T shifted(const rocm_bindgen::groups::WideTile<Size>& tile, T value) {
  const coalesced_group warp = coalesced_threads();
  const T before = warp.shfl_up(value, 1);
  const T last = warp.shfl(value, static_cast<int>(warp.size()) - 1);
  const T of_warp_before = tile.preceding(last);
  if (warp.thread_rank() != 0) return before;
  return tile.is_in_first_warp() ? T() : of_warp_before;
}

}  // namespace details

template <class Group, class T, class Operation>
__device__ auto reduce(const Group& group, T&& value, Operation&& operation) -> decltype(operation(value, value)) {
  return details::reduced(details::collective(group), static_cast<details::plain<T>>(value), operation);
}

template <class Group, class T, class Operation>
__device__ auto inclusive_scan(const Group& group, T&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  return details::scanned(details::collective(group), static_cast<details::plain<T>>(value), operation);
}
template <class Group, class T>
__device__ details::plain<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<details::plain<T>>());
}
template <class Group, class T, class Operation>
__device__ auto exclusive_scan(const Group& group, T&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  return details::shifted(
      details::collective(group),
      details::scanned(details::collective(group), static_cast<details::plain<T>>(value), operation));
}
template <class Group, class T>
__device__ details::plain<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<details::plain<T>>());
}

namespace details {

// One atomic read-modify-write with any operation. Returns the previous value.
template <class Atomic, class T, class Operation>
__device__ T updated(Atomic& atomic, T value, Operation&& operation) {
  T before = atomic.load(cuda::memory_order_relaxed);
  while (!atomic.compare_exchange_weak(before, operation(before, value), cuda::memory_order_relaxed)) {
  }
  return before;
}
// Updates the atomic once for the whole group, by the inclusive scan of its last thread. All threads get the previous
// value.
template <class Group, class Atomic, class T, class Operation>
__device__ T updated_by_last(const Group& group, Atomic& atomic, T inclusive, Operation&& operation) {
  T before{};
  if (is_last_of(collective(group))) before = updated(atomic, inclusive, operation);
  return from_last(collective(group), before);
}

}  // namespace details

template <class Group, class T, class Value, class Operation>
__device__ void reduce_store_async(const Group& group, T* destination, Value&& value, Operation&& operation) {
  const T result = reduce(group, value, operation);
  if (details::is_chosen(group)) *destination = result;
}
template <class Group, class Atomic, class Value, class Operation>
__device__ auto reduce_store_async(const Group& group, Atomic&& destination, Value&& value, Operation&& operation)
    -> decltype(destination.store(value)) {
  const auto result = reduce(group, value, operation);
  if (details::is_chosen(group)) destination.store(result, cuda::memory_order_relaxed);
}
template <class Group, class Atomic, class Value, class Operation>
__device__ void reduce_update_async(const Group& group, Atomic&& destination, Value&& value, Operation&& operation) {
  const auto result = reduce(group, value, operation);
  if (details::is_chosen(group)) details::updated(destination, result, operation);
}

template <class Group, class Atomic, class Value, class Operation>
__device__ auto inclusive_scan_update(const Group& group, Atomic&& destination, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  const auto within = inclusive_scan(group, value, operation);
  return operation(details::updated_by_last(group, destination, within, operation), within);
}
template <class Group, class Atomic, class Value>
__device__ details::plain<Value> inclusive_scan_update(const Group& group, Atomic&& destination, Value&& value) {
  return inclusive_scan_update(group, destination, value, plus<details::plain<Value>>());
}
template <class Group, class Atomic, class Value, class Operation>
__device__ auto exclusive_scan_update(const Group& group, Atomic&& destination, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  const auto within = inclusive_scan(group, value, operation);
  const auto before = details::updated_by_last(group, destination, within, operation);
  const auto preceding = details::shifted(details::collective(group), within);
  // The chosen thread is the first active one, so no value of the group precedes its own.
  return details::is_chosen(group) ? before : operation(before, preceding);
}
template <class Group, class Atomic, class Value>
__device__ details::plain<Value> exclusive_scan_update(const Group& group, Atomic&& destination, Value&& value) {
  return exclusive_scan_update(group, destination, value, plus<details::plain<Value>>());
}

}  // namespace cooperative_groups
