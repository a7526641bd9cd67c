// Products of quantized weights with activations that are Q8_1 blocks: exact sums of int8 products, and then floats.
// docs/quantized.md has the formulas. Used by quantized_mat_vec.cuh, quantized_experts.cuh,
// candle/quantized_mat_mul.cuh and ops/staged_mat_vec.cuh.
//
// A row of weights is processed in spans of 32 elements, one for each block of activations. Neighbouring elements with
// the same scale and offset are a part (quantized_formats.cuh). A span is within one part, or consists of two parts of
// 16 elements.
#pragma once

#include "quantized_formats.cuh"

// The layout of a block of activations: its scale and the sum of the floats that it was made from, both halves, and
// then 32 codes, which are signed bytes.
struct Q8Block {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 36;
  static constexpr uint32_t kCodesAt = 4;
  static constexpr int kWords = 8;
};

// The source of the sum of a block's activations, which formats with a bias or an offset need. docs/quantized.md lists
// which kernel uses which source.
enum class SumOf {
  kStored,  // read from the block: the sum of all 32 floats before they were quantized
  kCodes,   // computed from the scale and the codes
};

// An activation block in registers.
struct Activations {
  uint32_t codes[Q8Block::kWords];
  float scale;
  float stored_sum;

  __device__ __forceinline__ void load(const uint8_t* block) {
    scale = half_at(block, 0);
    stored_sum = half_at(block, 2);
#pragma unroll
    for (int w = 0; w < Q8Block::kWords; ++w) codes[w] = word_at<4>(block, Q8Block::kCodesAt + 4 * w);
  }
  // Copies a block that has already been decoded.
  template <class Record>
  __device__ __forceinline__ void load_decoded(const Record& record) {
    scale = record.scale;
    stored_sum = record.stored_sum;
#pragma unroll
    for (int w = 0; w < Q8Block::kWords; ++w) codes[w] = record.codes[w];
  }
  // Returns the sum of the codes in `kWords` words from word `first` on.
  template <int kWords>
  __device__ __forceinline__ int sum_of_codes(int first) const {
    int sum = 0;
#pragma unroll
    for (int w = 0; w < kWords; ++w) sum = __dp4a(static_cast<int>(codes[first + w]), 0x01010101, sum);
    return sum;
  }
  // The stored sum is a half, so it is infinite if it exceeds 65504, the largest half. Replaces such a sum by one that
  // is computed from the codes.
  __device__ __forceinline__ void replace_infinite_sum() {
    if (fabsf(stored_sum) <= 65504.0f || stored_sum != stored_sum) return;
    stored_sum = scale * static_cast<float>(sum_of_codes<Q8Block::kWords>(0));
  }
};

// One span of a row, to be multiplied by one activation block.
template <class Format, SumOf kSum>
struct Weights {
  static constexpr uint32_t kSpans = Format::kElements / Q8Block::kElements;  // in a block of the format
  static constexpr int kParts = Format::kPart < Q8Block::kElements ? 2 : 1;   // in a span
  static constexpr int kPartWords = Q8Block::kWords / kParts;
  static constexpr bool kNeedsStoredSum = kSum == SumOf::kStored && (Format::kBias != 0 || Format::kHasOffset);
  // Whether the bias is subtracted from the float product, as bias * stored sum, instead of from the integer product.
  static constexpr bool kDefersBias = kNeedsStoredSum && Format::kBias != 0;
  static_assert(!kNeedsStoredSum || kParts == 1, "the stored sum is of a whole block");

  uint32_t codes[Q8Block::kWords];
  PartScale part[kParts];

  // Loads span `span` of a row in memory: its elements from 32 * span on.
  __device__ __forceinline__ void load(const uint8_t* row, size_t span) {
    load_within(row + span / kSpans * Format::kBytes, static_cast<uint32_t>(span % kSpans));
  }
  // Copies a span that has already been decoded.
  template <class Record>
  __device__ __forceinline__ void load_decoded(const Record& record) {
#pragma unroll
    for (int p = 0; p < kParts; ++p) part[p] = record.part[p];
#pragma unroll
    for (int w = 0; w < Q8Block::kWords; ++w) codes[w] = record.codes[w];
  }
  // Loads span `span_in_block` of a block of the format.
  template <class Block>
  __device__ __forceinline__ void load_within(Block block, uint32_t span_in_block) {
#pragma unroll
    for (int p = 0; p < kParts; ++p)
      part[p] = Format::scale(block, span_in_block * (Q8Block::kElements / Format::kPart) + static_cast<uint32_t>(p));
#pragma unroll
    for (int w = 0; w < Q8Block::kWords; ++w) {
      codes[w] = Format::codes(block, span_in_block * Q8Block::kWords + static_cast<uint32_t>(w));
    }
  }

  __device__ __forceinline__ float times(const Activations& activations) const {
    float sum = 0;
#pragma unroll
    for (int p = 0; p < kParts; ++p) sum += part_times(activations, p);
    return sum;
  }

 private:
  __device__ __forceinline__ float part_times(const Activations& activations, int p) const {
    int dot = 0;
#pragma unroll
    for (int w = 0; w < kPartWords; ++w)
      dot = __dp4a(static_cast<int>(codes[p * kPartWords + w]), static_cast<int>(activations.codes[p * kPartWords + w]),
                   dot);
    // The bias is subtracted once for the part, not from each code.
    if constexpr (Format::kBias != 0 && !kDefersBias)
      dot -= static_cast<int>(Format::kBias) * activations.template sum_of_codes<kPartWords>(p * kPartWords);
    const float product = activations.scale * static_cast<float>(dot);
    if constexpr (kDefersBias)
      return part[p].scale * (product - static_cast<float>(Format::kBias) * activations.stored_sum);
    if constexpr (!Format::kHasOffset) return part[p].scale * product;
    const float sum =
        kSum == SumOf::kStored
            ? activations.stored_sum
            : activations.scale * static_cast<float>(activations.template sum_of_codes<kPartWords>(p * kPartWords));
    return part[p].scale * product + part[p].offset * sum;
  }
};

// A matrix of weights, stored row by row in whole blocks. A row shorter than a block has no blocks, so its products are
// 0.
template <class Format>
struct WeightMatrix {
  static constexpr size_t kSpansPerBlock = Format::kElements / Q8Block::kElements;

  const uint8_t* blocks;
  size_t row_blocks;

  __device__ __forceinline__ WeightMatrix(const void* memory, size_t columns)
      : blocks(static_cast<const uint8_t*>(memory)), row_blocks(columns / Format::kElements) {}
  __device__ __forceinline__ size_t spans() const { return row_blocks * kSpansPerBlock; }
  __device__ __forceinline__ const uint8_t* row(size_t r) const { return blocks + r * row_blocks * Format::kBytes; }
};
