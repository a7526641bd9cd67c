// Tests quantized ops at the limits of numbers: NaN and infinite values, values near the limits of halves, and minimal
// sizes.
#include <cmath>
#include <limits>

#include "kernels/quantized_blocks.hpp"
#include "rocm_bindgen/ops/quantization.hpp"
#include "rocm_bindgen/ops/quantized.hpp"
#include "runtime/ops/random_tensors.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;
using quantized::Bytes;

constexpr QuantizedFormat kWeightFormats[] = {
    QuantizedFormat::q4_0, QuantizedFormat::q4_1, QuantizedFormat::q5_0, QuantizedFormat::q5_1, QuantizedFormat::q8_0,
    QuantizedFormat::q2_K, QuantizedFormat::q3_K, QuantizedFormat::q4_K, QuantizedFormat::q5_K, QuantizedFormat::q6_K};
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kQuantized = ops::Activations::q8_1;
constexpr auto kFloats = ops::Activations::floats;

std::vector<float> small_values(std::int64_t count, std::uint64_t seed) {
  return host::small_values<float>(static_cast<std::size_t>(count), seed);
}

template <class T>
Buffer<T> on_device(const std::vector<T>& values) {
  return Buffer<T>::from(device(), values);
}

/// Floats as quantized blocks on the device.
struct Matrix {
  Bytes blocks;
  Buffer<std::uint8_t> buffer;
  QuantizedView view;

  Matrix(QuantizedFormat format, Bytes made, std::int64_t rows, std::int64_t cols)
      : blocks(std::move(made)), buffer(on_device(blocks)), view{buffer.data(), format, rows, cols} {}
  Matrix(QuantizedFormat format, std::int64_t rows, std::int64_t cols)
      : Matrix(format, encoded(format, small_values(rows * cols, 3)), rows, cols) {}

  static Bytes encoded(QuantizedFormat format, const std::vector<float>& values) {
    Bytes blocks(values.size() / block_elements(format) * block_bytes(format));
    quantize_blocks(format, values.data(), values.size(), blocks.data());
    return blocks;
  }
  std::vector<float> values() const {
    std::vector<float> decoded(static_cast<std::size_t>(view.rows * view.cols));
    dequantize_blocks(view.format, blocks.data(), decoded.size(), decoded.data());
    return decoded;
  }
};

struct Products {
  Stream& stream;
  ops::Workspace& workspace;

  /// The result has the shape {n, rows}.
  std::vector<float> matmul(const Matrix& weights, const std::vector<float>& in, std::int64_t n) const {
    const auto vectors = on_device(in);
    Buffer<float> out(device(), static_cast<std::size_t>(n * weights.view.rows));
    ops::matmul(stream, weights.view, {vectors.data(), DType::f32, {n, weights.view.cols}}, kQuantized,
                {out.data(), DType::f32, {n, weights.view.rows}}, workspace);
    stream.synchronize();
    return out.to_vector();
  }
  /// The result has the shape {n, rows}; the operand is halves.
  std::vector<float> float_matmul(const Matrix& weights, const std::vector<float>& in, std::int64_t n) const {
    std::vector<__half> halves;
    for (const float value : in) halves.push_back(Element<__half>::nearest(static_cast<Real>(value)));
    const auto vectors = on_device(halves);
    Buffer<float> out(device(), static_cast<std::size_t>(n * weights.view.rows));
    ops::matmul(stream, weights.view, {vectors.data(), DType::f16, {n, weights.view.cols}}, kFloats,
                {out.data(), DType::f32, {n, weights.view.rows}}, workspace);
    stream.synchronize();
    return out.to_vector();
  }
  std::vector<float> matvec(const Matrix& weights, const std::vector<float>& in, ops::Activations activations) const {
    const auto vector = on_device(in);
    Buffer<float> out(device(), static_cast<std::size_t>(weights.view.rows));
    ops::matvec(stream, weights.view, {vector.data(), DType::f32, {weights.view.cols}}, activations,
                {out.data(), DType::f32, {weights.view.rows}}, workspace);
    stream.synchronize();
    return out.to_vector();
  }
  /// The result has the shape {batch, 1, rows of an expert}; batch b uses expert b.
  std::vector<float> moe(const Matrix& weights, std::int64_t experts, const std::vector<float>& in) const {
    const auto inputs = on_device(in);
    std::vector<std::uint32_t> picks;
    for (std::int64_t e = 0; e < experts; ++e) picks.push_back(static_cast<std::uint32_t>(e));
    const auto ids = on_device(picks);
    const auto rows = weights.view.rows / experts;
    // Each 7 must be replaced by a result.
    auto out = on_device(std::vector<float>(static_cast<std::size_t>(weights.view.rows), 7.0f));
    ops::moe_forward(stream, weights.view, experts, {inputs.data(), DType::f32, {experts, weights.view.cols}},
                     {ids.data(), DType::u32, {experts, 1}}, {out.data(), DType::f32, {experts, 1, rows}}, workspace);
    stream.synchronize();
    return out.to_vector();
  }
};

/// Checks that exactly the results of vector `bad` are not finite. There are `rows` results for each vector, one for
/// each row of the weights.
void check_spoiled(const std::vector<float>& out, std::size_t rows, std::size_t bad) {
  REQUIRE(!out.empty());
  for (std::size_t i = 0; i < out.size(); ++i) {
    CAPTURE(i, out[i]);
    REQUIRE(std::isfinite(out[i]) == (i / rows != bad));
  }
}

/// Checks that exactly the results of row `bad` of the weights are not finite, for every vector.
void check_column_spoiled(const std::vector<float>& out, std::size_t rows, std::size_t bad) {
  REQUIRE(!out.empty());
  for (std::size_t i = 0; i < out.size(); ++i) {
    CAPTURE(i, out[i]);
    REQUIRE(std::isfinite(out[i]) == (i % rows != bad));
  }
}

}  // namespace

TEST_CASE("ops: NaN and infinite activations affect the results of their vector and no others") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const Products products{stream, workspace};
  constexpr std::int64_t kRows = 3, kCols = 512;
  for (const auto format : kWeightFormats) {
    const Matrix weights(format, kRows, kCols);
    for (const float special : {kNaN, kInfinity, -kInfinity}) {
      // One vector, a group of eight, and a group of eight and a rest, for which the op uses different kernels.
      for (const std::int64_t count : {1, 8, 9}) {
        INFO(name_of(format) << " times " << count << ", " << special);
        auto in = small_values(count * kCols, 5);
        in[static_cast<std::size_t>((count - 1) * kCols + 300)] = special;
        check_spoiled(products.matmul(weights, in, count), kRows, static_cast<std::size_t>(count - 1));
        if (count != 1) continue;
        check_spoiled(products.matvec(weights, in, kQuantized), kRows, 0);
        check_spoiled(products.matvec(weights, in, kFloats), kRows, 0);
      }
      INFO(name_of(format) << ", experts, " << special);
      const Matrix experts(format, 2 * kRows, kCols);
      auto in = small_values(2 * kCols, 5);
      in[kCols + 300] = special;
      check_spoiled(products.moe(experts, 2, in), kRows, 1);
    }
  }
}

TEST_CASE("ops: NaN and infinite scales affect the results of their row and no others") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const Products products{stream, workspace};
  constexpr std::size_t kRows = 3, kCols = 256;
  for (const auto* const definition :
       {&quantized::kQ4_0, &quantized::kQ4_1, &quantized::kQ5_0, &quantized::kQ5_1, &quantized::kQ8_0,
        &quantized::kQ2_K, &quantized::kQ3_K, &quantized::kQ4_K, &quantized::kQ5_K, &quantized::kQ6_K}) {
    auto format = kWeightFormats[0];
    for (const auto candidate : kWeightFormats)
      if (name_of(candidate) == definition->name) format = candidate;
    REQUIRE(name_of(format) == definition->name);
    for (const auto at : definition->halves) {
      for (const Real special : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
        INFO(definition->name << ", the half at " << at << " is " << static_cast<double>(special));
        auto blocks = quantized::random_blocks(*definition, kRows * kCols / definition->elements, 11);
        // In the first block of row 1.
        quantized::set_half(blocks.data() + kCols / definition->elements * definition->bytes + at, special);
        const Matrix weights(format, std::move(blocks), kRows, kCols);
        for (const std::int64_t count : {1, 3, 8, 9}) {
          CAPTURE(count);
          const auto in = small_values(count * static_cast<std::int64_t>(kCols), 5);
          check_column_spoiled(products.matmul(weights, in, count), kRows, 1);
          check_column_spoiled(products.float_matmul(weights, in, count), kRows, 1);
        }
        const auto in = small_values(kRows * kCols, 5);
        check_column_spoiled(products.matvec(weights, small_values(kCols, 5), kFloats), kRows, 1);
        // Here each row is an expert, and input 1 uses expert 1.
        check_spoiled(products.moe(weights, kRows, in), 1, 1);
      }
    }
  }
}

TEST_CASE("ops: blocks of activations have the same bytes as those that the host makes") {
  Stream stream(device());
  // Each block has a factor for its values, which are up to 8, and a special value in its middle unless that is 0. The
  // scale is the largest magnitude / 127. These factors make it too large for a half, normal, subnormal, or smaller
  // than the smallest half.
  const struct {
    float factor;
    float special;
  } cases[] = {{1, 0.5f},   {1, kNaN},  {1, kInfinity}, {1, -kInfinity}, {3e38f / 8, 0}, {2e6f, 0},
               {4e5f, 0},   {1e-3f, 0}, {1e-4f, 0},     {1e-5f, 0},      {1e-6f, 0},     {1e-8f, 0},
               {1e-30f, 0}, {0, 0},     {-0.0f, 0},     {1, 65504.0f},   {1, -9e6f},     {1e-40f, 0}};
  std::vector<float> values;
  for (const auto& c : cases) {
    for (std::size_t i = 0; i < 32; ++i) {
      // Values up to 8 of either sign.
      const float value = static_cast<float>(static_cast<int>((i * 37 + 11) % 65) - 32) / 4;
      values.push_back(i == 16 && c.special != 0 ? c.special : value * c.factor);
    }
  }
  const auto rows = static_cast<std::int64_t>(std::size(cases));
  const auto in = on_device(values);
  Buffer<std::uint8_t> out(device(), std::size(cases) * 36);
  ops::quantize(stream, {in.data(), DType::f32, {rows, 32}}, {out.data(), QuantizedFormat::q8_1, rows, 32});
  stream.synchronize();
  const auto got = out.to_vector();
  const auto expected = Matrix::encoded(QuantizedFormat::q8_1, values);
  int spoiled = 0;
  for (std::size_t b = 0; b < std::size(cases); ++b) {
    // A Q8_1 block has 36 bytes: a half for the scale, a half for the sum, and 32 codes.
    const auto* const got_block = got.data() + 36 * b;
    const auto* const expected_block = expected.data() + 36 * b;
    INFO("factor " << cases[b].factor << ", special " << cases[b].special);
    CHECK(std::equal(got_block + 4, got_block + 36, expected_block + 4));
    if (std::isnan(quantized::half_at(expected_block))) {
      ++spoiled;
      CHECK(std::isnan(quantized::half_at(got_block)));
      CHECK(std::isnan(quantized::half_at(got_block + 2)));
    } else {
      CHECK(std::equal(got_block, got_block + 4, expected_block));
    }
    if (std::isnan(quantized::half_at(expected_block))) continue;
    // The permitted error is half a code. A subnormal scale has been rounded up to a multiple of 2^-24 before the codes
    // were computed. A normal one is rounded afterwards, with a relative error of 2^-11.
    float farthest = 0;
    for (std::size_t i = 0; i < 32; ++i) farthest = std::max(farthest, std::fabs(values[32 * b + i]));
    const auto step = static_cast<Real>(farthest) / 127;
    const bool subnormal = step < 0x1p-14L;
    const auto allowed = subnormal ? std::ceil(step * 0x1p24L) / 0x1p24L / 2 : step / 2 + farthest * 0x1p-11L;
    for (std::size_t i = 0; i < 32; ++i) {
      const auto back = quantized::kQ8_1.value(got_block, i);
      CAPTURE(i, values[32 * b + i], static_cast<double>(back));
      CHECK(std::fabs(back - static_cast<Real>(values[32 * b + i])) <= allowed * (1 + 0x1p-20L));
    }
  }
  // The three special values that are not finite, and the scales beyond the largest half: 3e38 / 127, 16e6 / 127 and
  // 9e6 / 127.
  CHECK(spoiled == 6);
}

TEST_CASE("ops: products with matrices of one block per row and of no blocks are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const Products products{stream, workspace};
  constexpr std::int64_t kRows = 5, kCount = 3, kCols = 32;
  for (const auto format : kWeightFormats) {
    if (block_elements(format) != 32) continue;
    INFO(name_of(format));
    const Matrix weights(format, kRows, kCols);
    const auto in = small_values(kCount * kCols, 9);
    const auto decoded = weights.values();
    const auto got = products.float_matmul(weights, in, kCount);
    for (std::size_t at = 0; at < got.size(); ++at) {
      Real sum = 0, magnitude = 0;
      for (std::size_t c = 0; c < kCols; ++c) {
        const auto half =
            Element<__half>::value(Element<__half>::nearest(static_cast<Real>(in[at / kRows * kCols + c])));
        const auto weight =
            Element<__half>::value(Element<__half>::nearest(static_cast<Real>(decoded[at % kRows * kCols + c])));
        sum += half * weight;
        magnitude += std::fabs(half * weight);
      }
      CAPTURE(at, got[at], static_cast<double>(sum));
      // 32 additions in float with an error of 2^-24 each.
      CHECK(std::fabs(static_cast<Real>(got[at]) - sum) <= magnitude * 0x1p-19L);
    }
  }
  for (const auto format : kWeightFormats) {
    INFO(name_of(format));
    CHECK(products.moe(Matrix(format, Bytes{}, 6, 0), 3, {}) == std::vector<float>(6, 0.0f));
  }
}

TEST_CASE("ops: blocks may start at any address that their fields permit") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const Products products{stream, workspace};
  constexpr std::int64_t kRows = 3;
  for (const auto format : kWeightFormats) {
    const auto cols = static_cast<std::int64_t>(block_elements(format));
    const Matrix weights(format, kRows, cols);
    const auto alignment = block_alignment(format);
    Bytes shifted(alignment);
    shifted.insert(shifted.end(), weights.blocks.begin(), weights.blocks.end());
    Matrix other(format, shifted, kRows, cols);
    other.view.data = other.buffer.data() + alignment;
    INFO(name_of(format) << " " << alignment << " bytes on");
    for (const std::int64_t count : {1, 3, 9}) {
      const auto in = small_values(count * cols, 7);
      CHECK(products.matmul(other, in, count) == products.matmul(weights, in, count));
      CHECK(products.float_matmul(other, in, count) == products.float_matmul(weights, in, count));
    }
    const auto in = small_values(cols, 7);
    CHECK(products.matvec(other, in, kFloats) == products.matvec(weights, in, kFloats));
    Buffer<float> out(device(), static_cast<std::size_t>(kRows * cols));
    ops::dequantize(stream, other.view, {out.data(), DType::f32, {kRows, cols}});
    stream.synchronize();
    CHECK(out.to_vector() == weights.values());
    other.view.data = other.buffer.data() + alignment / 2;
    CHECK(refusal([&] { ops::dequantize(stream, other.view, {out.data(), DType::f32, {kRows, cols}}); }) ==
          "dequantize: in: is not aligned to " + std::to_string(alignment) + " bytes");
  }
}

TEST_CASE("ops: invalid quantized operands are refused before anything is queued") {
  Stream stream(device());
  ops::Workspace workspace(device());
  Buffer<float> memory(device(), 1024);
  const TensorView results(memory.data(), DType::f32, {2});
  // There are formats 0 to 11.
  QuantizedView weights{memory.data() + 512, static_cast<QuantizedFormat>(12), 2, 256};
  CHECK(refusal([&] {
          ops::matvec(stream, weights, {memory.data() + 8, DType::f32, {256}}, kQuantized, results, workspace);
        }) == "matvec: weights: has the unknown format 12");
  weights.format = QuantizedFormat::q4_0;
  const QuantizedView vector{memory.data() + 8, static_cast<QuantizedFormat>(12), 1, 256};
  CHECK(refusal([&] { ops::matvec(stream, weights, vector, results); }) == "matvec: in: has the unknown format 12");
  CHECK(refusal([&] {
          ops::matmul(stream, weights, {memory.data() + 8, DType::f32, {256}}, kQuantized, results, workspace);
        }) == "matmul: in: f32 {256} does not have 2 dimensions");
  CHECK(refusal([&] {
          ops::get_rows(stream, weights, {memory.data(), DType::u32, {1, 1}},
                        {memory.data() + 8, DType::f32, {1, 256}});
        }) == "get_rows: ids: u32 {1, 1} does not have 1 dimensions");
  CHECK(refusal([&] {
          ops::moe_forward(stream, weights, 1, {memory.data() + 8, DType::f32, {1, 256}},
                           {memory.data(), DType::u32, {1}}, {memory.data(), DType::f32, {1, 1, 2}}, workspace);
        }) == "moe_forward: ids: u32 {1} does not have 2 dimensions");
  // The number of columns is beyond the kernels' counters; these addresses are never accessed.
  const auto cols = std::int64_t{1} << 31;
  const auto nowhere = [](std::uintptr_t address) { return reinterpret_cast<void*>(address); };  // NOLINT
  weights = {nowhere(std::uintptr_t{1} << 40), QuantizedFormat::q4_0, 2, cols};
  CHECK(refusal([&] {
          ops::matvec(stream, weights, {nowhere(std::uintptr_t{1} << 42), DType::f32, {cols}}, kQuantized, results,
                      workspace);
        }) == "matvec: weights: has 2147483648 columns, more than the kernels support");
  weights.cols = 32;
  CHECK(refusal([&] {
          ops::matmul(stream, weights, {nowhere(std::uintptr_t{1} << 42), DType::f32, {cols, 32}}, kQuantized,
                      {nowhere(std::uintptr_t{1} << 44), DType::f32, {cols, 2}}, workspace);
        }) == "matmul: in: has 2147483648 rows, more than the kernels support");
  CHECK(workspace.bytes() == 0);
}
