// Convolutions that ops launch for tensors of any type and strides. Tensors are described by a ConvolutionView, which
// is passed by value. The convolutions are computed directly from their definition.
#include "../common/image.cuh"
#include "../tables/convolution.def"
#include "../tables/types.def"
#include "convolution_view.hpp"
#include "view.cuh"

// The input position that tap `tap` reads for the result at `position`. Positions before the input wrap around to large
// numbers, so every position outside it is at least the extent of the axis.
struct TapOfResult {
  __device__ __forceinline__ static uint32_t input_at(const ConvolvedAxis& axis, uint32_t position, uint32_t tap) {
    return position * axis.stride.extent + tap * axis.dilation - axis.padding;
  }
};

// The input position that contributes to a result of a transposed convolution through tap `tap`, or ~0u if there is
// none.
struct TapToResult {
  __device__ __forceinline__ static uint32_t input_at(const ConvolvedAxis& axis, uint32_t position, uint32_t tap) {
    const uint32_t padded = position + axis.padding;
    const uint32_t tap_offset = tap * axis.dilation;
    if (tap_offset > padded) return ~0u;
    const uint32_t from = quotient(axis.stride, padded - tap_offset);
    return from * axis.stride.extent == padded - tap_offset ? from : ~0u;
  }
};

template <class Tap, class T>
__device__ __forceinline__ void convolve_view(const ConvolutionView& view, T* out, const T* in, const T* weights) {
  const uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= view.results.place_count) return;
  const OperandOffsets<3> offsets = offsets_of(view.results, place, 1);
  // The column x, the row y and the block of output channels of this place. A plane is the result of one such block for
  // one image.
  const uint32_t line = quotient(view.results.axis[0], place);
  const uint32_t x = place - line * view.results.axis[0].extent;
  const uint32_t plane = quotient(view.results.axis[1], line);
  const uint32_t y = line - plane * view.results.axis[1].extent;
  const uint32_t channel_block = plane - quotient(view.results.axis[2], plane) * view.results.axis[2].extent;
  const uint32_t remaining = view.out_channels - channel_block * kChannelsAtOnce;
  const uint32_t channels = remaining < kChannelsAtOnce ? remaining : kChannelsAtOnce;
  const T* const source = in + offsets.offset[1];
  const T* const taps = weights + offsets.offset[2];
  SumOf<T> sum[kChannelsAtOnce] = {};
  for (uint32_t ky = 0; ky < view.axis[0].taps; ++ky) {
    const uint32_t in_y = Tap::input_at(view.axis[0], y, ky);
    if (in_y >= view.axis[0].extent) continue;
    for (uint32_t kx = 0; kx < view.axis[1].taps; ++kx) {
      const uint32_t in_x = Tap::input_at(view.axis[1], x, kx);
      if (in_x >= view.axis[1].extent) continue;
      const T* from = source + in_y * view.in_step[0] + in_x * view.in_step[1];
      const T* tap = taps + ky * view.weight_step[0] + kx * view.weight_step[1];
      for (uint32_t c = 0; c < view.in_channels; ++c) {
        const SumOf<T> element = widened(*from);
#pragma unroll
        for (uint32_t o = 0; o < kChannelsAtOnce; ++o) {
          // Output channels beyond the last one use the weights of the first one; their sums are not written.
          sum[o] += element * widened(tap[o < channels ? o * view.weight_out : 0]);
        }
        from += view.in_channel;
        tap += view.weight_in;
      }
    }
  }
#pragma unroll
  for (uint32_t o = 0; o < kChannelsAtOnce; ++o)
    if (o < channels) out[offsets.offset[0] + o * view.out_channel] = narrowed<T>(sum[o]);
}

#define VIEW_CONV(TAP, T, SYMBOL)                                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                \
      view_##SYMBOL(const ConvolutionView view, T* out, const T* inp, const T* weights) { \
    convolve_view<TAP>(view, out, inp, weights);                                          \
  }
#define VIEW_PLAIN_CONV(SUFFIX, T, NAME, SYMBOL) VIEW_CONV(TapOfResult, T, SYMBOL)
#define VIEW_TRANSPOSED_CONV(SUFFIX, T, NAME, SYMBOL) VIEW_CONV(TapToResult, T, SYMBOL)
#define VIEW_CONVOLUTIONS(SUFFIX, T) ROCM_BINDGEN_CONVOLUTIONS(VIEW_PLAIN_CONV, VIEW_TRANSPOSED_CONV, SUFFIX, T)
ROCM_BINDGEN_IMAGE_TYPES(VIEW_CONVOLUTIONS)
