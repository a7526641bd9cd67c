// CUB's BlockMergeSort and WarpMergeSort: stable sorts by any comparison of keys.
#pragma once

#include "rocm_bindgen_compat/cub/block_reduce.hpp"

namespace hipcub {
namespace detail {

// The position of element i when adjacent runs of `width` elements are merged: its own position plus the number of
// elements of the other run that precede it. Of equal elements, those of the first run come first.
template <class Index, class Keys, class Less>
__device__ Index place_in_merged(Keys keys, Index count, Index width, Index i, Less less) {
  const Index pair = i / (2 * width) * (2 * width);
  const Index middle = pair + width < count ? pair + width : count;
  const Index end = middle + width < count ? middle + width : count;
  const bool first = i < middle;
  Index begin = first ? middle : pair;
  Index length = first ? end - middle : middle - pair;
  const Index own = first ? i : i - (middle - pair);
  const Index start = begin;
  while (length > 0) {
    const Index half = length / 2;
    const bool before = first ? less(keys(begin + half), keys(i)) : !less(keys(i), keys(begin + half));
    begin = before ? begin + half + 1 : begin;
    length = before ? length - half - 1 : half;
  }
  return own + begin - start;
}

struct BlockBarrier {
  __device__ static void wait() { __syncthreads(); }
};
// The lanes of a warp run in lockstep, but their writes to shared memory must become visible.
struct WarpBarrier {
  __device__ static void wait() {
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
  }
};

template <class Key, int Threads, int Items, class Value, class Barrier>
class MergeSort {
  static constexpr int kCount = Threads * Items;

 public:
  struct TempStorage {
    Uninitialized<Key> keys[kCount];
    Uninitialized<Value> values[kCount];
  };

  __device__ MergeSort(TempStorage& storage, int thread) : storage_(storage), thread_(thread) {}

  template <class Less>
  __device__ void Sort(Key (&keys)[Items], Less less) {
    Value values[Items];
    sort(keys, values, less, kCount);
  }
  // Items from `valid_items` on are treated as `oob_default`. No key may be ordered after `oob_default`.
  template <class Less>
  __device__ void Sort(Key (&keys)[Items], Less less, int valid_items, Key oob_default) {
    Value values[Items];
    Sort(keys, values, less, valid_items, oob_default);
  }
  template <class Less>
  __device__ void Sort(Key (&keys)[Items], Value (&values)[Items], Less less) {
    sort(keys, values, less, kCount);
  }
  template <class Less>
  __device__ void Sort(Key (&keys)[Items], Value (&values)[Items], Less less, int valid_items, Key oob_default) {
    for (int i = 0; i < Items; ++i)
      if (thread_ * Items + i >= valid_items) keys[i] = oob_default;
    sort(keys, values, less, at_most(kCount, valid_items));
  }
  template <class... All>
  __device__ void StableSort(All&&... all) {
    Sort(static_cast<All&&>(all)...);
  }

 private:
  // Merges adjacent sorted runs of `width` items in each pass.
  template <class Less>
  __device__ void sort(Key (&keys)[Items], Value (&values)[Items], Less less, int count) {
    const auto key_at = [this](int i) -> const Key& { return storage_.keys[i].Alias(); };
    for (int width = 1; width < count; width *= 2) {
      int positions[Items];
      store_at(keys, values, count, [&](int i) { return thread_ * Items + i; });
      for (int i = 0; i < Items; ++i) {
        const int at = thread_ * Items + i;
        positions[i] = at < count ? place_in_merged(key_at, count, width, at, less) : at;
      }
      Barrier::wait();
      store_at(keys, values, count, [&](int i) { return positions[i]; });
      for (int i = 0; i < Items; ++i) {
        const int at = thread_ * Items + i;
        if (at >= count) break;
        keys[i] = storage_.keys[at].Alias();
        values[i] = storage_.values[at].Alias();
      }
      Barrier::wait();
    }
  }
  template <class Index>
  __device__ void store_at(Key (&keys)[Items], Value (&values)[Items], int count, Index index) {
    for (int i = 0; i < Items && thread_ * Items + i < count; ++i) {
      storage_.keys[index(i)].Alias() = keys[i];
      storage_.values[index(i)].Alias() = values[i];
    }
    Barrier::wait();
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace detail

template <class Key, int X, int Items, class Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort : public detail::MergeSort<Key, X * Y * Z, Items, Value, detail::BlockBarrier> {
  using Base = detail::MergeSort<Key, X * Y * Z, Items, Value, detail::BlockBarrier>;

 public:
  __device__ BlockMergeSort() : Base(own_storage(), detail::BlockShape<X, Y, Z>::thread()) {}
  __device__ BlockMergeSort(typename Base::TempStorage& storage)
      : Base(storage, detail::BlockShape<X, Y, Z>::thread()) {}

 private:
  __device__ static typename Base::TempStorage& own_storage() {
    __shared__ typename Base::TempStorage storage;
    return storage;
  }
};

template <class Key, int Items, int Threads = detail::kWarp, class Value = NullType, int Arch = 0>
class WarpMergeSort : public detail::MergeSort<Key, Threads, Items, Value, detail::WarpBarrier> {
  using Base = detail::MergeSort<Key, Threads, Items, Value, detail::WarpBarrier>;

 public:
  __device__ WarpMergeSort(typename Base::TempStorage& storage) : Base(storage, detail::lane_of_warp<Threads>()) {}
};

}  // namespace hipcub
