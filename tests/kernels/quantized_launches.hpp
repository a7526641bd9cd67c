// The kernels for products of quantized weights, and what their tests share: activations, expected results and
// launches.
#pragma once

#include "host_launch.hpp"
#include "quantized_products.hpp"

// host_dequantize_test.cpp compiles the kernels.
#define DECLARE_MAT_VEC(NAME, VECTORS) \
  extern "C" void mul_mat_vec_##NAME##_q8_1_cuda##VECTORS(const void*, const void*, float*, int, int, int, int);
#define DECLARE(NAME)      \
  DECLARE_MAT_VEC(NAME, 1) \
  DECLARE_MAT_VEC(NAME, 2) \
  DECLARE_MAT_VEC(NAME, 3) \
  DECLARE_MAT_VEC(NAME, 4) \
  DECLARE_MAT_VEC(NAME, 5) \
  DECLARE_MAT_VEC(NAME, 6) \
  DECLARE_MAT_VEC(NAME, 7) \
  DECLARE_MAT_VEC(NAME, 8) \
  extern "C" void mul_mat_##NAME(const void*, const void*, float*, int, int, int, int, int);
#define DECLARE_FLOATS(NAME) extern "C" void dequantize_mul_mat_vec_##NAME(const void*, const float*, float*, int, int);
#define DECLARE_EXPERTS(NAME)                                                                                         \
  extern "C" void indexed_moe_forward_##NAME##_q8_1(const void*, const void*, const uint32_t*, float*, int, int, int, \
                                                    int, int, int);

DECLARE(q4_0)
DECLARE(q4_1)
DECLARE(q5_0)
DECLARE(q5_1)
DECLARE(q8_0)
DECLARE(q2_K)
DECLARE(q3_K)
DECLARE(q4_K)
DECLARE(q5_K)
DECLARE(q6_K)
DECLARE_FLOATS(q4_0_cuda)
DECLARE_FLOATS(q4_1_cuda)
DECLARE_FLOATS(q5_0_cuda)
DECLARE_FLOATS(q5_1_cuda)
DECLARE_FLOATS(q8_0_cuda)
DECLARE_FLOATS(q2_k)
DECLARE_FLOATS(q3_k)
DECLARE_FLOATS(q4_k)
extern "C" void dequantize_mul_mat_vec_q5_k(const void*, const float*, float*, int);
DECLARE_FLOATS(q6_k)
DECLARE_EXPERTS(q2k)
DECLARE_EXPERTS(q3k)
DECLARE_EXPERTS(q4k)
DECLARE_EXPERTS(q5k)
DECLARE_EXPERTS(q6k)
DECLARE_EXPERTS(q8_0)

namespace quantized {

using MatVec = void (*)(const void*, const void*, float*, int, int, int, int);
using MatMul = void (*)(const void*, const void*, float*, int, int, int, int, int);

// Rows of activations as Q8_1 blocks, of which `columns` are used. Hosts pad rows to a multiple of 512 columns, the
// pitch. Here, the padding is NaN and must not be read.
struct Activations {
  size_t columns;
  size_t pitch;
  Bytes blocks;

  Activations(const std::vector<float>& rows, size_t row_columns)
      : columns(row_columns), pitch((row_columns + 511) / 512 * 512), blocks() {
    const size_t count = rows.size() / columns;
    blocks.assign(count * pitch / kBlock * kBlockBytes, 0xff);
    for (size_t r = 0; r < count; ++r) {
      for (size_t b = 0; b < columns / kBlock; ++b) quantize_q8_1(rows.data() + r * columns + b * kBlock, block(r, b));
    }
  }
  uint8_t* block(size_t row, size_t b) { return blocks.data() + (row * pitch / kBlock + b) * kBlockBytes; }
  const uint8_t* block(size_t row, size_t b) const { return blocks.data() + (row * pitch / kBlock + b) * kBlockBytes; }
};

// The product of row `row` of the weights and row `input` of the activations. Columns after the last whole block are
// not used.
inline Exact product(const Format& format, const Bytes& weights, size_t row, size_t columns,
                     const Activations& activations, size_t input, Sum sum) {
  const size_t row_bytes = columns / format.elements * format.bytes;
  const size_t usable = columns / format.elements * format.elements;
  Exact exact;
  for (size_t e = 0; e < usable; e += kBlock)
    add_products(exact, format, weights.data() + row * row_bytes, e, activations.block(input, e / kBlock), sum);
  return exact;
}

// Checks that dst[column * rows + row] is expected(row, column).
template <class Expected>
void check_products(host::Output<float>& out, size_t rows, Expected expected) {
  size_t first_wrong = 0;
  while (first_wrong < out.numel && expected(first_wrong % rows, first_wrong / rows).allows(out.data()[first_wrong]))
    ++first_wrong;
  if (first_wrong < out.numel) {
    const auto got = static_cast<double>(out.data()[first_wrong]);
    const auto wanted = static_cast<double>(expected(first_wrong % rows, first_wrong / rows).value);
    CAPTURE(first_wrong, rows, got, wanted);
    FAIL_CHECK("wrong product");
  }
  CHECK(first_wrong == out.numel);
  CHECK(out.guards_intact());
}

// Numbers of columns to test: less than a block (a row then has no blocks), one block, a few blocks, and many blocks.
inline std::vector<size_t> columns_for(const Format& format) {
  if (format.elements == kBlock) return {16, 32, 96, 256, 4096 + 32};
  return {16, 256, 512, 4096 + 256};
}
inline Bytes weights_for(const Format& format, size_t rows, size_t columns) {
  return random_blocks(format, rows * (columns / format.elements), rows + columns);
}

// Limits block.x to 256 threads, the most that kernels for integer products are launched with.
inline std::vector<launcher::Geometry> without_large_blocks(std::vector<launcher::Geometry> geometries) {
  constexpr unsigned kMost = 256;
  for (auto& geometry : geometries) {
    if (geometry.block.x > kMost) geometry.block.x = kMost;
  }
  return geometries;
}

// Geometries to test for `rows` rows, with fewer blocks than rows too. On a device, they include the blocks of 32 by 4
// and of 32 by 2 threads that hosts launch.
inline std::vector<launcher::Geometry> geometries_for(size_t rows) {
  auto geometries = without_large_blocks(launcher::row_geometries(rows));
  auto fewer = geometries.back();
  fewer.grid = {static_cast<unsigned>(rows / 3 + 1), 1, 1};
  geometries.push_back(fewer);
  if (!launcher::runs_on_host()) {
    geometries.push_back({{static_cast<unsigned>((rows + 1) / 2), 1, 1}, {32, 4, 1}});
    geometries.push_back({{static_cast<unsigned>((rows + 1) / 2), 1, 1}, {32, 2, 1}});
  }
  return geometries;
}

// Multiplies one row of Q4_0 weights by one vector.
inline float single_product(const Bytes& weights, const Activations& activations) {
  host::Output<float> out(0, 1);
  launcher::run("mul_mat_vec_q4_0_q8_1_cuda1", mul_mat_vec_q4_0_q8_1_cuda1, geometries_for(1).front(),
                {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                activations.blocks.data(), out.data(), static_cast<int>(activations.columns), 1,
                static_cast<int>(activations.pitch), 1);
  return out.data()[0];
}

}  // namespace quantized
