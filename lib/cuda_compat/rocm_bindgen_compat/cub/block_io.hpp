// CUB's BlockLoad, BlockStore and BlockExchange. In the "blocked" arrangement a thread has adjacent items; in the
// "striped" arrangement adjacent threads have them.
#pragma once

#include "rocm_bindgen_compat/cub/block_reduce.hpp"

namespace hipcub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

namespace detail {

// The positions of a thread's items: first, first + step, ...
struct Places {
  int first;
  int step;
};
__device__ constexpr Places blocked(int thread, int items) {
  return {thread * items, 1};
}
__device__ constexpr Places striped(int thread, int threads) {
  return {thread, threads};
}

template <class Iterator, class T, int Items>
__device__ void load(Places places, Iterator from, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i) {
    const int place = places.first + i * places.step;
    if (place < valid) items[i] = from[place];
  }
}
template <class Iterator, class T, int Items>
__device__ void load(Places places, Iterator from, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) items[i] = from[places.first + i * places.step];
}
template <class Iterator, class T, int Items>
__device__ void store(Places places, Iterator to, const T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i) {
    const int place = places.first + i * places.step;
    if (place < valid) to[place] = items[i];
  }
}
template <class Iterator, class T, int Items>
__device__ void store(Places places, Iterator to, const T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) to[places.first + i * places.step] = items[i];
}
template <class T, int Items, class Default>
__device__ void fill(T (&items)[Items], const Default& value) {
  for (T& item : items) item = value;
}

}  // namespace detail

template <class T, int Items, class Iterator, class... Valid>
__device__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[Items], Valid... valid) {
  detail::load(detail::blocked(thread, Items), from, items, valid...);
}
template <class T, int Items, class Iterator, class Default>
__device__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[Items], int valid, Default oob_default) {
  detail::fill(items, oob_default);
  LoadDirectBlocked(thread, from, items, valid);
}
template <int Threads, class T, int Items, class Iterator, class... Valid>
__device__ void LoadDirectStriped(int thread, Iterator from, T (&items)[Items], Valid... valid) {
  detail::load(detail::striped(thread, Threads), from, items, valid...);
}
template <int Threads, class T, int Items, class Iterator, class Default>
__device__ void LoadDirectStriped(int thread, Iterator from, T (&items)[Items], int valid, Default oob_default) {
  detail::fill(items, oob_default);
  LoadDirectStriped<Threads>(thread, from, items, valid);
}
template <class T, int Items, class Iterator, class... Valid>
__device__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[Items], Valid... valid) {
  detail::store(detail::blocked(thread, Items), to, items, valid...);
}
template <int Threads, class T, int Items, class Iterator, class... Valid>
__device__ void StoreDirectStriped(int thread, Iterator to, T (&items)[Items], Valid... valid) {
  detail::store(detail::striped(thread, Threads), to, items, valid...);
}

// All algorithms except the striped one produce the blocked arrangement. In CUB they differ in speed; here they are the
// same.
template <class T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1,
          int Arch = 0>
class BlockLoad {
  using Shape = detail::BlockShape<X, Y, Z>;

 public:
  struct TempStorage {};

  __device__ BlockLoad() {}
  __device__ BlockLoad(TempStorage&) {}

  template <class Iterator>
  __device__ void Load(Iterator from, T (&items)[Items]) {
    detail::load(places(), from, items);
  }
  template <class Iterator>
  __device__ void Load(Iterator from, T (&items)[Items], int valid_items) {
    detail::load(places(), from, items, valid_items);
  }
  template <class Iterator, class Default>
  __device__ void Load(Iterator from, T (&items)[Items], int valid_items, Default oob_default) {
    detail::fill(items, oob_default);
    detail::load(places(), from, items, valid_items);
  }

 private:
  __device__ static detail::Places places() {
    return Algorithm == BLOCK_LOAD_STRIPED ? detail::striped(Shape::thread(), Shape::kThreads)
                                           : detail::blocked(Shape::thread(), Items);
  }
};

template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1,
          int Arch = 0>
class BlockStore {
  using Shape = detail::BlockShape<X, Y, Z>;

 public:
  struct TempStorage {};

  __device__ BlockStore() {}
  __device__ BlockStore(TempStorage&) {}

  template <class Iterator>
  __device__ void Store(Iterator to, T (&items)[Items]) {
    detail::store(places(), to, items);
  }
  template <class Iterator>
  __device__ void Store(Iterator to, T (&items)[Items], int valid_items) {
    detail::store(places(), to, items, valid_items);
  }

 private:
  __device__ static detail::Places places() {
    return Algorithm == BLOCK_STORE_STRIPED ? detail::striped(Shape::thread(), Shape::kThreads)
                                            : detail::blocked(Shape::thread(), Items);
  }
};

template <class T, int X, int Items, bool TimeSliced = false, int Y = 1, int Z = 1, int Arch = 0>
class BlockExchange {
  using Shape = detail::BlockShape<X, Y, Z>;
  static constexpr int kThreads = Shape::kThreads;

 public:
  struct TempStorage {
    Uninitialized<T> items[kThreads * Items];
  };

  __device__ BlockExchange() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockExchange(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}

  template <class Out>
  __device__ void StripedToBlocked(const T (&in)[Items], Out (&out)[Items]) {
    through(in, detail::striped(thread_, kThreads), out, detail::blocked(thread_, Items));
  }
  template <class Out>
  __device__ void BlockedToStriped(const T (&in)[Items], Out (&out)[Items]) {
    through(in, detail::blocked(thread_, Items), out, detail::striped(thread_, kThreads));
  }
  template <class Out>
  __device__ void WarpStripedToBlocked(const T (&in)[Items], Out (&out)[Items]) {
    through(in, warp_striped(), out, detail::blocked(thread_, Items));
  }
  template <class Out>
  __device__ void BlockedToWarpStriped(const T (&in)[Items], Out (&out)[Items]) {
    through(in, detail::blocked(thread_, Items), out, warp_striped());
  }
  template <class Out, class Rank>
  __device__ void ScatterToBlocked(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items]) {
    scatter(in, out, ranks, detail::blocked(thread_, Items));
  }
  template <class Out, class Rank>
  __device__ void ScatterToStriped(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items]) {
    scatter(in, out, ranks, detail::striped(thread_, kThreads));
  }
  // Items whose rank is negative are dropped.
  template <class Out, class Rank>
  __device__ void ScatterToStripedGuarded(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items]) {
    bool valid[Items];
    for (int i = 0; i < Items; ++i) valid[i] = ranks[i] >= 0;
    ScatterToStripedFlagged(in, out, ranks, valid);
  }
  template <class Out, class Rank, class Flag>
  __device__ void ScatterToStripedFlagged(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items],
                                          const Flag (&is_valid)[Items]) {
    for (int i = 0; i < Items; ++i)
      if (is_valid[i]) storage_.items[ranks[i]].Alias() = in[i];
    gather(out, detail::striped(thread_, Shape::kThreads));
  }
  // The overloads for in-place exchanges.
  template <class Rank>
  __device__ void ScatterToBlocked(T (&items)[Items], const Rank (&ranks)[Items]) {
    ScatterToBlocked(items, items, ranks);
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&items)[Items], const Rank (&ranks)[Items]) {
    ScatterToStriped(items, items, ranks);
  }
  __device__ void StripedToBlocked(T (&items)[Items]) { StripedToBlocked(items, items); }
  __device__ void BlockedToStriped(T (&items)[Items]) { BlockedToStriped(items, items); }
  __device__ void WarpStripedToBlocked(T (&items)[Items]) { WarpStripedToBlocked(items, items); }
  __device__ void BlockedToWarpStriped(T (&items)[Items]) { BlockedToWarpStriped(items, items); }

 private:
  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  // The striped arrangement within each warp. The last warp may have fewer lanes.
  __device__ detail::Places warp_striped() const {
    const int warp = thread_ / detail::kWarp;
    const int lanes = detail::at_most(detail::kWarp, kThreads - warp * detail::kWarp);
    return {warp * detail::kWarp * Items + thread_ % detail::kWarp, lanes};
  }
  template <class Out>
  __device__ void gather(Out (&out)[Items], detail::Places places) {
    __syncthreads();
    for (int i = 0; i < Items; ++i) out[i] = storage_.items[places.first + i * places.step].Alias();
  }
  template <class Out>
  __device__ void through(const T (&in)[Items], detail::Places from, Out (&out)[Items], detail::Places to) {
    for (int i = 0; i < Items; ++i) storage_.items[from.first + i * from.step].Alias() = in[i];
    gather(out, to);
  }
  template <class Out, class Rank>
  __device__ void scatter(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items], detail::Places to) {
    for (int i = 0; i < Items; ++i) storage_.items[ranks[i]].Alias() = in[i];
    gather(out, to);
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace hipcub
