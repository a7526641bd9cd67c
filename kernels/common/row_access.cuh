// The ways in which the threads of a block process a row: packs where they are aligned, single elements before and
// after them. Used by softmax.cuh and norms.cuh, which may process a row several times.
//
// Neighbouring threads process neighbouring packs. There are no barriers.
#pragma once

#include "pack.cuh"
#include "thread_grid.cuh"

template <class T>
using RowPack = Pack<T, kAccessBytes / static_cast<int>(sizeof(T))>;

// Calls on_pack(first) for whole packs, which are aligned in `row`, and on_element(i) for the elements before and after
// them.
template <class T, class OnPack, class OnElement>
__device__ __forceinline__ void for_each_pack(const ThreadGrid& grid, const T* row, size_t count, OnPack on_pack,
                                              OnElement on_element) {
  constexpr size_t kElements = kAccessBytes / sizeof(T);
  const size_t misaligned = reinterpret_cast<uintptr_t>(row) % kAccessBytes / sizeof(T);
  const size_t to_aligned = misaligned == 0 ? 0 : kElements - misaligned;
  const size_t head = to_aligned < count ? to_aligned : count;
  const size_t tail = head + (count - head) / kElements * kElements;
#pragma unroll 1
  for (size_t i = grid.block_thread; i < head; i += grid.block_threads) on_element(i);
#pragma unroll 1
  for (size_t i = head + grid.block_thread * kElements; i < tail; i += grid.block_threads * kElements) on_pack(i);
#pragma unroll 1
  for (size_t i = tail + grid.block_thread; i < count; i += grid.block_threads) on_element(i);
}

// A dense row that is read again each time it is processed, with on_pack(i, pack) and on_element(i, element).
template <class T>
struct StreamedRow {
  ThreadGrid grid;
  const T* row;
  size_t count;

  template <class OnPack, class OnElement>
  __device__ __forceinline__ void for_each(OnPack on_pack, OnElement on_element) const {
    for_each_pack(
        grid, row, count,
        [&](size_t i) {
          RowPack<T> pack;
          pack.load(row + i);
          on_pack(i, pack);
        },
        [&](size_t i) { on_element(i, row[i]); });
  }
};

// A row whose elements are `step` elements apart.
template <class T>
struct StridedRow {
  ThreadGrid grid;
  const T* row;
  size_t count;
  size_t step;

  template <class OnPack, class OnElement>
  __device__ __forceinline__ void for_each(OnPack, OnElement on_element) const {
#pragma unroll 1
    for (size_t i = grid.block_thread; i < count; i += grid.block_threads) on_element(i, row[i * step]);
  }
};

// A row of aligned packs that is read once and then kept in registers.
template <class T>
struct RegisterRow {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  static constexpr int kPacks = 4;  // the most packs that a thread keeps

  __device__ __forceinline__ static bool fits(const ThreadGrid& grid, const T* row, size_t count) {
    return count % kElements == 0 && RowPack<T>::aligned(row) &&
           count <= static_cast<size_t>(grid.block_threads) * (kPacks * kElements);
  }

  __device__ __forceinline__ RegisterRow(const ThreadGrid& grid, const T* row, size_t count)
      : count_(count),
        first_(static_cast<size_t>(grid.block_thread) * kElements),
        step_(static_cast<size_t>(grid.block_threads) * kElements) {
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
      if (place(k) < count_) packs_[k].load(row + place(k));
    }
  }

  template <class OnPack, class OnElement>
  __device__ __forceinline__ void for_each(OnPack on_pack, OnElement) const {
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
      if (place(k) < count_) on_pack(place(k), packs_[k]);
    }
  }

 private:
  // The index of the first element of the thread's pack `k`.
  __device__ __forceinline__ size_t place(int k) const { return first_ + static_cast<size_t>(k) * step_; }

  size_t count_;
  size_t first_;
  size_t step_;
  RowPack<T> packs_[kPacks];
};

// Loads in one access if the address is aligned. The results, and a norm's factors, need not be aligned like the row.
template <class T>
__device__ __forceinline__ RowPack<T> load_pack(const T* at) {
  RowPack<T> pack;
  if (RowPack<T>::aligned(at)) {
    pack.load(at);
  } else {
#pragma unroll
    for (int j = 0; j < kAccessBytes / static_cast<int>(sizeof(T)); ++j) pack.set(j, at[j]);
  }
  return pack;
}

template <class T>
__device__ __forceinline__ void store_pack(T* at, RowPack<T> pack) {
  if (RowPack<T>::aligned(at)) {
    pack.store(at);
  } else {
#pragma unroll
    for (int j = 0; j < kAccessBytes / static_cast<int>(sizeof(T)); ++j) at[j] = pack.get(j);
  }
}
