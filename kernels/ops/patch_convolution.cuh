// 3x3 convolutions on NVIDIA's matrix units; used by view_conv_patch_* (view_conv_matrix.cu). The patch of a tile is
// the part of the source that the taps of its pixels read. It is loaded into shared memory once for all taps, for a
// step of kPatchStep input channels at a time. Each tap then reads the same rows of shared memory, shifted. Only
// NVIDIA's compiler opens this file, because no other target has a counterpart of cp.async and ldmatrix.
//
// A place is one position (line and column) of the patch. A strip is some columns of the result in all rows and
// batches; its pixels are divided into tiles (convolution_view.hpp). In names, "wave" means warp.
//
// Groups are rows of the grid (blockIdx.y). Weights are aligned to 16 bytes. The loop over steps and tiles is
// block-uniform, so all threads reach its barriers.
#pragma once

#include "convolution_view.hpp"
#include "matrix_unit.cuh"
#include "view.cuh"

// A block of 256 threads computes tiles of kPatchChannels by kPatchPixels in turn, all for the same output channels.
// While it multiplies one step, elements of the next step's patch are loaded into registers, the next step's weights
// are rearranged into the order of taps, and the weights of the step after that are copied to shared memory.
template <class T>
struct PatchConvolution {
  static constexpr int kThreads = 256;
  static constexpr int kTaps = static_cast<int>(kPatchTaps);
  static constexpr int kOctet = 8;  // channels, together 16 bytes: the part of a row that ldmatrix reads at once
  static constexpr int kOctets = static_cast<int>(kPatchStep) / kOctet;
  // A warp computes kWaveSide channels by kWaveSide pixels; two by four warps compute a tile.
  static constexpr int kRowUnits = 4;
  static constexpr int kColumnUnits = 4;
  static constexpr int kWaveSide = 64;
  static constexpr int kRounds = 2;  // places that a thread loads while it multiplies; load_remaining() loads the rest
  static constexpr uint32_t kTapBytes = kPatchWeightBytes / kPatchTaps;
  static constexpr uint32_t kOctetBytes = kTapBytes / kOctets;

  struct Tile {
    uint32_t first_column;  // of its strip, in the result
    uint32_t first_pixel;   // in its strip
    uint32_t first_line;    // of its patch; first_source_line() explains how lines are counted
    uint32_t places;        // of its patch; 0 if there is no such tile
  };

  // For each of the places that a thread loads, the address of the next channel to load.
  struct Source {
    const char* at[kRounds];
    bool exists[kRounds];
  };

  // An octet of channels of one place; each element is in the low half of a register.
  using Elements = uint32_t[kOctet];

  // Four input channels from a row of weights, in the order of global memory: the nine taps of each channel are
  // neighbours.
  struct Weights {
    static constexpr int kChannels = 4;
    static constexpr int kWords = kChannels * kTaps / 2;
    uint32_t words[kWords];

    __device__ __forceinline__ void load(const char* row) {
#pragma unroll
      for (int w = 0; w < kWords; w += 2) {
        const uint2 pair = *reinterpret_cast<const uint2*>(row + 4 * w);
        words[w] = pair.x;
        words[w + 1] = pair.y;
      }
    }
    // Returns the weights of `channel` and the channel after it at one tap, as one word.
    __device__ __forceinline__ uint32_t two_of(int channel, int tap) const {
      const int a = channel * kTaps + tap;
      const int b = a + kTaps;
      // The selectors choose the low half of a word for an even index, and the high half for an odd one.
      return __byte_perm(words[a / 2], words[b / 2], (a % 2 == 0 ? 0x10 : 0x32) | (b % 2 == 0 ? 0x5400 : 0x7600));
    }
  };

  const PatchConvolutionView& view;
  const MatrixConvolutionView& product;
  T* out;
  const char* in;
  const char* weights;
  uint32_t first_channel;
  int thread;
  int lane;
  int wave;

  __device__ __forceinline__ PatchConvolution(const PatchConvolutionView& from, T* to, const T* source,
                                              const T* source_weights)
      : view(from),
        product(from.product),
        out(to + blockIdx.y * product.out_channels * product.out_channel),
        in(reinterpret_cast<const char*>(source + blockIdx.y * product.in_group)),
        weights(reinterpret_cast<const char*>(source_weights + blockIdx.y * product.out_channels * product.weight_out)),
        first_channel(blockIdx.x % view.channel_tiles * kPatchChannels),
        thread(static_cast<int>(threadIdx.x)),
        lane(thread % kUnitLanes),
        wave(thread / kUnitLanes) {}

  __device__ __forceinline__ void run() const {
    extern __shared__ __align__(16) char lds[];
    char* const raw = lds;
    char* const by_tap = raw + 2 * kPatchRawBytes;
    char* const patches = by_tap + 2 * kPatchWeightBytes;
    const uint32_t patch_bytes = view.max_places * kPatchPlaceBytes;
    // Each of the 8 warps has its own part of the memory for results.
    T* const results = reinterpret_cast<T*>(patches + 2 * patch_bytes + wave * (kPatchResultBytes / 8));
    const uint32_t steps = view.in_channels / kPatchStep;

    uint32_t index = blockIdx.x / view.channel_tiles;
    Tile tile = tile_of(index);
    Tile next_tile = tile;
    Source source = source_of(tile);
    const char* const weight_row = weights + (first_channel + row_of_copies()) * product.weight_out * 2 + part_of_row();
    uint32_t step_to_copy = start(weight_row, raw, by_tap, patches, source, next_tile, steps);

    float sums[kRowUnits][kColumnUnits][kUnitSums] = {};
    uint32_t right_at[kColumnUnits];
    right_addresses(tile, patches, right_at);
    const uint32_t left_at = left_address(by_tap);
    uint32_t buffer = 0;
    uint32_t step = 0;
    // Each iteration multiplies one step of `tile` and prepares the step after it, which belongs to `next_tile`: the
    // same tile, unless the step is the last of its tile.
#pragma unroll 1
    while (true) {
      // After this barrier, the step's patch and weights are in shared memory. The next step's weights are there too,
      // but still in the order of global memory.
      __syncthreads();
      const bool is_last = step + 1 == steps;
      if (is_last) {
        index += gridDim.x / view.channel_tiles;
        next_tile = tile_of(index);
        source = source_of(next_tile);
      }
      Weights next_weights;
      Elements elements;
      const char* const raw_row = raw + (1 - buffer) * kPatchRawBytes + raw_of(0);
      char* const next_by_tap = by_tap + (1 - buffer) * kPatchWeightBytes;
      char* const next_patch = patches + (1 - buffer) * patch_bytes;
      const uint32_t left_now = left_at + buffer * kPatchWeightBytes;
      const uint32_t right_now = buffer * patch_bytes;
#pragma unroll
      for (int t = 0; t < kTaps; ++t) {
        UnitLeft<T> lefts[kRowUnits];
        UnitRight<T> rights[kColumnUnits];
        // The tap's rows of the patch are this number of bytes after those of the first tap.
        const uint32_t shift = right_now + (t / 3 * product.axis[0].dilation * view.patch_columns.extent +
                                            t % 3 * product.axis[1].dilation) *
                                               (kOctet * 2);
#pragma unroll
        for (int i = 0; i < kRowUnits; ++i) lefts[i].load_rows(left_now + t * kTapBytes + i * kUnitSize * (kOctet * 2));
#pragma unroll
        for (int j = 0; j < kColumnUnits; ++j) rights[j].load_rows(right_at[j] + shift);
        // In the first eight taps, a thread also prepares the next step. It loads an octet of the patch in each even
        // tap and stores it in the odd tap after that. It loads half of its weights in taps 0 and 4, and rearranges a
        // part of that half in each of four taps: the weights of taps 0 and 1, 2 and 3, 4 and 5, and 6 to 8.
        if (t < kCopies) copy(weight_row, raw + buffer * kPatchRawBytes, step_to_copy, t);
        if (t % 4 == 0 && t < 8) next_weights.load(raw_row + t / 4 * (Weights::kWords * 4));
        if (t % 2 == 0 && t < 8) fetch(source, t / 4, elements);
#pragma unroll
        for (int i = 0; i < kRowUnits; ++i) {
#pragma unroll
          for (int j = 0; j < kColumnUnits; ++j) unit_multiply(lefts[i], rights[j], sums[i][j]);
        }
        if (t < 8) {
#pragma unroll
          for (int u = 0; u < kTaps; ++u)
            if (min(u / 2, 3) == t % 4) put(next_weights, t / 4, u, next_by_tap);
        }
        if (t % 2 == 1 && t < 8) put(elements, next_tile, t / 4, t / 2 % 2, next_patch);
      }
      load_remaining(next_tile, is_last ? 0 : step + 1, next_patch);
      step_to_copy = step_to_copy + 1 == steps ? 0 : step_to_copy + 1;
      wait_for_copies();
      buffer = 1 - buffer;
      ++step;
      if (!is_last) continue;
      write(tile, results, sums);
      if (index >= view.tiles.extent * view.strips) return;
      step = 0;
      tile = next_tile;
      right_addresses(tile, patches, right_at);
#pragma unroll
      for (int i = 0; i < kRowUnits; ++i) {
#pragma unroll
        for (int j = 0; j < kColumnUnits; ++j) {
#pragma unroll
          for (int s = 0; s < kUnitSums; ++s) sums[i][j][s] = 0;
        }
      }
    }
  }

 private:
  // Four threads copy a row of weights, 16 bytes each at once; all threads copy 64 rows, then the next 64.
  static constexpr int kThreadsOfRow = 4;
  static constexpr int kRowsAtOnce = kThreads / kThreadsOfRow;
  static constexpr int kRowBytes = static_cast<int>(kPatchStep) * kTaps * 2;
  static constexpr int kCopies = (kRowBytes / 16 + kThreadsOfRow - 1) / kThreadsOfRow;

  __device__ __forceinline__ uint32_t row_of_copies() const { return static_cast<uint32_t>(thread / kThreadsOfRow); }
  __device__ __forceinline__ uint32_t part_of_row() const { return static_cast<uint32_t>(thread % kThreadsOfRow * 16); }

  __device__ __forceinline__ static uint32_t lds_address(const void* at) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(at));
  }

  // Copies a thread's `part` of its two rows to shared memory without waiting. Rows that do not exist are filled with
  // zeros.
  __device__ __forceinline__ void copy(const char* weight_row, char* raw, uint32_t step, int part) const {
    // A row has 18 units of 16 bytes, so only two of its four threads have a unit in the last part.
    if (part == kCopies - 1 && thread % kThreadsOfRow * 16 >= kRowBytes % (kThreadsOfRow * 16)) return;
#pragma unroll
    for (int h = 0; h < static_cast<int>(kPatchChannels) / kRowsAtOnce; ++h) {
      const uint32_t row = row_of_copies() + static_cast<uint32_t>(h * kRowsAtOnce);
      const bool exists = first_channel + row < product.out_channels;
      const char* const at =
          exists ? weight_row + h * kRowsAtOnce * 2 * product.weight_out + step * kRowBytes : weights;
      const uint32_t to = lds_address(raw) + row * kPatchRowBytes + part_of_row() + part * (kThreadsOfRow * 16);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(at + part * (kThreadsOfRow * 16)),
                   "r"(exists ? 16 : 0)
                   : "memory");
    }
  }
  __device__ __forceinline__ static void wait_for_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

  // A thread rearranges the weights of one octet of input channels in one row, in two halves of four channels. Returns
  // the offset of such a half in `raw`, which has the order of global memory.
  __device__ __forceinline__ uint32_t raw_of(int octet_half) const {
    return thread % kPatchChannels * kPatchRowBytes + thread / kPatchChannels * (kOctet * kTaps * 2) +
           octet_half * (Weights::kWords * 4);
  }
  // Stores such a half's weights of one tap in the order of taps.
  __device__ __forceinline__ void put(const Weights& from, int octet_half, int tap, char* by_tap) const {
    char* const to = by_tap + tap * kTapBytes + thread / kPatchChannels * kOctetBytes +
                     thread % kPatchChannels * (kOctet * 2) + octet_half * (Weights::kChannels * 2);
    *reinterpret_cast<uint2*>(to) = make_uint2(from.two_of(0, tap), from.two_of(2, tap));
  }

  // Returns the first source line that the taps of a result line read. Lines are counted through the images of all
  // batches, including the padding (PatchConvolutionView::lines).
  __device__ __forceinline__ uint32_t first_source_line(uint32_t line) const {
    const uint32_t batch = quotient(product.axis[0].results, line);
    return batch * view.lines.extent + (line - batch * product.axis[0].results.extent) * product.axis[0].stride;
  }

  __device__ __forceinline__ Tile tile_of(uint32_t index) const {
    const uint32_t strip = quotient(view.tiles, index);
    const uint32_t first = (index - strip * view.tiles.extent) * kPatchPixels;
    const uint32_t last = min(first + kPatchPixels, view.pixels) - 1;
    const uint32_t first_line = first_source_line(quotient(view.strip, first));
    // The last of a pixel's three taps is 2 * dilation lines after the first.
    const uint32_t last_line = first_source_line(quotient(view.strip, last)) + 2 * product.axis[0].dilation;
    const uint32_t lines = index < view.tiles.extent * view.strips ? last_line - first_line + 1 : 0;
    return {strip * view.strip.extent, first, first_line, lines * view.patch_columns.extent};
  }

  // An offset in `in`, in bytes.
  struct Offset {
    uint32_t bytes;
    bool exists;
  };
  __device__ __forceinline__ Offset offset_of(const Tile& tile, uint32_t place) const {
    const uint32_t line = quotient(view.patch_columns, place);
    const uint32_t batch = quotient(view.lines, tile.first_line + line);
    const uint32_t y = tile.first_line + line - batch * view.lines.extent - product.axis[0].padding;
    const uint32_t x =
        tile.first_column * product.axis[1].stride + place - line * view.patch_columns.extent - product.axis[1].padding;
    // Negative coordinates wrap around to large ones, so the comparisons with the extents exclude them too.
    const bool exists =
        place < tile.places && y < product.axis[0].extent && x < product.axis[1].extent && batch < view.batches;
    return {exists ? batch * product.in_batch + y * product.axis[0].in_step + x * product.axis[1].in_step : 0, exists};
  }
  __device__ __forceinline__ Source source_of(const Tile& tile) const {
    Source source;
#pragma unroll
    for (int r = 0; r < kRounds; ++r) {
      const Offset offset = offset_of(tile, static_cast<uint32_t>(thread + r * kThreads));
      source.at[r] = in + offset.bytes;
      source.exists[r] = offset.exists;
    }
    return source;
  }

  // Loads an octet of channels of a place, and advances to the next octet. This is PTX so that nothing uses the loaded
  // registers before put() does: the compiler could otherwise combine them directly after the loads, and threads would
  // wait for memory before they multiply.
  __device__ __forceinline__ void fetch(const char*& at, bool exists, Elements& elements) const {
#pragma unroll
    for (int c = 0; c < kOctet; ++c) {
      asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, 0; @p ld.global.nc.u16 %0, [%1];}"
                   : "=r"(elements[c])
                   : "l"(at), "r"(static_cast<uint32_t>(exists)));
      at += product.in_channel;
    }
  }
  __device__ __forceinline__ void fetch(Source& source, int round, Elements& elements) const {
    fetch(source.at[round], source.exists[round], elements);
  }
  // Stores an octet of channels of a place in the patch.
  __device__ __forceinline__ void put(const Elements& elements, const Tile& tile, int round, int octet,
                                      char* patch) const {
    const uint32_t place = static_cast<uint32_t>(thread + round * kThreads);
    if (place >= tile.places) return;
    *reinterpret_cast<uint4*>(patch + (octet * view.max_places + place) * (kOctet * 2)) =
        make_uint4(__byte_perm(elements[0], elements[1], 0x5410), __byte_perm(elements[2], elements[3], 0x5410),
                   __byte_perm(elements[4], elements[5], 0x5410), __byte_perm(elements[6], elements[7], 0x5410));
  }

  // Loads the places of a patch beyond those that the rounds load.
  __device__ __forceinline__ void load_remaining(const Tile& tile, uint32_t step, char* patch) const {
#pragma unroll 1
    for (int r = kRounds; r * kThreads < static_cast<int>(tile.places); ++r) {
      const Offset offset = offset_of(tile, static_cast<uint32_t>(thread + r * kThreads));
      const char* at = in + offset.bytes + static_cast<size_t>(step * kPatchStep) * product.in_channel;
#pragma unroll
      for (int octet = 0; octet < kOctets; ++octet) {
        Elements elements;
        fetch(at, offset.exists, elements);
        put(elements, tile, r, octet, patch);
      }
    }
  }

  // Loads the first step, and copies the weights of the second. Returns the step whose weights are to be copied next.
  __device__ __forceinline__ uint32_t start(const char* weight_row, char* raw, char* by_tap, char* patch,
                                            Source& source, const Tile& tile, uint32_t steps) const {
    const uint32_t second = steps == 1 ? 0 : 1;
#pragma unroll
    for (int part = 0; part < kCopies; ++part) copy(weight_row, raw, 0, part);
    asm volatile("cp.async.commit_group;" ::: "memory");
#pragma unroll
    for (int part = 0; part < kCopies; ++part) copy(weight_row, raw + kPatchRawBytes, second, part);
    asm volatile("cp.async.commit_group;" ::: "memory");
    Elements elements[kRounds][kOctets];
#pragma unroll
    for (int r = 0; r < kRounds; ++r) {
#pragma unroll
      for (int octet = 0; octet < kOctets; ++octet) fetch(source, r, elements[r][octet]);
    }
    // Waits for the first step's weights, and not for the second's.
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
#pragma unroll
    for (int octet_half = 0; octet_half < 2; ++octet_half) {
      Weights from;
      from.load(raw + raw_of(octet_half));
#pragma unroll
      for (int tap = 0; tap < kTaps; ++tap) put(from, octet_half, tap, by_tap);
    }
#pragma unroll
    for (int r = 0; r < kRounds; ++r) {
#pragma unroll
      for (int octet = 0; octet < kOctets; ++octet) put(elements[r][octet], tile, r, octet, patch);
    }
    load_remaining(tile, 0, patch);
    wait_for_copies();
    return second + 1 == steps ? 0 : second + 1;
  }

  // The left matrix is the weights, and the right one the patch. Each lane provides the address of one row to
  // UnitOperand::load_rows() (matrix_unit_mma_sync.cuh).
  //
  // Returns that address for the first 16 channels of the lane's warp, at the first tap.
  __device__ __forceinline__ uint32_t left_address(const char* by_tap) const {
    return lds_address(by_tap) + lane / 16 * kOctetBytes + (wave % 2 * kWaveSide + lane % 16) * (kOctet * 2);
  }
  // The warp's first pixel in its tile.
  __device__ __forceinline__ uint32_t wave_pixel() const { return static_cast<uint32_t>(wave / 2 * kWaveSide); }
  // Returns that address for each unit of 16 pixels of the lane's warp, at the first tap.
  __device__ __forceinline__ void right_addresses(const Tile& tile, const char* patches,
                                                  uint32_t (&at)[kColumnUnits]) const {
#pragma unroll
    for (int j = 0; j < kColumnUnits; ++j) {
      const uint32_t pixel = tile.first_pixel + wave_pixel() + j * kUnitSize + lane / 16 * 8 + lane % 8;
      const uint32_t line = quotient(view.strip, pixel);
      const uint32_t x = (pixel - line * view.strip.extent) * product.axis[1].stride;
      // Pixels after the last are computed from the first place, and never stored.
      const uint32_t place =
          pixel < view.pixels ? (first_source_line(line) - tile.first_line) * view.patch_columns.extent + x : 0;
      at[j] = lds_address(patches) + (lane / 8 % 2 * view.max_places + place) * (kOctet * 2);
    }
  }

  // Returns the address of a pixel in the group's first channel; null if the pixel is not part of the result.
  __device__ __forceinline__ T* result_of(const Tile& tile, uint32_t pixel) const {
    const uint32_t at = tile.first_pixel + wave_pixel() + pixel;
    const uint32_t line = quotient(view.strip, at);
    const uint32_t x = tile.first_column + at - line * view.strip.extent;
    if (at >= view.pixels || x >= product.axis[1].results.extent) return nullptr;
    const uint32_t batch = quotient(product.axis[0].results, line);
    const uint32_t y = line - batch * product.axis[0].results.extent;
    return out + batch * product.out_batch + y * product.axis[0].out_step + x * product.axis[1].out_step;
  }

  // Results go through the warp's part of shared memory, 16 channels at a time, so that neighbouring lanes write
  // neighbouring pixels.
  __device__ __forceinline__ void write(const Tile& tile, T* results,
                                        const float (&sums)[kRowUnits][kColumnUnits][kUnitSums]) const {
    constexpr int kPitch = static_cast<int>(kPatchResultRowBytes) / 2;
    constexpr int kPacksOfRow = kWaveSide / kOctet;
    const bool is_packed = view.is_out_packed != 0;
    T* const to = result_of(tile, is_packed ? lane % kPacksOfRow * kOctet : lane);
    // Without packs, a lane writes two pixels of each channel.
    T* const to_other = is_packed ? nullptr : result_of(tile, kUnitLanes + lane);
#pragma unroll
    for (int i = 0; i < kRowUnits; ++i) {
      const uint32_t channel = first_channel + static_cast<uint32_t>(wave % 2 * kWaveSide + i * kUnitSize);
      __syncwarp();
#pragma unroll
      for (int j = 0; j < kColumnUnits; ++j) {
#pragma unroll
        for (int s = 0; s < kUnitSums; s += 2) {
          Pack<T, 2> pair;
          pair.set(0, Numeric<T>::narrow(sums[i][j][s]));
          pair.set(1, Numeric<T>::narrow(sums[i][j][s + 1]));
          pair.store(results + unit_row(lane, s) * kPitch + j * kUnitSize + unit_column(lane, s));
        }
      }
      __syncwarp();
      if (is_packed) {
#pragma unroll
        for (int c = lane / kPacksOfRow; c < kUnitSize; c += kUnitLanes / kPacksOfRow) {
          Pack<T, kOctet> pack;
          pack.load(results + c * kPitch + lane % kPacksOfRow * kOctet);
          if (to != nullptr && channel + c < product.out_channels) pack.store(to + (channel + c) * product.out_channel);
        }
      } else {
#pragma unroll 1
        for (int c = 0; c < kUnitSize && channel + c < product.out_channels; ++c) {
          if (to != nullptr) to[(channel + c) * product.out_channel] = results[c * kPitch + lane];
          if (to_other != nullptr)
            to_other[(channel + c) * product.out_channel] = results[c * kPitch + kUnitLanes + lane];
        }
      }
    }
  }
};
