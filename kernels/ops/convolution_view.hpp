// What a host tells the view_conv* kernels of their tensors: it travels by value, so plain C++ for both sides. Of pairs
// the first is of rows, the second of columns.
#pragma once

#include "view.hpp"

// Output channels that a thread has at one place: what it reads of the source counts for all of them.
constexpr uint32_t kChannelsAtOnce = 4;

struct ConvolvedAxis {
  uint32_t extent;  // of the source
  uint32_t taps;
  uint32_t padding;
  uint32_t dilation;
  ViewAxis stride;
};

struct ConvolutionView {
  // Axes: columns, rows, kChannelsAtOnce output channels of a group each, groups, batches. Operand 0 is the result,
  // operand 1 the source and operand 2 the weights, both without strides along rows and columns.
  View<3> results;
  ConvolvedAxis axis[2];
  uint32_t in_channels;   // of a group
  uint32_t out_channels;  // of a group
  // In elements, from one input channel, output channel, row and column to the next.
  size_t in_channel;
  size_t in_step[2];
  size_t out_channel;
  size_t weight_in;
  size_t weight_out;
  size_t weight_step[2];
};

// What matrix units have to know of an axis.
struct MatrixConvolutionAxis {
  ViewAxis results;
  ViewAxis taps;
  uint32_t extent;  // of the source
  uint32_t stride;
  uint32_t padding;
  uint32_t dilation;
  uint32_t in_step;  // from one place of the source to the next, in bytes
  size_t out_step;   // of the result, in elements
};

// A product of matrices, for each group: output channels by a depth of input channels and taps, whose weights are
// neighbours, times that depth by pixels of the result.
struct MatrixConvolutionView {
  MatrixConvolutionAxis axis[2];
  uint32_t out_channels;  // of a group
  uint32_t depth;
  uint32_t pixels;      // of all batches, below 2^31
  uint32_t in_channel;  // in bytes; all of the source is less than 2^32 of them
  uint32_t in_batch;    // in bytes
  uint32_t by_pack;     // weights are aligned to 16 bytes, at every eighth of a row
  // In elements.
  size_t in_group;
  size_t out_channel;
  size_t out_batch;
  size_t weight_out;
};

// Places of the source, in bits of a word: a tap of each axis that meets one, and a bit that none has.
constexpr uint32_t kMostTapsOfAxes = 31;

// A tile of the result that a workgroup makes: so many pixels, by either number of output channels.
constexpr uint32_t kTilePixels = 128;
constexpr uint32_t kTileChannels = 128;
constexpr uint32_t kTileFewChannels = 64;

// What of it the kernels by patches have besides. They go through the pixels of a strip, some columns of the result, in
// all its rows and batches, one after the other, kPatchPixels at a time. An image's lines are the source's with what
// taps meet before and behind them.
struct PatchConvolutionView {
  MatrixConvolutionView product;
  ViewAxis strip;          // columns of the result
  ViewAxis tiles;          // of a strip
  ViewAxis lines;          // of an image
  ViewAxis patch_columns;  // of the source, with what taps meet beside it
  uint32_t strips;
  uint32_t pixels;  // of a strip
  uint32_t batches;
  uint32_t in_channels;    // of a group, a multiple of kPatchStep
  uint32_t most_places;    // of the source that a tile meets
  uint32_t channel_tiles;  // of a group; blocks along x are a multiple of them
  uint32_t out_by_pack;    // eight pixels of a strip are an aligned access
};

constexpr uint32_t kPatchPixels = 256;
constexpr uint32_t kPatchChannels = 128;
constexpr uint32_t kPatchTaps = 9;
// Input channels at a time.
constexpr uint32_t kPatchStep = 16;

// LDS of such a kernel, in bytes: weights as they are in memory, in rows with a pad, and by taps; places of the source;
// each twice; and results, of a wave's 16 channels by 64 pixels, in rows with a pad.
constexpr uint32_t kPatchRowBytes = kPatchStep * kPatchTaps * 2 + 16;
constexpr uint32_t kPatchRawBytes = kPatchChannels * kPatchRowBytes;
constexpr uint32_t kPatchWeightBytes = kPatchChannels * kPatchStep * kPatchTaps * 2;
constexpr uint32_t kPatchPlaceBytes = kPatchStep * 2;
constexpr uint32_t kPatchResultRowBytes = (64 + 8) * 2;
constexpr uint32_t kPatchResultBytes = 8 * 16 * kPatchResultRowBytes;
constexpr uint64_t patch_lds_bytes(uint64_t most_places) {
  return 2 * (kPatchRawBytes + kPatchWeightBytes + kPatchPlaceBytes * most_places) + kPatchResultBytes;
}
