// Products whose results are known from the tests of candle, the framework that defines these kernels' ABI.
#include "quantized_launches.hpp"

namespace {

using namespace quantized;

// Converts floats to Q4_0 blocks as GGML does: the value farthest from zero has the code 0. A block has 18 bytes: a
// half for the scale, and 32 codes of 4 bits, which are 8 more than the quotients of value and scale.
Bytes as_q4_0(const std::vector<float>& values) {
  Bytes blocks(values.size() / kBlock * 18);
  for (size_t b = 0; b < values.size() / kBlock; ++b) {
    const float* const from = values.data() + b * kBlock;
    float farthest = 0;
    for (size_t i = 0; i < kBlock; ++i) {
      if (std::fabs(from[i]) > std::fabs(farthest)) farthest = from[i];
    }
    const float scale = farthest / -8;  // so that the farthest value's code is -8 + 8 = 0
    uint8_t* const block = blocks.data() + b * 18;
    quantized::set_half(block, scale);
    for (size_t i = 0; i < kBlock; ++i) {
      const float inverse = scale == 0 ? 0 : 1 / scale;
      const int code = std::min(15, static_cast<int>(from[i] * inverse + 8.5f));
      block[2 + i % 16] = static_cast<uint8_t>(block[2 + i % 16] | code << (i < 16 ? 0 : 4));
    }
  }
  return blocks;
}

std::vector<float> counted(size_t count, float step) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i) * step;
  return values;
}

}  // namespace

TEST_CASE("quantized kernels: results match the values in candle's own tests") {
  // The tolerance is one unit in the last place of a float of this size.
  const auto line = counted(256, 1);
  const Bytes weights = as_q4_0(line);
  CHECK(std::fabs(single_product(weights, Activations(line, 256)) - 5561664.5f) <= 0.5f);

  host::Output<float> by_floats(0, 1);
  launcher::run("dequantize_mul_mat_vec_q4_0_cuda", dequantize_mul_mat_vec_q4_0_cuda,
                launcher::row_geometries(1).back(),
                {launcher::region(weights), launcher::region(line), by_floats.region()}, weights.data(), line.data(),
                by_floats.data(), 256, 1);
  // A sum of 256 floats in another order differs by a few units in the last place.
  CHECK(std::fabs(by_floats.data()[0] - 5561851.0f) <= 4);

  // Four rows of 256 numbers, which are both the weights and the inputs.
  const auto four_rows = counted(1024, 0.25f);
  const Bytes rows = as_q4_0(four_rows);
  const Activations inputs(four_rows, 256);
  host::Output<float> out(0, 16);
  launcher::run("mul_mat_q4_0", mul_mat_q4_0, geometries_for(1).back(),
                {launcher::region(rows), launcher::region(inputs.blocks), out.region()}, rows.data(),
                inputs.blocks.data(), out.data(), 256, 4, 4, static_cast<int>(inputs.pitch), 4);
  const struct {
    size_t at;
    float value;
  } known[] = {{0, 347604.0f},   {1, 888153.06f},  {4, 869780.7f},   {5, 2483145.0f},
               {11, 9407368.0f}, {14, 9470856.0f}, {15, 13138824.0f}};
  for (const auto& expected : known) {
    CAPTURE(expected.at);
    CHECK(std::fabs(out.data()[expected.at] - expected.value) <= expected.value * 0x1p-22f);
  }
}
