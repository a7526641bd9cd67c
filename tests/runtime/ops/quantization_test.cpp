// Tests quantized blocks on the host: against the formats' definitions, and for the error that docs/quantized.md
// documents.
#include "rocm_bindgen/ops/quantization.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "half.hpp"
#include "kernels/quantized_blocks.hpp"
#include "rocm_bindgen/ops/reduce.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using quantized::Bytes;

struct Named {
  QuantizedFormat format;
  const quantized::Format& definition;
  double error;  // for normally distributed values: rms of the differences divided by rms of the values, as in
                 // docs/quantized.md
};
const Named kFormats[] = {
    {QuantizedFormat::q4_0, quantized::kQ4_0, 0.0833}, {QuantizedFormat::q4_1, quantized::kQ4_1, 0.077},
    {QuantizedFormat::q5_0, quantized::kQ5_0, 0.0416}, {QuantizedFormat::q5_1, quantized::kQ5_1, 0.037},
    {QuantizedFormat::q8_0, quantized::kQ8_0, 0.0052}, {QuantizedFormat::q8_1, quantized::kQ8_1, 0.0052},
    {QuantizedFormat::q2_K, quantized::kQ2_K, 0.265},  {QuantizedFormat::q3_K, quantized::kQ3_K, 0.141},
    {QuantizedFormat::q4_K, quantized::kQ4_K, 0.0698}, {QuantizedFormat::q5_K, quantized::kQ5_K, 0.035},
    {QuantizedFormat::q6_K, quantized::kQ6_K, 0.0168}, {QuantizedFormat::q8_K, quantized::kQ8_K, 0.0065}};

std::vector<float> normal_values(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  // A sum of 12 uniform numbers, less its mean of 6, is nearly normal with variance 1. It is the same on every machine,
  // unlike the values of std::normal_distribution.
  for (float& value : values) {
    value = -6;
    for (int i = 0; i < 12; ++i) value += static_cast<float>(random()) / 4294967296.0f;
  }
  return values;
}

std::vector<float> there_and_back(QuantizedFormat format, const std::vector<float>& values) {
  Bytes blocks(values.size() / block_elements(format) * block_bytes(format), 0xAA);
  quantize_blocks(format, values.data(), values.size(), blocks.data());
  std::vector<float> back(values.size());
  dequantize_blocks(format, blocks.data(), back.size(), back.data());
  return back;
}

double relative_error(const std::vector<float>& values, const std::vector<float>& back) {
  double error = 0;
  double size = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = static_cast<double>(back[i]) - static_cast<double>(values[i]);
    error += difference * difference;
    size += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  }
  return std::sqrt(error / size);
}

}  // namespace

TEST_CASE("quantization: conversion to half gives the nearest value") {
  const reference::SmallFormat half{5, 10, true};
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float value = ops::from_half(static_cast<std::uint16_t>(bits));
    const auto exact = half.value(static_cast<int>(bits));
    CAPTURE(bits);
    if (std::isnan(exact)) {
      REQUIRE(std::isnan(value));
      REQUIRE(std::isnan(ops::from_half(ops::to_half(value))));
    } else {
      REQUIRE(static_cast<reference::Real>(value) == exact);
      REQUIRE(ops::to_half(value) == bits);
    }
  }
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    // The exponents are around those of halves; every second value has one bit more than a half, which makes it a tie.
    float value = std::ldexp(static_cast<float>(random() % 0x1000000), static_cast<int>(random() % 48) - 52);
    if (i % 2 == 0)
      value = std::ldexp(static_cast<float>(2 * (random() % 4096) + 1), static_cast<int>(random() % 34) - 28);
    CAPTURE(value);
    REQUIRE(ops::to_half(value) == half.nearest(value));
    REQUIRE(ops::to_half(-value) == half.nearest(-value));
  }
}

TEST_CASE("quantization: blocks become the floats that their formats define") {
  for (const auto& [format, definition, error] : kFormats) {
    CAPTURE(definition.name);
    CHECK(name_of(format) == definition.name);
    CHECK(block_elements(format) == definition.elements);
    CHECK(block_bytes(format) == definition.bytes);
    const auto blocks = quantized::random_blocks(definition, 50, 17);
    std::vector<float> values(50 * definition.elements);
    dequantize_blocks(format, blocks.data(), values.size(), values.data());
    std::size_t correct = 0;
    while (correct < values.size() &&
           values[correct] == reference::Element<float>::nearest(definition.value(blocks.data(), correct)))
      ++correct;
    CHECK(correct == values.size());
  }
}

TEST_CASE("quantization: the errors are those that the documentation states") {
  const auto values = normal_values(64 * 256, 5);
  for (const auto& [format, definition, documented] : kFormats) {
    CAPTURE(definition.name);
    const double error = relative_error(values, there_and_back(format, values));
    CAPTURE(error);
    // The documented errors are rounded to two or three digits.
    CHECK(error < documented * 1.03);
    CHECK(error > documented * 0.97);
  }
}

TEST_CASE("quantization: scaled values are as precise as others and a single large value is preserved") {
  const auto normal = normal_values(16 * 256, 6);
  for (const auto& [format, definition, documented] : kFormats) {
    CAPTURE(definition.name);
    // Scaling by powers of two loses nothing, because scales are halves. These are other values than those of the
    // documented error, so that the error may be a little larger.
    for (const float size : {0x1p-6f, 0x1p8f}) {
      auto values = normal;
      for (float& value : values) value *= size;
      CHECK(relative_error(values, there_and_back(format, values)) < documented * 1.1);
    }
    // One large element in each block reduces the precision of the others and is preserved itself.
    auto values = normal;
    for (std::size_t b = 0; b < values.size(); b += definition.elements) values[b + 7] = b % 512 == 0 ? 100 : -100;
    const auto back = there_and_back(format, values);
    for (std::size_t b = 0; b < values.size(); b += definition.elements) {
      CAPTURE(b, back[b + 7]);
      CHECK(std::fabs(back[b + 7] - values[b + 7]) <= 100 * 0.15f);
    }
  }
}

TEST_CASE("quantization: zeros stay zero and blocks of few different values are exact") {
  for (const auto& [format, definition, documented] : kFormats) {
    CAPTURE(definition.name);
    for (const float zero : there_and_back(format, std::vector<float>(512, 0.0f))) REQUIRE(zero == 0);
    // The values are at the end of the code range for each sign, with no value of the other sign.
    std::vector<float> values(512);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 3 == 0 ? -2.0f : 0.0f;
    CHECK(relative_error(values, there_and_back(format, values)) < 0.01);
    for (float& value : values) value = -value;
    CHECK(relative_error(values, there_and_back(format, values)) < 0.01);
  }
}

TEST_CASE("quantization: NaN and infinite values make their block NaN and no other") {
  for (const auto& [format, definition, documented] : kFormats) {
    CAPTURE(definition.name);
    for (const float special : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity()}) {
      auto values = normal_values(3 * definition.elements, 7);
      values[definition.elements + 9] = special;
      const auto back = there_and_back(format, values);
      for (std::size_t i = 0; i < back.size(); ++i) REQUIRE(std::isnan(back[i]) == (i / definition.elements == 1));
    }
  }
}

TEST_CASE("quantization: values beyond the range of a half scale make their block NaN and no other") {
  for (const auto& [format, definition, documented] : kFormats) {
    for (const float size : {1e-20f, 1e-7f, 1e3f, 65504.0f, 1e5f, 1e6f, 1e7f, 1e12f, 1e30f, 3e38f}) {
      CAPTURE(definition.name, size);
      const auto per_block = definition.elements;
      auto values = normal_values(3 * per_block, 8);
      float farthest = 0;
      for (std::size_t i = per_block; i < 2 * per_block; ++i) {
        // normal_values() are at most 6.
        values[i] = values[i] / 6 * size;
        farthest = std::max(farthest, std::fabs(values[i]));
      }
      const auto back = there_and_back(format, values);
      const bool is_in_range = std::isfinite(back[per_block]);
      for (std::size_t i = 0; i < back.size(); ++i) {
        CAPTURE(i, values[i], back[i]);
        if (i / per_block != 1 || is_in_range) {
          REQUIRE(std::isfinite(back[i]));
        } else {
          REQUIRE(std::isnan(back[i]));
        }
        // Two-bit codes have an error below the largest value.
        if (i / per_block == 1 && is_in_range) REQUIRE(std::fabs(back[i] - values[i]) <= farthest);
      }
      // Between these sizes, whether the scale is in range depends on the format's largest code. The scale of q8_K is a
      // float.
      if (size <= 65504 || format == QuantizedFormat::q8_K) CHECK(is_in_range);
      if (size > 1e8f && format != QuantizedFormat::q8_K) CHECK_FALSE(is_in_range);
      // Below 1, scales may be subnormal halves, which have fewer bits.
      if (is_in_range && size >= 1) {
        const std::vector<float> before(values.begin() + static_cast<long>(per_block),
                                        values.begin() + static_cast<long>(2 * per_block));
        const std::vector<float> after(back.begin() + static_cast<long>(per_block),
                                       back.begin() + static_cast<long>(2 * per_block));
        CHECK(relative_error(before, after) < documented * 2);
      }
    }
  }
}

TEST_CASE("quantization: a part of a block is refused") {
  std::vector<float> values(300);
  Bytes blocks(1000);
  CHECK(test::refusal([&] { quantize_blocks(QuantizedFormat::q4_K, values.data(), 300, blocks.data()); }) ==
        "quantize_blocks: 300 elements are not a whole number of blocks of q4_K, which have 256 elements");
  CHECK(test::refusal([&] { dequantize_blocks(QuantizedFormat::q4_0, blocks.data(), 33, values.data()); }) ==
        "dequantize_blocks: 33 elements are not a whole number of blocks of q4_0, which have 32 elements");
  // There are formats 0 to 11.
  const auto none = static_cast<QuantizedFormat>(12);
  CHECK_FALSE(is_format(none));
  CHECK(test::refusal([&] { quantize_blocks(none, values.data(), 256, blocks.data()); }) ==
        "quantize_blocks: unknown format 12");
  CHECK(test::refusal([&] { dequantize_blocks(none, blocks.data(), 256, values.data()); }) ==
        "dequantize_blocks: unknown format 12");
}

TEST_CASE("quantization: null pointers are refused unless the size is 0") {
  std::vector<float> values(32);
  Bytes blocks(100);
  CHECK(test::refusal([&] { quantize_blocks(QuantizedFormat::q4_0, nullptr, 32, blocks.data()); }) ==
        "quantize_blocks: the pointer to the values is null");
  CHECK(test::refusal([&] { quantize_blocks(QuantizedFormat::q4_0, values.data(), 32, nullptr); }) ==
        "quantize_blocks: the pointer to the blocks is null");
  CHECK(test::refusal([&] { dequantize_blocks(QuantizedFormat::q8_0, nullptr, 32, values.data()); }) ==
        "dequantize_blocks: the pointer to the blocks is null");
  CHECK(test::refusal([&] { dequantize_blocks(QuantizedFormat::q8_0, blocks.data(), 32, nullptr); }) ==
        "dequantize_blocks: the pointer to the values is null");
  CHECK_NOTHROW(quantize_blocks(QuantizedFormat::q4_0, nullptr, 0, nullptr));
  CHECK_NOTHROW(dequantize_blocks(QuantizedFormat::q4_0, nullptr, 0, nullptr));
}

TEST_CASE("ops: unknown types and dims at a null pointer cause no crash") {
  CHECK(name_of(static_cast<DType>(200)) == "?");
  CHECK(size_of(static_cast<DType>(200)) == 0);
  CHECK(ops::Dims(nullptr, 0).count() == 0);
  CHECK(ops::Dims(nullptr, 3).count() > TensorView::kMaxRank);
}
