// CUB's WarpLoad, WarpStore and WarpExchange. The iterator or storage of a call is that of one warp, and indices count
// from the beginning of the warp's items.
#pragma once

#include "rocm_bindgen_compat/cub/block_io.hpp"
#include "rocm_bindgen_compat/cub/block_merge_sort.hpp"

namespace hipcub {

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

namespace detail {

template <int Threads, int Items>
__device__ Places places_of_lane(bool is_striped) {
  const int lane = lane_of_warp<Threads>();
  return is_striped ? striped(lane, Threads) : blocked(lane, Items);
}

}  // namespace detail

// All algorithms except the striped one produce the blocked arrangement. In CUB they differ in speed; here they are the
// same.
template <class T, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int Threads = detail::kWarp, int Arch = 0>
class WarpLoad {
 public:
  struct TempStorage {};

  __device__ WarpLoad() {}
  __device__ WarpLoad(TempStorage&) {}

  template <class Iterator, class... Valid>
  __device__ void Load(Iterator from, T (&items)[Items], Valid... valid) {
    detail::load(detail::places_of_lane<Threads, Items>(Algorithm == WARP_LOAD_STRIPED), from, items, valid...);
  }
  template <class Iterator, class Default>
  __device__ void Load(Iterator from, T (&items)[Items], int valid_items, Default oob_default) {
    detail::fill(items, oob_default);
    Load(from, items, valid_items);
  }
};

template <class T, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int Threads = detail::kWarp,
          int Arch = 0>
class WarpStore {
 public:
  struct TempStorage {};

  __device__ WarpStore() {}
  __device__ WarpStore(TempStorage&) {}

  template <class Iterator, class... Valid>
  __device__ void Store(Iterator to, T (&items)[Items], Valid... valid) {
    detail::store(detail::places_of_lane<Threads, Items>(Algorithm == WARP_STORE_STRIPED), to, items, valid...);
  }
};

template <class T, int Items, int Threads = detail::kWarp, int Arch = 0>
class WarpExchange {
 public:
  struct TempStorage {
    Uninitialized<T> items[Threads * Items];
  };

  __device__ WarpExchange(TempStorage& storage) : storage_(storage) {}

  template <class Out>
  __device__ void StripedToBlocked(const T (&in)[Items], Out (&out)[Items]) {
    through(in, detail::places_of_lane<Threads, Items>(true), out, detail::places_of_lane<Threads, Items>(false));
  }
  template <class Out>
  __device__ void BlockedToStriped(const T (&in)[Items], Out (&out)[Items]) {
    through(in, detail::places_of_lane<Threads, Items>(false), out, detail::places_of_lane<Threads, Items>(true));
  }
  template <class Out, class Rank>
  __device__ void ScatterToStriped(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items]) {
    for (int i = 0; i < Items; ++i) storage_.items[ranks[i]].Alias() = in[i];
    detail::WarpBarrier::wait();
    const detail::Places to = detail::places_of_lane<Threads, Items>(true);
    for (int i = 0; i < Items; ++i) out[i] = storage_.items[to.first + i * to.step].Alias();
    detail::WarpBarrier::wait();
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&items)[Items], const Rank (&ranks)[Items]) {
    ScatterToStriped(items, items, ranks);
  }

 private:
  template <class Out>
  __device__ void through(const T (&in)[Items], detail::Places from, Out (&out)[Items], detail::Places to) {
    for (int i = 0; i < Items; ++i) storage_.items[from.first + i * from.step].Alias() = in[i];
    detail::WarpBarrier::wait();
    for (int i = 0; i < Items; ++i) out[i] = storage_.items[to.first + i * to.step].Alias();
    detail::WarpBarrier::wait();
  }

  TempStorage& storage_;
};

}  // namespace hipcub
