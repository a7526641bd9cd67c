// Quantized blocks to floats: every element rounded once. For whole tensors and for rows that ids pick.
#pragma once

#include "pack.cuh"
#include "quantized_formats.cuh"
#include "thread_grid.cuh"

template <class Format, class T>
struct Dequantize {
  static constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  using Packed = Pack<T, kElements>;

  // Those from `first` on, a multiple of kElements.
  __device__ __forceinline__ static Packed pack(const uint8_t* blocks, size_t first) {
    const uint8_t* const block = blocks + first / Format::kElements * Format::kBytes;
    const uint32_t within = static_cast<uint32_t>(first % Format::kElements);
    const PartScale scale = Format::scale(block, within / Format::kPart);
    Packed values;
#pragma unroll
    for (int w = 0; w < kElements / 4; ++w) {
      const uint32_t codes = signed_codes<Format>(block, within / 4 + static_cast<uint32_t>(w));
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float value = value_of<Format>(codes, j, scale);
        // AMD has an instruction that would round a sum to a half at once: other bits than by way of a float.
        values.set(4 * w + j, Numeric<T>::narrow(sizeof(T) == 2 ? as_computed(value) : value));
      }
    }
    return values;
  }

  // The packs `first`, `first` + `step`, ... of `elements`; what is left over, by the element.
  __device__ __forceinline__ static void run(const uint8_t* blocks, T* out, size_t elements, size_t first,
                                             size_t step) {
    const size_t packs = (elements + kElements - 1) / kElements;
    const bool aligned = Packed::aligned(out);
#pragma unroll 1
    for (size_t p = first; p < packs; p += step) {
      const size_t begin = p * kElements;
      Packed values = pack(blocks, begin);
      if (aligned && begin + kElements <= elements) {
        values.store(out + begin);
        continue;
      }
      const size_t rest = elements - begin;
#pragma unroll 1
      for (size_t i = 0; i < kElements && i < rest; ++i) out[begin + i] = values.pop();
    }
  }
};

template <class Format, class T>
__device__ __forceinline__ void dequantize(const void* blocks, T* out, size_t elements) {
  const ThreadGrid grid = this_thread_in_grid();
  Dequantize<Format, T>::run(static_cast<const uint8_t*>(blocks), out, elements, grid.thread(), grid.threads);
}

// dst[i] = row ids[i] of `src`: blockIdx.x says which i, all other threads share the row.
struct PickedRow {
  size_t id_index;
  size_t thread;
  size_t threads;

  __device__ __forceinline__ static PickedRow of_this_thread() {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t layer = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
    const size_t layers = static_cast<size_t>(gridDim.y) * gridDim.z;
    return {blockIdx.x, layer * grid.block_threads + grid.lane, layers * grid.block_threads};
  }
};

template <class Format>
__device__ __forceinline__ void get_quantized_row(const void* src, const uint32_t* ids, float* dst, size_t columns,
                                                  size_t row_bytes) {
  const PickedRow row = PickedRow::of_this_thread();
  const uint8_t* const blocks = static_cast<const uint8_t*>(src) + ids[row.id_index] * row_bytes;
  Dequantize<Format, float>::run(blocks, dst + row.id_index * columns, columns, row.thread, row.threads);
}

template <class T>
__device__ __forceinline__ void get_float_row(const T* src, const uint32_t* ids, float* dst, size_t columns,
                                              size_t row_bytes) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(float));
  const PickedRow row = PickedRow::of_this_thread();
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
