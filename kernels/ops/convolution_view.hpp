// The arguments by which a host describes tensors to the view_conv* kernels (view_conv.cu, view_conv_matrix.cu). They
// are passed by value, so this is plain C++ for both sides. In arrays of two, the first entry is for rows, the second
// for columns. A tap is one element of the convolution's kernel along an axis.
#pragma once

#include "view.hpp"

// The number of output channels that a thread computes for one pixel. Each source element that it reads serves all of
// them.
constexpr uint32_t kChannelsAtOnce = 4;

struct ConvolvedAxis {
  uint32_t extent;  // extent of the source
  uint32_t taps;
  uint32_t padding;
  uint32_t dilation;
  ViewAxis stride;  // its `extent` is the stride; a ViewAxis contains what quotient() needs to divide by it
};

struct ConvolutionView {
  // The axes are columns, rows, blocks of kChannelsAtOnce output channels of a group, groups, and batches. Operand 0 is
  // the result, operand 1 the source, and operand 2 the weights; the last two have stride 0 along rows and columns.
  View<3> results;
  ConvolvedAxis axis[2];
  uint32_t in_channels;   // per group
  uint32_t out_channels;  // per group
  // Distances in elements, from one channel, row or column to the next.
  size_t in_channel;      // of the source
  size_t in_step[2];      // of the source, rows and columns
  size_t out_channel;     // of the result
  size_t weight_in;       // of the weights, input channels
  size_t weight_out;      // of the weights, output channels
  size_t weight_step[2];  // of the weights, rows and columns
};

// What kernels for matrix units need to know about an axis.
struct MatrixConvolutionAxis {
  ViewAxis results;  // extent of the result
  ViewAxis taps;
  uint32_t extent;  // extent of the source
  uint32_t stride;
  uint32_t padding;
  uint32_t dilation;
  uint32_t in_step;  // from one element of the source to the next along this axis, in bytes
  size_t out_step;   // from one element of the result to the next along this axis, in elements
};

// A product of matrices, for each group. The left matrix, the weights, is output channels by depth; the depth is input
// channels by taps, taps innermost. The right matrix is that depth by the pixels of the result.
struct MatrixConvolutionView {
  MatrixConvolutionAxis axis[2];
  uint32_t out_channels;  // per group
  uint32_t depth;
  uint32_t pixels;      // pixels of all batches, below 2^31
  uint32_t in_channel;  // step from one channel to the next, in bytes; the whole source has less than 2^32 bytes
  uint32_t in_batch;    // step from one batch to the next, in bytes
  uint32_t is_packed;   // whether every eighth weight of a row is aligned to 16 bytes, so that eight are one access
  // Distances in elements, from one group, channel or batch to the next.
  size_t in_group;
  size_t out_channel;
  size_t out_batch;
  size_t weight_out;
};

// The largest number of taps of both axes, added. Sets of taps are words of 32 bits: the low bits are the taps of the
// columns, the next ones those of the rows. Bit 31 marks indices beyond the depth.
constexpr uint32_t kMaxTaps = 31;

// The tile of the result that a block computes: kTilePixels pixels by kTileChannels or kTileFewChannels output
// channels.
constexpr uint32_t kTilePixels = 128;
constexpr uint32_t kTileChannels = 128;
constexpr uint32_t kTileFewChannels = 64;

// What the patch kernels need in addition. A strip is some columns of the result, in all its rows and batches. Its
// pixels are divided into tiles of kPatchPixels. An image's lines are those of the source, plus the padding that taps
// read before and after them. A place is one position of the source or of this padding.
struct PatchConvolutionView {
  MatrixConvolutionView product;
  ViewAxis strip;          // columns of the result in a strip
  ViewAxis tiles;          // tiles of a strip
  ViewAxis lines;          // lines of an image
  ViewAxis patch_columns;  // columns that the taps of a strip read, including the padding
  uint32_t strips;
  uint32_t pixels;  // pixels of a strip
  uint32_t batches;
  uint32_t in_channels;    // per group, a multiple of kPatchStep
  uint32_t max_places;     // the most places that a tile reads
  uint32_t channel_tiles;  // per group; the blocks along x are a multiple of this
  uint32_t is_out_packed;  // whether eight pixels of a strip are an aligned access
};

constexpr uint32_t kPatchPixels = 256;
constexpr uint32_t kPatchChannels = 128;
constexpr uint32_t kPatchTaps = 9;  // 3 x 3
// The number of input channels that are processed at a time.
constexpr uint32_t kPatchStep = 16;

// The shared memory of a patch kernel, in bytes. It contains two buffers each for weights in the order of global memory
// (raw), weights in the order of taps, and the places of a patch. In addition, each of the 8 warps has a buffer for
// results, 16 channels by 64 pixels. Elements have 2 bytes. Rows of raw weights and of results have 16 more bytes,
// which spread columns over the banks.
constexpr uint32_t kPatchRowBytes = kPatchStep * kPatchTaps * 2 + 16;
constexpr uint32_t kPatchRawBytes = kPatchChannels * kPatchRowBytes;
constexpr uint32_t kPatchWeightBytes = kPatchChannels * kPatchStep * kPatchTaps * 2;
constexpr uint32_t kPatchPlaceBytes = kPatchStep * 2;
constexpr uint32_t kPatchResultRowBytes = (64 + 8) * 2;
constexpr uint32_t kPatchResultBytes = 8 * 16 * kPatchResultRowBytes;
constexpr uint64_t patch_lds_bytes(uint64_t max_places) {
  return 2 * (kPatchRawBytes + kPatchWeightBytes + kPatchPlaceBytes * max_places) + kPatchResultBytes;
}
