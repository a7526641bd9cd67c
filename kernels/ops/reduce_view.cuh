// out[r] = the reduction of the terms of result r. A ReductionView, which is passed by value, describes results and
// terms. Used by the kernels of view_reduce.cu.
//
// In the rows kernels, neighbouring threads share the terms of a result. In the columns kernels, neighbouring threads
// have neighbouring results, and the other threads of the block share the terms of these. If this leaves a GPU idle,
// the terms are split among several blocks along y of the grid, and a second kernel, finalize, combines their partial
// results, which are stored as (result, split). All orders are fixed, so results have the same bits each time.
//
// All threads of a block call the functions with barriers, and the conditions around these are block-uniform.
#pragma once

#include "../common/reductions.cuh"
#include "reduction_view.hpp"
#include "view.cuh"

// Combines the values of `count` neighbouring threads, a power of two; the first of them gets the result. All threads
// of the block must take part. The value of the earlier thread is always the first argument of `combine`.
template <class V, class Combine>
__device__ __forceinline__ V reduce_threads(uint32_t count, V value, Combine combine) {
#pragma unroll
  for (uint32_t distance = 1; distance < kGroup; distance *= 2) {
    if (distance < count) value = combine(value, Shuffle<V>::down(~0u, value, distance));
  }
  if (count <= kGroup) return value;
  __shared__ V partial[kViewBlock / kGroup];
  const uint32_t group = threadIdx.x / kGroup;
  if (threadIdx.x % kGroup == 0) partial[group] = value;
  __syncthreads();
  if ((threadIdx.x & (count - 1)) != 0) return value;
#pragma unroll 1
  for (uint32_t g = 1; g < count / kGroup; ++g) value = combine(value, partial[group + g]);
  return value;
}

template <class T, class Reduction>
struct ReduceView {
  using Accumulator = typename Reduction::Accumulator;
  using Result = typename Reduction::Result;
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  static constexpr int kInFlight = Reduction::kPacksInFlight;
  static constexpr int kColumnsAtOnce = columns_per_thread(sizeof(T), Reduction::kHasPositions);

  const ReductionView& view;
  Result* out;
  Accumulator* partial;
  const T* in;

  __device__ __forceinline__ ReduceView(const ReductionView& reduction, Result* to, void* accumulators, const T* from)
      : view(reduction), out(to), partial(static_cast<Accumulator*>(accumulators)), in(from) {}

  __device__ __forceinline__ void rows() const {
    const ResultThreads threads = result_threads();
    Accumulator accumulator = Reduction::identity();
    if (threads.exists) accumulator = reduce_split(in + offsets_of(view.results, threads.result, 1).offset[0], threads);
    accumulator = reduce_threads(threads.count, accumulator, Reduction{});
    if (threads.exists && threads.index == 0)
      store_result(threads.result, offsets_of(view.results, threads.result, 1).offset[1], accumulator);
  }

  __device__ __forceinline__ void columns() const {
    if (view.results.is_packed != 0) {
      columns_of<kColumnsAtOnce>();
    } else {
      columns_of<1>();
    }
  }

  __device__ __forceinline__ void finalize() const {
    const ResultThreads threads = result_threads();
    Accumulator accumulator = Reduction::identity();
    if (threads.exists) {
      const Accumulator* const from = partial + static_cast<size_t>(threads.result) * view.splits;
#pragma unroll 1
      for (uint32_t i = threads.index; i < view.splits; i += kInFlight * threads.count) {
        Accumulator next[kInFlight];
#pragma unroll
        for (uint32_t k = 0; k < kInFlight; ++k)
          next[k] = i + k * threads.count < view.splits ? from[i + k * threads.count] : Reduction::identity();
#pragma unroll
        for (uint32_t k = 0; k < kInFlight; ++k) accumulator = Reduction{}(accumulator, next[k]);
      }
    }
    accumulator = reduce_threads(threads.count, accumulator, Reduction{});
    if (threads.exists && threads.index == 0)
      out[offsets_of(view.results, threads.result, 1).offset[1]] = Reduction::result(accumulator, view.divisor);
  }

 private:
  template <int kColumns>
  __device__ __forceinline__ void columns_of() const {
    const uint32_t column = threadIdx.x & ((1u << view.threads_log2) - 1);
    const uint32_t row = threadIdx.x >> view.threads_log2;
    const uint32_t place = (blockIdx.x << view.threads_log2) + column;
    const bool exists = place < view.results.place_count;
    const OperandOffsets<2> offsets = offsets_of(view.results, exists ? place : 0, kColumns);
    Accumulator accumulator[kColumns];
#pragma unroll
    for (int j = 0; j < kColumns; ++j) accumulator[j] = Reduction::identity();
    if (exists)
      read_terms<kColumns>(in + offsets.offset[0], begin() + row, blockDim.x >> view.threads_log2, accumulator);
    reduce_rows<kColumns>(accumulator);
    if (!exists || row != 0) return;
#pragma unroll
    for (int j = 0; j < kColumns; ++j)
      store_result(place * kColumns + j, offsets.offset[1] + static_cast<size_t>(j) * view.results.stride[1][0],
                   accumulator[j]);
  }

  // The threads that share a result.
  struct ResultThreads {
    uint32_t count;
    uint32_t index;
    uint32_t result;
    bool exists;
  };
  __device__ __forceinline__ ResultThreads result_threads() const {
    const uint32_t count = 1u << view.threads_log2;
    const uint32_t result = blockIdx.x * (blockDim.x >> view.threads_log2) + (threadIdx.x >> view.threads_log2);
    return {count, threadIdx.x & (count - 1), result, result < view.results.place_count};
  }

  // The split that this block reduces: the places of view.terms from begin() to split_end(). A place is a term, or a
  // pack of terms if view.terms is packed.
  __device__ __forceinline__ uint32_t begin() const { return blockIdx.y * view.terms_per_split; }
  __device__ __forceinline__ uint32_t split_end() const {
    const uint32_t rest = view.terms.place_count - begin();
    return begin() + (rest < view.terms_per_split ? rest : view.terms_per_split);
  }

  __device__ __forceinline__ void store_result(uint32_t result, size_t offset, Accumulator accumulator) const {
    if (view.splits == 0) {
      out[offset] = Reduction::result(accumulator, view.divisor);
    } else {
      partial[static_cast<size_t>(result) * view.splits + view.first_split + blockIdx.y] = accumulator;
    }
  }

  __device__ __forceinline__ Accumulator accumulate(Accumulator accumulator, T x, uint32_t term) const {
    return Reduction{}(accumulator, Reduction::from_element(x, view.first_term + term));
  }

  __device__ __forceinline__ Accumulator reduce_split(const T* from, const ResultThreads& threads) const {
    if (view.is_contiguous != 0) return reduce_contiguous(from + begin(), threads, split_end() - begin());
    if (view.terms.is_packed != 0) {
      return reduce_packs(Reduction::identity(), from, begin() + threads.index, split_end(), threads.count,
                          view.first_term, [&](uint32_t p) { return offsets_of(view.terms, p, kElements).offset[0]; });
    }
    Accumulator accumulator[1] = {Reduction::identity()};
    read_terms<1>(from, begin() + threads.index, threads.count, accumulator);
    return accumulator[0];
  }

  // The elements before the first aligned pack come first, then whole packs, then the rest.
  __device__ __forceinline__ Accumulator reduce_contiguous(const T* from, const ResultThreads& threads,
                                                           uint32_t count) const {
    const uint32_t misaligned = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(from) % kAccessBytes / sizeof(T));
    const uint32_t to_aligned = misaligned == 0 ? 0 : kElements - misaligned;
    const uint32_t head = to_aligned < count ? to_aligned : count;
    const uint32_t whole_packs = (count - head) / kElements;
    Accumulator accumulator = Reduction::identity();
    for (uint32_t i = threads.index; i < head; i += threads.count)
      accumulator = accumulate(accumulator, from[i], begin() + i);
    accumulator =
        reduce_packs(accumulator, from + head, threads.index, whole_packs, threads.count,
                     view.first_term + begin() + head, [](uint32_t p) { return static_cast<size_t>(p) * kElements; });
#pragma unroll 1
    for (uint32_t i = head + whole_packs * kElements + threads.index; i < count; i += threads.count)
      accumulator = accumulate(accumulator, from[i], begin() + i);
    return accumulator;
  }

  // Reduces packs p, p + step, ... below `end`, and reads several of them before it reduces the first. Pack 0 begins at
  // term `first`.
  template <class OffsetOf>
  __device__ __forceinline__ static Accumulator reduce_packs(Accumulator accumulator, const T* from, uint32_t p,
                                                             uint32_t end, uint32_t step, uint32_t first,
                                                             OffsetOf offset_of) {
#pragma unroll 1
    for (; p + (kInFlight - 1) * step < end; p += kInFlight * step) {
      Pack<T, kElements> pack[kInFlight];
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) pack[k].load(from + offset_of(p + k * step));
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k)
        accumulator = accumulate_pack(accumulator, pack[k], first + (p + k * step) * kElements);
    }
#pragma unroll 1
    for (; p < end; p += step) {
      Pack<T, kElements> pack;
      pack.load(from + offset_of(p));
      accumulator = accumulate_pack(accumulator, pack, first + p * kElements);
    }
    return accumulator;
  }

  __device__ __forceinline__ static Accumulator accumulate_pack(Accumulator accumulator, const Pack<T, kElements>& pack,
                                                                uint32_t at) {
    ComputeOf<T> x[kElements];
#pragma unroll
    for (int j = 0; j < kElements; ++j) x[j] = Numeric<T>::widen(pack.get(j));
    return Reduction::accumulate(accumulator, x, at);
  }

  // Reduces terms first, first + step, ... of the split, for kColumns results whose elements are neighbours.
  template <int kColumns>
  __device__ __forceinline__ void read_terms(const T* from, uint32_t first, uint32_t step,
                                             Accumulator (&accumulator)[kColumns]) const {
    const uint32_t end = split_end();
    uint32_t t = first;
#pragma unroll 1
    for (; t + (kInFlight - 1) * step < end; t += kInFlight * step) {
      Pack<T, kColumns> pack[kInFlight];
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) pack[k].load(from + offsets_of(view.terms, t + k * step, 1).offset[0]);
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) {
#pragma unroll
        for (int j = 0; j < kColumns; ++j) accumulator[j] = accumulate(accumulator[j], pack[k].get(j), t + k * step);
      }
    }
#pragma unroll 1
    for (; t < end; t += step) {
      Pack<T, kColumns> pack;
      pack.load(from + offsets_of(view.terms, t, 1).offset[0]);
#pragma unroll
      for (int j = 0; j < kColumns; ++j) accumulator[j] = accumulate(accumulator[j], pack.get(j), t);
    }
  }

  // Combines the accumulators of the threads that have the same results; the first of these threads gets the results.
  template <int kColumns>
  __device__ __forceinline__ void reduce_rows(Accumulator (&accumulator)[kColumns]) const {
    __shared__ Accumulator shared[kColumns][kViewBlock];
#pragma unroll
    for (int j = 0; j < kColumns; ++j) shared[j][threadIdx.x] = accumulator[j];
#pragma unroll 1
    for (uint32_t half = blockDim.x / 2; half >> view.threads_log2 != 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x >= half) continue;
#pragma unroll
      for (int j = 0; j < kColumns; ++j) {
        accumulator[j] = Reduction{}(accumulator[j], shared[j][threadIdx.x + half]);
        shared[j][threadIdx.x] = accumulator[j];
      }
    }
  }
};
