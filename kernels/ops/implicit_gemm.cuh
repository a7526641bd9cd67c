// Convolutions by matrix units; used by view_conv_matrix_* (view_conv_matrix.cu). A convolution is computed as a
// product of the weights and a matrix of the source's elements that is never stored as a whole. Each of its rows
// contains the elements that the taps of one pixel of the result read; the rows are gathered into shared memory one
// step of the depth at a time. The depth is input channels by taps (MatrixConvolutionView).
//
// Groups are rows of the grid (blockIdx.y); each block computes one tile. Each thread gathers for one pixel, and
// neighbouring threads have neighbouring pixels. The next step is loaded into registers while the current one is
// multiplied. All loops around barriers are block-uniform.
#pragma once

#include "convolution_view.hpp"
#include "matrix_unit.cuh"
#include "view.cuh"

// out[channel, pixel]. A block computes a tile of kChannels by kTilePixels, and each of its warps a part of it.
template <class T, int kChannels>
struct ImplicitGemm {
  static constexpr int kThreads = 256;
  static constexpr int kPixels = static_cast<int>(kTilePixels);
  static constexpr int kDepth = 32;
  static constexpr int kInPack = 8;
  using Packed = Pack<T, kInPack>;
  // The pitch of rows in shared memory: another 16 bytes spread columns over the banks.
  static constexpr int kPitch = kDepth + kInPack;
  // NVIDIA's SMs have memory for two buffers per block, which saves a barrier for each step. AMD's CUs have 64 KiB;
  // there, one buffer leaves room for more blocks.
#if defined(MATRIX_UNIT_MMA_SYNC)
  static constexpr int kBuffers = 2;
#else
  static constexpr int kBuffers = 1;
#endif
  static constexpr int kBufferElements = (kChannels + kPixels) * kPitch;
  // The pitch of results in shared memory, which are stored by channels.
  static constexpr int kTilePitch = kPixels + kInPack;
  static_assert(kChannels / 2 * kTilePitch <= kBufferElements, "half of the tile takes the place of a step");

  // In names, "wave" means warp. Each of the two warps of a pair computes one half of the tile's channels; the pixels
  // are divided among the pairs.
  static constexpr int kWaves = kThreads / kUnitLanes;
  static constexpr int kRowUnits = kChannels / 2 / kUnitSize;
  static constexpr int kColumnUnits = kPixels / (kWaves / 2) / kUnitSize;

  // What a thread loads for each step: packs from rows of weights, and neighbouring elements of the depth for one
  // pixel.
  static constexpr int kPacksOfRow = kDepth / kInPack;
  static constexpr int kRowsAtOnce = kThreads / kPacksOfRow;
  static constexpr int kWeightPacks = kChannels / kRowsAtOnce;
  static constexpr int kGathered = kPixels * kDepth / kThreads;

  // A channel and tap of the depth: the offset of its element from that of the first, in bytes, and the bits of the tap
  // on both axes (kMaxTaps).
  struct __attribute__((aligned(8))) Tap {
    uint32_t offset;
    uint32_t bits;
  };
  // The bits of an index beyond the depth. Every pixel has this bit, so the index is outside the source for all of
  // them.
  static constexpr uint32_t kNoTap = 1u << kMaxTaps;

  struct Gathered {
    uint16_t elements[kGathered];
    bool exist[kGathered];
  };

  // The pixel that a thread gathers for.
  struct Pixel {
    uint32_t first;  // offset of its first tap in the source, in bytes, modulo 2^32; it may be before the source
    uint32_t bits;   // the taps that are outside the source
  };

  const MatrixConvolutionView& product;
  T* out;
  const T* in;
  const T* weights;
  uint32_t first_channel;
  uint32_t first_pixel;

  __device__ __forceinline__ ImplicitGemm(const MatrixConvolutionView& view, T* to, const T* from,
                                          const T* source_weights)
      : product(view),
        out(to + blockIdx.y * view.out_channels * view.out_channel),
        in(from + blockIdx.y * view.in_group),
        weights(source_weights + blockIdx.y * view.out_channels * view.weight_out) {
    // Tiles of the same pixels are computed by neighbouring blocks, which find the pixels in the cache.
    const uint32_t tiles = (view.out_channels + kChannels - 1) / kChannels;
    const uint32_t pixel_tile = blockIdx.x / tiles;
    first_channel = (blockIdx.x - pixel_tile * tiles) * kChannels;
    first_pixel = pixel_tile * kTilePixels;
  }

  __device__ __forceinline__ void run() const {
    // The elements are declared as integers of 16 bytes for their alignment.
    __shared__ UnsignedOf<kAccessBytes>::type memory[kBuffers * kBufferElements * sizeof(T) / kAccessBytes];
    __shared__ Tap taps[2][kDepth];
    T* const buffers = reinterpret_cast<T*>(memory);
    const int thread = static_cast<int>(threadIdx.x);
    const Pixel pixel = pixel_of(thread);
    float sums[kRowUnits][kColumnUnits][kUnitSums] = {};
    Packed weight_packs[kWeightPacks];
    Gathered gathered;
    find_taps(thread, 0, taps[0]);
    __syncthreads();
    fetch(thread, pixel, 0, taps[0], weight_packs, gathered);
    store(thread, buffers, weight_packs, gathered);
    find_taps(thread, kDepth, taps[1]);
    int buffer = 0;
#pragma unroll 1
    for (uint32_t k = 0; k < product.depth; k += kDepth) {
      __syncthreads();
      T* const current = buffers + (kBuffers == 2 ? buffer * kBufferElements : 0);
      T* const next = buffers + (kBuffers == 2 ? (1 - buffer) * kBufferElements : 0);
      // After the last step, zeros are loaded.
      fetch(thread, pixel, k + kDepth, taps[1 - buffer], weight_packs, gathered);
      find_taps(thread, k + 2 * kDepth, taps[buffer]);
      multiply(thread, current, current + kChannels * kPitch, sums);
      if (kBuffers == 1) __syncthreads();
      store(thread, next, weight_packs, gathered);
      buffer = 1 - buffer;
    }
    write(thread, buffers, sums);
  }

 private:
  struct Coordinates {
    uint32_t x;
    uint32_t y;
    uint32_t batch;
  };
  __device__ __forceinline__ Coordinates coordinates_of(uint32_t pixel) const {
    const uint32_t line = quotient(product.axis[1].results, pixel);
    const uint32_t batch = quotient(product.axis[0].results, line);
    return {pixel - line * product.axis[1].results.extent, line - batch * product.axis[0].results.extent, batch};
  }

  // Returns the bits of the axis's taps that are outside the source.
  __device__ __forceinline__ static uint32_t missing_taps(const MatrixConvolutionAxis& axis, uint32_t first) {
    uint32_t bits = 0;
#pragma unroll 1
    for (uint32_t tap = 0; tap < axis.taps.extent; ++tap) {
      // Negative coordinates wrap around to large ones, so the comparison finds them too.
      if (first + tap * axis.dilation >= axis.extent) bits |= 1u << tap;
    }
    return bits;
  }

  __device__ __forceinline__ Pixel pixel_of(int thread) const {
    const uint32_t pixel = first_pixel + static_cast<uint32_t>(thread % kPixels);
    if (pixel >= product.pixels) return {0, ~0u};  // all taps are outside
    const Coordinates at = coordinates_of(pixel);
    const uint32_t x = at.x * product.axis[1].stride - product.axis[1].padding;
    const uint32_t y = at.y * product.axis[0].stride - product.axis[0].padding;
    return {
        at.batch * product.in_batch + y * product.axis[0].in_step + x * product.axis[1].in_step,
        missing_taps(product.axis[1], x) | missing_taps(product.axis[0], y) << product.axis[1].taps.extent | kNoTap};
  }

  // Computes the taps of a step, one per thread.
  __device__ __forceinline__ void find_taps(int thread, uint32_t first, Tap* taps) const {
    if (thread >= kDepth) return;
    const uint32_t k = first + static_cast<uint32_t>(thread);
    const uint32_t line = quotient(product.axis[1].taps, k);
    const uint32_t channel = quotient(product.axis[0].taps, line);
    const uint32_t x = k - line * product.axis[1].taps.extent;
    const uint32_t y = line - channel * product.axis[0].taps.extent;
    Tap tap;
    tap.offset = channel * product.in_channel + y * product.axis[0].dilation * product.axis[0].in_step +
                 x * product.axis[1].dilation * product.axis[1].in_step;
    tap.bits = k < product.depth ? 1u << x | 1u << (product.axis[1].taps.extent + y) : kNoTap;
    taps[thread] = tap;
  }

  // Rows after the last and elements beyond the depth are zero.
  __device__ __forceinline__ Packed fetch_weights(uint32_t row, uint32_t k) const {
    Packed pack;
    if (row >= product.out_channels) return pack;
    const T* const at = weights + row * product.weight_out + k;
    if (product.is_packed != 0) {
      if (k < product.depth) pack.load(at);
      return pack;
    }
#pragma unroll
    for (int j = 0; j < kInPack; ++j)
      if (k + static_cast<uint32_t>(j) < product.depth) pack.set(j, at[j]);
    return pack;
  }

  __device__ __forceinline__ void fetch(int thread, const Pixel& pixel, uint32_t k, const Tap* taps,
                                        Packed (&weight_packs)[kWeightPacks], Gathered& gathered) const {
#pragma unroll
    for (int p = 0; p < kWeightPacks; ++p)
      weight_packs[p] = fetch_weights(first_channel + static_cast<uint32_t>(thread / kPacksOfRow + p * kRowsAtOnce),
                                      k + static_cast<uint32_t>(thread % kPacksOfRow * kInPack));
    const Tap* const mine = taps + thread / kPixels * kGathered;
    const char* const source = reinterpret_cast<const char*>(in);
#pragma unroll
    for (int j = 0; j < kGathered; ++j) {
      const Tap tap = mine[j];
      const bool exists = (tap.bits & pixel.bits) == 0;
      const uint32_t offset = pixel.first + tap.offset;
#if defined(__AMDGCN__)
      // There is no branch here: if the element does not exist, the source's first is read, and store() replaces it by
      // 0.
      gathered.exist[j] = exists;
      gathered.elements[j] = *reinterpret_cast<const uint16_t*>(source + (exists ? offset : 0));
#else
      gathered.exist[j] = true;
      gathered.elements[j] = exists ? *reinterpret_cast<const uint16_t*>(source + offset) : static_cast<uint16_t>(0);
#endif
    }
  }

  __device__ __forceinline__ static void store(int thread, T* buffer, const Packed (&weight_packs)[kWeightPacks],
                                               const Gathered& gathered) {
#pragma unroll
    for (int p = 0; p < kWeightPacks; ++p)
      weight_packs[p].store(buffer + (thread / kPacksOfRow + p * kRowsAtOnce) * kPitch +
                            thread % kPacksOfRow * kInPack);
    T* const row = buffer + (kChannels + thread % kPixels) * kPitch + thread / kPixels * kGathered;
#pragma unroll
    for (int p = 0; p < kGathered / kInPack; ++p) {
      Packed pack;
#pragma unroll
      for (int j = 0; j < kInPack; ++j) {
        const int g = p * kInPack + j;
        const uint16_t element = gathered.exist[g] ? gathered.elements[g] : static_cast<uint16_t>(0);
        pack.set(j, bit_cast<T>(element));
      }
      pack.store(row + p * kInPack);
    }
  }

  // The part of the tile that a warp computes.
  struct WarpTile {
    int lane;
    int first_channel;
    int first_pixel;

    __device__ __forceinline__ explicit WarpTile(int thread)
        : lane(thread % kUnitLanes),
          first_channel(thread / kUnitLanes % 2 * (kChannels / 2)),
          first_pixel(thread / kUnitLanes / 2 * kColumnUnits * kUnitSize) {}
  };

  __device__ __forceinline__ static void multiply(int thread, const T* left, const T* right,
                                                  float (&sums)[kRowUnits][kColumnUnits][kUnitSums]) {
    const WarpTile warp_tile(thread);
#pragma unroll
    for (int k = 0; k < kDepth; k += kUnitSize) {
      UnitLeft<T> lefts[kRowUnits];
      UnitRight<T> rights[kColumnUnits];
#pragma unroll
      for (int i = 0; i < kRowUnits; ++i)
        lefts[i].load(left + (warp_tile.first_channel + i * kUnitSize) * kPitch + k, kPitch, warp_tile.lane);
#pragma unroll
      for (int j = 0; j < kColumnUnits; ++j)
        rights[j].load(right + (warp_tile.first_pixel + j * kUnitSize) * kPitch + k, kPitch, warp_tile.lane);
#pragma unroll
      for (int i = 0; i < kRowUnits; ++i) {
#pragma unroll
        for (int j = 0; j < kColumnUnits; ++j) unit_multiply(lefts[i], rights[j], sums[i][j]);
      }
    }
  }

  // Results go through shared memory, half of the channels at a time, so that neighbouring threads write neighbouring
  // pixels.
  __device__ __forceinline__ void write(int thread, T* tile,
                                        const float (&sums)[kRowUnits][kColumnUnits][kUnitSums]) const {
    const WarpTile warp_tile(thread);
    const uint32_t pixel = first_pixel + static_cast<uint32_t>(thread % kPixels);
    const Coordinates at = coordinates_of(pixel);
    T* const to =
        out + at.batch * product.out_batch + at.y * product.axis[0].out_step + at.x * product.axis[1].out_step;
#pragma unroll 1
    for (int first = 0; first < kChannels; first += kChannels / 2) {
      __syncthreads();
      if (warp_tile.first_channel == first) put(warp_tile, tile, sums);
      __syncthreads();
      if (pixel >= product.pixels) continue;
#pragma unroll 4
      for (int c = thread / kPixels; c < kChannels / 2; c += kThreads / kPixels) {
        const uint32_t channel = first_channel + static_cast<uint32_t>(first + c);
        if (channel < product.out_channels) to[channel * product.out_channel] = tile[c * kTilePitch + thread % kPixels];
      }
    }
  }

  __device__ __forceinline__ static void put(const WarpTile& warp_tile, T* tile,
                                             const float (&sums)[kRowUnits][kColumnUnits][kUnitSums]) {
#pragma unroll
    for (int i = 0; i < kRowUnits; ++i) {
#pragma unroll
      for (int j = 0; j < kColumnUnits; ++j) {
#pragma unroll
        for (int s = 0; s < kUnitSums; ++s) {
          const int channel = i * kUnitSize + unit_row(warp_tile.lane, s);
          const int pixel = warp_tile.first_pixel + j * kUnitSize + unit_column(warp_tile.lane, s);
          tile[channel * kTilePitch + pixel] = Numeric<T>::narrow(sums[i][j][s]);
        }
      }
    }
  }
};
