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
