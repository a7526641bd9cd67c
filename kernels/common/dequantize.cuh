// Converts quantized blocks to floats, with every element rounded once: whole tensors and rows that are selected by ids
// (quantized.cu, view_quantized.cu), and the weights of ops/dequantizing_mat_mul.cuh.
//
// A thread converts pairs of packs that share bytes of a block. Packs have 16 bytes of the result; groups of
// neighbouring threads write neighbouring packs. There are no barriers.
#pragma once

#include "pack.cuh"
#include "quantized_formats.cuh"
#include "thread_grid.cuh"

// Rounds two neighbours to 16 bits each; NVIDIA has one instruction for both. The pointer only selects the type.
__device__ __forceinline__ uint32_t narrow_pair(const __half*, float low, float high) {
  return bit_cast<uint32_t>(__floats2half2_rn(low, high));
}
__device__ __forceinline__ uint32_t narrow_pair(const __nv_bfloat16*, float low, float high) {
  return bit_cast<uint32_t>(__floats2bfloat162_rn(low, high));
}

template <class Format, class T, class Block = const uint8_t*>
struct Dequantize {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  using Packed = Pack<T, kElements>;

  // Converts the kElements elements from `first` on, which is a multiple of kElements.
  __device__ __forceinline__ static Packed pack(const uint8_t* blocks, size_t first) {
    const Block block(blocks + first / Format::kElements * Format::kBytes);
    const uint32_t within = static_cast<uint32_t>(first % Format::kElements);
    const PartScale scale = Format::scale(block, within / Format::kPart);
    Packed values;
#pragma unroll
    for (int w = 0; w < kElements / 4; ++w) {
      const uint32_t codes = signed_codes<Format>(block, within / 4 + static_cast<uint32_t>(w));
      if constexpr (sizeof(T) == 4) {
#pragma unroll
        for (int j = 0; j < 4; ++j) values.set(4 * w + j, value_of<Format>(codes, j, scale));
      } else {
        // AMD has an instruction that rounds a sum to a half directly, which gives other bits than rounding it to a
        // float first. keep_precision() keeps the compiler from using it.
#pragma unroll
        for (int j = 0; j < 4; j += 2)
          values.words[2 * w + j / 2] =
              narrow_pair(static_cast<const T*>(nullptr), keep_precision(value_of<Format>(codes, j, scale)),
                          keep_precision(value_of<Format>(codes, j + 1, scale)));
      }
    }
    return values;
  }

  // Two packs that share bytes, or at least a scale: their elements are kPairDistance elements apart.
  struct PackPair {
    Packed first;
    Packed second;

    __device__ __forceinline__ void load(const uint8_t* blocks, size_t begin) {
      first = pack(blocks, begin);
      second = pack(blocks, begin + Format::kPairDistance);
    }
    __device__ __forceinline__ void store(T* out, size_t begin) const {
      first.store(out + begin);
      second.store(out + begin + Format::kPairDistance);
    }
    // Stores the elements below `end`.
    __device__ __forceinline__ void store_some(T* out, size_t begin, size_t end) {
      store_some(first, out, begin, end);
      store_some(second, out, begin + Format::kPairDistance, end);
    }

   private:
    __device__ __forceinline__ static void store_some(Packed& pack, T* out, size_t begin, size_t end) {
#pragma unroll 1
      for (size_t i = begin; i < begin + kElements && i < end; ++i) out[i] = pack.pop();
    }
  };

  // Converts the pairs of packs with the numbers `first`, `first` + `step`, ... The tensor has `elements` elements.
  // Where the result is not aligned, or the last block is partial, elements are written one by one.
  __device__ __forceinline__ static void run(const uint8_t* blocks, T* out, size_t elements, size_t first,
                                             size_t step) {
    // The number of pairs that are loaded at once. Packs of f32 have fewer elements, so a thread loads more packs.
    constexpr int kAtOnce = sizeof(T) == 4 ? 2 : 1;
    constexpr size_t kPairsOfBlock = Format::kElements / kElements / 2;
    static_assert(Format::kElements % (2 * Format::kPairDistance) == 0, "a block consists of whole pairs");
    const size_t whole_pairs = Packed::aligned(out) ? elements / Format::kElements * kPairsOfBlock : 0;
    size_t i = first;
#pragma unroll 1
    for (; i + (kAtOnce - 1) * step < whole_pairs; i += kAtOnce * step) {
      PackPair pairs[kAtOnce];
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) pairs[k].load(blocks, begin_of(i + k * step));
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) pairs[k].store(out, begin_of(i + k * step));
    }
#pragma unroll 1
    for (; i < whole_pairs; i += step) {
      PackPair pair;
      pair.load(blocks, begin_of(i));
      pair.store(out, begin_of(i));
    }
    const size_t all_pairs = (elements + Format::kElements - 1) / Format::kElements * kPairsOfBlock;
#pragma unroll 1
    for (; i < all_pairs; i += step) {
      PackPair pair;
      pair.load(blocks, begin_of(i));
      pair.store_some(out, begin_of(i), elements);
    }
  }

 private:
  // Returns the first element of pair `i`, which consists of pack i % kPacksOfRun of a run of kPairDistance elements
  // and the same pack of the next run.
  __device__ __forceinline__ static size_t begin_of(size_t i) {
    constexpr size_t kPacksOfRun = Format::kPairDistance / kElements;
    return (i / kPacksOfRun * 2 * kPacksOfRun + i % kPacksOfRun) * kElements;
  }
};

template <class Format, class T>
__device__ __forceinline__ void dequantize(const void* blocks, T* out, size_t elements) {
  const ThreadGrid grid = this_thread_in_grid();
  const uint8_t* const bytes = static_cast<const uint8_t*>(blocks);
  if constexpr (Format::kBytes % kAccessBytes == 0) {
    if (reinterpret_cast<uintptr_t>(bytes) % kAccessBytes == 0)
      return Dequantize<Format, T, AlignedBlock>::run(bytes, out, elements, grid.thread(), grid.threads);
  }
  Dequantize<Format, T>::run(bytes, out, elements, grid.thread(), grid.threads);
}

// The part of dst[i] = row ids[i] of `src` that this thread computes. blockIdx.x selects i; all threads with the same
// blockIdx.x share the row.
struct SelectedRow {
  size_t id_index;
  size_t thread;
  size_t threads;

  __device__ __forceinline__ static SelectedRow of_this_thread() {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t layer = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
    const size_t layers = static_cast<size_t>(gridDim.y) * gridDim.z;
    return {blockIdx.x, layer * grid.block_threads + grid.block_thread, layers * grid.block_threads};
  }
};

// Rows are read without AlignedBlock, because row_bytes is any number. It has not been measured whether whole accesses
// to aligned rows are faster.
template <class Format>
__device__ __forceinline__ void get_quantized_row(const void* src, const uint32_t* ids, float* dst, size_t columns,
                                                  size_t row_bytes) {
  const SelectedRow row = SelectedRow::of_this_thread();
  const uint8_t* const blocks = static_cast<const uint8_t*>(src) + ids[row.id_index] * row_bytes;
  Dequantize<Format, float>::run(blocks, dst + row.id_index * columns, columns, row.thread, row.threads);
}

template <class T>
__device__ __forceinline__ void get_float_row(const T* src, const uint32_t* ids, float* dst, size_t columns,
                                              size_t row_bytes) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(float));
  const SelectedRow row = SelectedRow::of_this_thread();
  const T* const from =
      reinterpret_cast<const T*>(reinterpret_cast<const uint8_t*>(src) + ids[row.id_index] * row_bytes);
  float* const to = dst + row.id_index * columns;
  const bool packed =
      columns % kElements == 0 && Pack<T, kElements>::aligned(from) && Pack<float, kElements>::aligned(to);
  if (!packed) {
#pragma unroll 1
    for (size_t i = row.thread; i < columns; i += row.threads) to[i] = Numeric<T>::widen(from[i]);
    return;
  }
#pragma unroll 1
  for (size_t i = row.thread * kElements; i < columns; i += row.threads * kElements) {
    Pack<T, kElements> pack;
    pack.load(from + i);
    Pack<float, kElements> widened;
#pragma unroll
    for (int j = 0; j < kElements; ++j) widened.set(j, Numeric<T>::widen(pack.get(j)));
    widened.store(to + i);
  }
}
