// Rotary embedding: pairs of elements are rotated by the angle that the tables contain for their position, and rounded
// once:
//   (a, b) -> (a c - b s, a s + b c)
// Used by rope_i_*, rope_* and rope_thd_* (reduce.cu); view_rope.cu uses Rotation.
//
// All tensors are dense. A thread rotates packs of pairs, or single pairs if not everything is aligned; WorkPartition
// assigns them to threads. There are no barriers.
#pragma once

#include "division.cuh"
#include "numeric.cuh"
#include "pack.cuh"
#include "work_partition.cuh"

template <class T>
struct Rotation {
  using C = ComputeOf<T>;
  C a;
  C b;

  __device__ __forceinline__ Rotation(T x, T y, T cosine, T sine) {
    const C u = Numeric<T>::widen(x);
    const C v = Numeric<T>::widen(y);
    const C c = Numeric<T>::widen(cosine);
    const C s = Numeric<T>::widen(sine);
    a = u * c - v * s;
    b = u * s + v * c;
  }
  __device__ __forceinline__ T first() const { return Numeric<T>::narrow(a); }
  __device__ __forceinline__ T second() const { return Numeric<T>::narrow(b); }
};

// The elements that form a pair are neighbours (2j, 2j + 1), or (j, j + d/2) of a head's d elements.
template <class T>
struct Rotary {
  static constexpr size_t kElements = kAccessBytes / sizeof(T);

  const T* src;
  const T* cosines;
  const T* sines;
  T* dst;

  // Rotates pairs of neighbours. The tables repeat after `table_pairs` pairs. If `per_batch` is not 0, each `per_batch`
  // elements have their own tables. Several pairs are rotated at once if all of them are aligned.
  __device__ __forceinline__ void rotate_interleaved(size_t pairs, size_t table_pairs, size_t per_batch) const {
    constexpr size_t kPairs = kElements / 2;
    if (table_pairs % kPairs == 0 && aligned()) {
      rotate_neighbours<kPairs>(pairs, table_pairs, per_batch);
    } else {
      rotate_neighbours<1>(pairs, table_pairs, per_batch);
    }
  }

  // Rotates (b, h, t, d), where the rows of all time steps of a head follow each other. `heads` is b times h; `table`
  // is t times d.
  __device__ __forceinline__ void rotate_heads(size_t heads, size_t table, size_t depth, size_t per_batch) const {
    const size_t steps = depth == 0 ? 0 : quotient_of(table, depth);
    rotate_halves(heads * steps, depth, [=](size_t head) {
      const size_t batch = per_batch == 0 ? 0 : quotient_of(head * depth, per_batch);
      return (head - quotient_of(head, steps) * steps + batch * steps) * (depth / 2);
    });
  }

  // Rotates (b, t, h, d), where the rows of all heads of a time step follow each other.
  __device__ __forceinline__ void rotate_steps(size_t batches, size_t steps, size_t heads, size_t depth,
                                               size_t per_batch) const {
    rotate_halves(batches * steps * heads, depth, [=](size_t head) {
      const size_t step = quotient_of(head, heads);
      const size_t batch = quotient_of(step, steps);
      return (step - (per_batch == 0 ? batch * steps : 0)) * (depth / 2);
    });
  }

 private:
  // The number of packs that a thread should process, as log2.
  static constexpr int kPacksPerThreadLog2 = 1;

  // Rotates `heads` rows of `depth` elements. `angles_of(head)` returns where in the tables the head's angles begin.
  // Packs of pairs are rotated at once if all of them are aligned.
  template <class AnglesOf>
  __device__ __forceinline__ void rotate_halves(size_t heads, size_t depth, AnglesOf angles_of) const {
    const size_t half = depth / 2;
    if (half % kElements == 0 && aligned()) {
      rotate<kElements>(heads, half, angles_of);
    } else {
      rotate<1>(heads, half, angles_of);
    }
  }

  __device__ __forceinline__ bool aligned() const {
    const uintptr_t addresses = reinterpret_cast<uintptr_t>(src) | reinterpret_cast<uintptr_t>(cosines) |
                                reinterpret_cast<uintptr_t>(sines) | reinterpret_cast<uintptr_t>(dst);
    return addresses % kAccessBytes == 0;
  }

  template <size_t kPairsPerPack>
  __device__ __forceinline__ void rotate_neighbours(size_t pairs, size_t table_pairs, size_t per_batch) const {
    using Pairs = Pack<T, static_cast<int>(2 * kPairsPerPack)>;
    using Angles = Pack<T, static_cast<int>(kPairsPerPack)>;
    constexpr int kPack = static_cast<int>(kPairsPerPack);
    if (WorkPartition::block_is_idle<kPack, kPacksPerThreadLog2>()) return;
    const WorkPartition share =
        WorkPartition::of<kPack, kPacksPerThreadLog2>(this_thread_in_grid(), pairs, kPacksPerThreadLog2);
#pragma unroll 1
    for (size_t pack = share.first; pack < share.end; pack += share.step) {
      const size_t pair = pack * kPairsPerPack;
      const size_t batch = per_batch == 0 ? 0 : quotient_of(2 * pair, per_batch);
      const size_t angle = pair - quotient_of(pair, table_pairs) * table_pairs + batch * table_pairs;
      Pairs elements;
      Angles c;
      Angles s;
      // A single pair may begin at any element.
      if constexpr (kPairsPerPack == 1) {
        elements.set(0, src[2 * pair]);
        elements.set(1, src[2 * pair + 1]);
      } else {
        elements.load(src + 2 * pair);
      }
      c.load(cosines + angle);
      s.load(sines + angle);
      Pairs rotated;
#pragma unroll
      for (int k = 0; k < static_cast<int>(kPairsPerPack); ++k) {
        const Rotation<T> rotation(elements.get(2 * k), elements.get(2 * k + 1), c.get(k), s.get(k));
        rotated.set(2 * k, rotation.first());
        rotated.set(2 * k + 1, rotation.second());
      }
      if constexpr (kPairsPerPack == 1) {
        dst[2 * pair] = rotated.get(0);
        dst[2 * pair + 1] = rotated.get(1);
      } else {
        rotated.store(dst + 2 * pair);
      }
    }
  }

  template <size_t kPairsPerPack, class AnglesOf>
  __device__ __forceinline__ void rotate(size_t heads, size_t half, AnglesOf angles_of) const {
    using Packed = Pack<T, static_cast<int>(kPairsPerPack)>;
    constexpr int kPack = static_cast<int>(kPairsPerPack);
    if (WorkPartition::block_is_idle<kPack, kPacksPerThreadLog2>()) return;
    const size_t steps = half / kPairsPerPack;
    const WorkPartition share =
        WorkPartition::of<kPack, kPacksPerThreadLog2>(this_thread_in_grid(), heads * half, kPacksPerThreadLog2);
#pragma unroll 1
    for (size_t i = share.first; i < share.end; i += share.step) {
      const size_t head = quotient_of(i, steps);
      const size_t j = (i - head * steps) * kPairsPerPack;
      const size_t at = head * 2 * half + j;
      const size_t angle = angles_of(head) + j;
      Packed low;
      Packed high;
      Packed c;
      Packed s;
      low.load(src + at);
      high.load(src + at + half);
      c.load(cosines + angle);
      s.load(sines + angle);
      Packed new_low;
      Packed new_high;
#pragma unroll
      for (int k = 0; k < static_cast<int>(kPairsPerPack); ++k) {
        const Rotation<T> rotated(low.get(k), high.get(k), c.get(k), s.get(k));
        new_low.set(k, rotated.first());
        new_high.set(k, rotated.second());
      }
      new_low.store(dst + at);
      new_high.store(dst + at + half);
    }
  }
};
