// The pools and the resizing of images that ops launch. Images are described by the structs of window_view.hpp, which
// are passed by value. A thread computes one result, or a pack of neighbouring results that are copies of source
// elements.
#include "../common/pool.cuh"
#include "../common/upsample.cuh"
#include "../tables/types.def"
#include "../tables/window.def"
#include "view.cuh"
#include "window_view.hpp"

template <class T, class Reduction>
__device__ __forceinline__ void pool_view(const WindowView& view, T* out, const T* in) {
  const uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= view.results.place_count) return;
  const OperandOffsets<2> offsets = offsets_of(view.results, place, 1);
  const T* row = in + offsets.offset[1];
  auto accumulator = Reduction::first(*row);
#pragma unroll 1
  for (uint32_t y = 0; y < view.window[0]; ++y) {
    const T* at = row;
#pragma unroll 1
    for (uint32_t x = 0; x < view.window[1]; ++x) {
      // The first element initialized the accumulator.
      if (x + y != 0) accumulator = Reduction::accumulate(accumulator, *at);
      at += view.step[1];
    }
    row += view.step[0];
  }
  out[offsets.offset[0]] = Reduction::result(accumulator, static_cast<size_t>(view.window[0]) * view.window[1]);
}

// The offsets of a thread's result, and its row and column in the image.
struct ResizedPlace {
  OperandOffsets<2> offsets;
  uint32_t coordinate[2];

  __device__ __forceinline__ ResizedPlace(const View<2>& results, uint32_t place)
      : offsets(offsets_of(results, place, 1)) {
    const uint32_t line = quotient(results.axis[0], place);
    coordinate[1] = place - line * results.axis[0].extent;
    coordinate[0] = line - quotient(results.axis[1], line) * results.axis[1].extent;
  }
};

// Returns the source position for nearest-neighbour interpolation, rounded down.
__device__ __forceinline__ size_t nearest_before(const ResizedAxis& axis, uint32_t position) {
  const uint32_t from = static_cast<uint32_t>(static_cast<double>(position) * axis.scale);
  return from < axis.extent ? from : axis.extent - 1;
}

template <class T>
__device__ __forceinline__ void nearest_of_view(const ResizeView& view, T* out, const T* in) {
  const uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= view.results.place_count) return;
  const ResizedPlace here(view.results, place);
  const size_t y = nearest_before(view.axis[0], here.coordinate[0]);
  const size_t x = nearest_before(view.axis[1], here.coordinate[1]);
  out[here.offsets.offset[0]] = in[here.offsets.offset[1] + y * view.step[0] + x * view.step[1]];
}

// Repeats each source element along rows and columns. A thread writes the same pack to all result rows that are copies
// of one source row.
template <class T>
__device__ __forceinline__ void repeat_view(const RepeatView& view, T* out, const T* in) {
  constexpr int kElements = kAccessBytes / static_cast<int>(sizeof(T));
  const uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= view.results.place_count) return;
  const OperandOffsets<2> offsets = offsets_of(view.results, place, static_cast<uint32_t>(kElements));
  const ViewAxis packs = view.results.axis[0];
  const uint32_t x = (place - quotient(packs, place) * packs.extent) * static_cast<uint32_t>(kElements);
  const uint32_t column = quotient(view.columns, x);
  const T* from = in + offsets.offset[1] + column * view.in_column;
  Pack<T, kElements> pack;
  if (view.is_doubled != 0) {
    Pack<T, kElements / 2> half;
    half.load(from);
#pragma unroll
    for (int j = 0; j < kElements; ++j) pack.set(j, half.get(j / 2));
  } else {
    uint32_t copies = x - column * view.columns.extent;  // copies of `element` that have been written so far
    T element = *from;
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      pack.set(j, element);
      ++copies;
      if (j + 1 < kElements && copies == view.columns.extent) {
        copies = 0;
        from += view.in_column;
        element = *from;
      }
    }
  }
  T* to = out + offsets.offset[0];
#pragma unroll 1
  for (uint32_t y = 0; y < view.rows; ++y) {
    pack.store(to);
    to += view.out_row;
  }
}

__device__ __forceinline__ Resize::Interpolation interpolation_of(const ResizedAxis& axis, uint32_t position) {
  return Resize{axis.extent, axis.align_corners, axis.scale, axis.steps}.at(position);
}

template <class T>
__device__ __forceinline__ void bilinear_of_view(const ResizeView& view, T* out, const T* in) {
  using W = WeightOf<T>;
  const uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= view.results.place_count) return;
  const ResizedPlace here(view.results, place);
  const Resize::Interpolation y = interpolation_of(view.axis[0], here.coordinate[0]);
  const Resize::Interpolation x = interpolation_of(view.axis[1], here.coordinate[1]);
  const T* const plane = in + here.offsets.offset[1];
  const auto in_row = [&](size_t row) {
    const T* const from = plane + row * view.step[0];
    const W low = static_cast<W>(Numeric<T>::widen(from[x.low * view.step[1]]));
    const W high = static_cast<W>(Numeric<T>::widen(from[x.high * view.step[1]]));
    return interpolate(low, high, static_cast<W>(x.weight));
  };
  const W value = interpolate(in_row(y.low), in_row(y.high), static_cast<W>(y.weight));
  out[here.offsets.offset[0]] = Numeric<T>::narrow(static_cast<ComputeOf<T>>(value));
}

#define VIEW_WINDOW(SYMBOL, VIEW, T, ...)                                                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock) view_##SYMBOL(const VIEW view, T* out, const T* inp) { \
    __VA_ARGS__(view, out, inp);                                                                                  \
  }
#define VIEW_POOL(SUFFIX, T, NAME, REDUCTION, SYMBOL) VIEW_WINDOW(SYMBOL, WindowView, T, pool_view<T, REDUCTION<T>>)
#define VIEW_BILINEAR(SUFFIX, T, SYMBOL) VIEW_WINDOW(SYMBOL, ResizeView, T, bilinear_of_view)
#define VIEW_WINDOWS(SUFFIX, T) ROCM_BINDGEN_WINDOWS(VIEW_POOL, VIEW_BILINEAR, SUFFIX, T)
ROCM_BINDGEN_IMAGE_TYPES(VIEW_WINDOWS)

#define VIEW_NEAREST(SIZE, T, SYMBOL) VIEW_WINDOW(SYMBOL, ResizeView, T, nearest_of_view)
#define VIEW_REPEAT(SIZE, T, SYMBOL) VIEW_WINDOW(SYMBOL, RepeatView, T, repeat_view)
#define VIEW_NEAREST_OF(SIZE, T) ROCM_BINDGEN_NEAREST(VIEW_NEAREST, VIEW_REPEAT, SIZE, T)
ROCM_BINDGEN_SIZES(VIEW_NEAREST_OF)
