// out[r] = the reduction of the terms of result r, which a host has described by value (reduction_view.hpp). Used by
// the kernels of view_reduce.cu.
//
// In the rows kernels, neighbouring threads share the terms of a result. In the columns kernels, neighbouring threads
// have neighbouring results, and the other threads of the block share the terms of these. If this leaves a GPU idle,
// the terms are split among several blocks along y of the grid, and a second kernel, end, combines their partial
// results, which are stored as (result, slot). All orders are fixed, so results have the same bits each time.
//
// All threads of a block call the functions with barriers, and the conditions around these are block-uniform.
#pragma once

#include "../common/reductions.cuh"
#include "reduction_view.hpp"
#include "view.cuh"

// Combines the values of `lanes` neighbouring threads, a power of two; the first of them gets the result. All threads
// of the block must take part. Earlier values are combined first.
template <class V, class Combine>
__device__ __forceinline__ V reduce_lanes(uint32_t lanes, V value, Combine combine) {
#pragma unroll
  for (uint32_t distance = 1; distance < kGroup; distance *= 2) {
    if (distance < lanes) value = combine(value, Exchange<V>::down(~0u, value, distance));
  }
  if (lanes <= kGroup) return value;
  __shared__ V partial[kViewBlock / kGroup];
  const uint32_t group = threadIdx.x / kGroup;
  if (threadIdx.x % kGroup == 0) partial[group] = value;
  __syncthreads();
  if ((threadIdx.x & (lanes - 1)) != 0) return value;
#pragma unroll 1
  for (uint32_t g = 1; g < lanes / kGroup; ++g) value = combine(value, partial[group + g]);
  return value;
}

template <class T, class Reduction>
struct ReduceView {
  using Kept = typename Reduction::Kept;
  using Result = typename Reduction::Result;
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  static constexpr int kInFlight = Reduction::kPacksInFlight;
  static constexpr int kColumnsAtOnce = columns_per_thread(sizeof(T), Reduction::kHasPositions);

  const ReductionView& view;
  Result* out;
  Kept* partial;
  const T* in;

  __device__ __forceinline__ ReduceView(const ReductionView& of, Result* to, void* between, const T* from)
      : view(of), out(to), partial(static_cast<Kept*>(between)), in(from) {}

  __device__ __forceinline__ void rows() const {
    const Team team = this_team();
    Kept kept = Reduction::none();
    if (team.exists) kept = part(in + locate(view.results, team.result, 1).offset[0], team);
    kept = reduce_lanes(team.lanes, kept, Reduction{});
    if (team.exists && team.lane == 0) put(team.result, locate(view.results, team.result, 1).offset[1], kept);
  }

  __device__ __forceinline__ void columns() const {
    if (view.results.by_pack != 0) {
      columns_of<kColumnsAtOnce>();
    } else {
      columns_of<1>();
    }
  }

  __device__ __forceinline__ void end() const {
    const Team team = this_team();
    Kept kept = Reduction::none();
    if (team.exists) {
      const Kept* const from = partial + static_cast<size_t>(team.result) * view.slots;
#pragma unroll 1
      for (uint32_t i = team.lane; i < view.slots; i += kInFlight * team.lanes) {
        Kept next[kInFlight];
#pragma unroll
        for (uint32_t k = 0; k < kInFlight; ++k)
          next[k] = i + k * team.lanes < view.slots ? from[i + k * team.lanes] : Reduction::none();
#pragma unroll
        for (uint32_t k = 0; k < kInFlight; ++k) kept = Reduction{}(kept, next[k]);
      }
    }
    kept = reduce_lanes(team.lanes, kept, Reduction{});
    if (team.exists && team.lane == 0)
      out[locate(view.results, team.result, 1).offset[1]] = Reduction::result(kept, view.divisor);
  }

 private:
  template <int kColumns>
  __device__ __forceinline__ void columns_of() const {
    const uint32_t lane = threadIdx.x & ((1u << view.lanes_log2) - 1);
    const uint32_t row = threadIdx.x >> view.lanes_log2;
    const uint32_t place = (blockIdx.x << view.lanes_log2) + lane;
    const bool exists = place < view.results.places;
    const Spot<2> spot = locate(view.results, exists ? place : 0, kColumns);
    Kept kept[kColumns];
#pragma unroll
    for (int j = 0; j < kColumns; ++j) kept[j] = Reduction::none();
    if (exists) read_terms<kColumns>(in + spot.offset[0], begin() + row, blockDim.x >> view.lanes_log2, kept);
    reduce_rows<kColumns>(kept);
    if (!exists || row != 0) return;
#pragma unroll
    for (int j = 0; j < kColumns; ++j)
      put(place * kColumns + j, spot.offset[1] + static_cast<size_t>(j) * view.results.stride[1][0], kept[j]);
  }

  // The threads that share a result.
  struct Team {
    uint32_t lanes;
    uint32_t lane;
    uint32_t result;
    bool exists;
  };
  __device__ __forceinline__ Team this_team() const {
    const uint32_t lanes = 1u << view.lanes_log2;
    const uint32_t result = blockIdx.x * (blockDim.x >> view.lanes_log2) + (threadIdx.x >> view.lanes_log2);
    return {lanes, threadIdx.x & (lanes - 1), result, result < view.results.places};
  }

  // The split of the terms that this block reduces, in places of `terms`.
  __device__ __forceinline__ uint32_t begin() const { return blockIdx.y * view.piece_terms; }
  __device__ __forceinline__ uint32_t piece_end() const {
    const uint32_t rest = view.terms.places - begin();
    return begin() + (rest < view.piece_terms ? rest : view.piece_terms);
  }

  __device__ __forceinline__ void put(uint32_t result, size_t offset, Kept kept) const {
    if (view.slots == 0) {
      out[offset] = Reduction::result(kept, view.divisor);
    } else {
      partial[static_cast<size_t>(result) * view.slots + view.first_slot + blockIdx.y] = kept;
    }
  }

  __device__ __forceinline__ Kept with(Kept kept, T x, uint32_t term) const {
    return Reduction{}(kept, Reduction::of(x, view.first_term + term));
  }

  __device__ __forceinline__ Kept part(const T* from, const Team& team) const {
    if (view.in_line != 0) return line(from + begin(), team, piece_end() - begin());
    if (view.terms.by_pack != 0) {
      return packs(Reduction::none(), from, begin() + team.lane, piece_end(), team.lanes, view.first_term,
                   [&](uint32_t p) { return locate(view.terms, p, kElements).offset[0]; });
    }
    Kept kept[1] = {Reduction::none()};
    read_terms<1>(from, begin() + team.lane, team.lanes, kept);
    return kept[0];
  }

  // The elements before the first aligned pack come first, then whole packs, then the rest.
  __device__ __forceinline__ Kept line(const T* from, const Team& team, uint32_t count) const {
    const uint32_t misaligned = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(from) % kAccessBytes / sizeof(T));
    const uint32_t to_aligned = misaligned == 0 ? 0 : kElements - misaligned;
    const uint32_t head = to_aligned < count ? to_aligned : count;
    const uint32_t whole = (count - head) / kElements;
    Kept kept = Reduction::none();
    for (uint32_t i = team.lane; i < head; i += team.lanes) kept = with(kept, from[i], begin() + i);
    kept = packs(kept, from + head, team.lane, whole, team.lanes, view.first_term + begin() + head,
                 [](uint32_t p) { return static_cast<size_t>(p) * kElements; });
#pragma unroll 1
    for (uint32_t i = head + whole * kElements + team.lane; i < count; i += team.lanes)
      kept = with(kept, from[i], begin() + i);
    return kept;
  }

  // Reduces packs p, p + step, ... below `end`, and reads several of them before it reduces the first. Pack 0 begins at
  // term `first`.
  template <class OffsetOf>
  __device__ __forceinline__ static Kept packs(Kept kept, const T* from, uint32_t p, uint32_t end, uint32_t step,
                                               uint32_t first, OffsetOf offset_of) {
#pragma unroll 1
    for (; p + (kInFlight - 1) * step < end; p += kInFlight * step) {
      Pack<T, kElements> pack[kInFlight];
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) pack[k].load(from + offset_of(p + k * step));
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) kept = with_pack(kept, pack[k], first + (p + k * step) * kElements);
    }
#pragma unroll 1
    for (; p < end; p += step) {
      Pack<T, kElements> pack;
      pack.load(from + offset_of(p));
      kept = with_pack(kept, pack, first + p * kElements);
    }
    return kept;
  }

  __device__ __forceinline__ static Kept with_pack(Kept kept, const Pack<T, kElements>& pack, uint32_t at) {
    ComputeOf<T> x[kElements];
#pragma unroll
    for (int j = 0; j < kElements; ++j) x[j] = Numeric<T>::widen(pack.get(j));
    return Reduction::join(kept, x, at);
  }

  // Reduces terms first, first + step, ... of the split, for kColumns results whose elements are neighbours.
  template <int kColumns>
  __device__ __forceinline__ void read_terms(const T* from, uint32_t first, uint32_t step,
                                             Kept (&kept)[kColumns]) const {
    const uint32_t end = piece_end();
    uint32_t t = first;
#pragma unroll 1
    for (; t + (kInFlight - 1) * step < end; t += kInFlight * step) {
      Pack<T, kColumns> pack[kInFlight];
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) pack[k].load(from + locate(view.terms, t + k * step, 1).offset[0]);
#pragma unroll
      for (uint32_t k = 0; k < kInFlight; ++k) {
#pragma unroll
        for (int j = 0; j < kColumns; ++j) kept[j] = with(kept[j], pack[k].get(j), t + k * step);
      }
    }
#pragma unroll 1
    for (; t < end; t += step) {
      Pack<T, kColumns> pack;
      pack.load(from + locate(view.terms, t, 1).offset[0]);
#pragma unroll
      for (int j = 0; j < kColumns; ++j) kept[j] = with(kept[j], pack.get(j), t);
    }
  }

  // Combines the accumulators of the threads that have the same results; the first of these threads gets the results.
  template <int kColumns>
  __device__ __forceinline__ void reduce_rows(Kept (&kept)[kColumns]) const {
    __shared__ Kept shared[kColumns][kViewBlock];
#pragma unroll
    for (int j = 0; j < kColumns; ++j) shared[j][threadIdx.x] = kept[j];
#pragma unroll 1
    for (uint32_t half = blockDim.x / 2; half >> view.lanes_log2 != 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x >= half) continue;
#pragma unroll
      for (int j = 0; j < kColumns; ++j) {
        kept[j] = Reduction{}(kept[j], shared[j][threadIdx.x + half]);
        shared[j][threadIdx.x] = kept[j];
      }
    }
  }
};
