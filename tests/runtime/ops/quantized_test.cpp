// Tests the conversion of quantized matrices to floats and of activations to blocks on a device, for every format and
// type, against the formats' definitions; and which operands are refused.
#include "rocm_bindgen/ops/index.hpp"
#include "runtime/ops/quantized_matrices.hpp"
#include "runtime/ops/refusal.hpp"

using namespace rocm_bindgen;
using namespace test;

namespace {

/// Returns true if `got` is `exact` rounded to f32 and then to the type.
template <class T>
bool is_rounded(T got, Real exact) {
  return host::is_near(got, static_cast<Real>(Element<float>::nearest(exact)), 0);
}

}  // namespace

TEST_CASE("ops: quantized matrices become floats of every type") {
  Stream stream(device());
  const auto check = [&](QuantizedFormat format, const quantized::Format& definition) {
    const Matrix matrix(format, definition, 5, 3);
    for (const auto dtype : kFloats) {
      with_float_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        INFO(definition.name << " to " << name_of(dtype));
        Buffer<T> out(device(), static_cast<std::size_t>(matrix.rows * matrix.cols));
        ops::dequantize(stream, matrix.view, {out.data(), dtype, {matrix.rows, matrix.cols}});
        const auto got = after(stream, out);
        std::size_t correct = 0;
        while (correct < got.size() && is_rounded(got[correct], definition.value(matrix.blocks.data(), correct)))
          ++correct;
        CHECK(correct == got.size());
      });
    }
  };
  for (const auto& weights : all_weights()) check(weights.format, weights.definition);
  check(QuantizedFormat::q8_1, quantized::kQ8_1);
  check(QuantizedFormat::q8_K, quantized::kQ8_K);
}

TEST_CASE("ops: rows of quantized matrices are read by ids") {
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::take_id_out_of_range(stream, workspace);
  // The largest id means "no row" and is allowed. 5 is out of range.
  const std::vector<std::uint32_t> good{4, 0, 0xFFFFFFFF, 4, 1}, bad{1, 5, 2};
  for (const auto& weights : all_weights()) {
    const Matrix matrix(weights.format, weights.definition, 5, 3);
    for (const auto dtype : kFloats) {
      with_float_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        INFO(matrix.definition.name << " to " << name_of(dtype));
        for (const auto& ids : {good, bad}) {
          const auto id_buffer = on_device(ids);
          const auto count = static_cast<std::int64_t>(ids.size());
          Buffer<T> out(device(), ids.size() * static_cast<std::size_t>(matrix.cols));
          ops::get_rows(stream, matrix.view, {id_buffer.data(), DType::u32, {count}},
                        {out.data(), dtype, {count, matrix.cols}});
          const auto got = after(stream, out);
          std::size_t correct = 0;
          for (std::size_t i = 0; i < got.size(); ++i) {
            const auto id = ids[i / static_cast<std::size_t>(matrix.cols)];
            const auto column = static_cast<std::int64_t>(i) % matrix.cols;
            if (is_rounded(got[i], id < 5 ? matrix.value(id, column) : 0)) ++correct;
          }
          CHECK(correct == got.size());
          CHECK(ops::take_id_out_of_range(stream, workspace) == (ids == bad));
        }
      });
    }
  }
}

TEST_CASE("ops: activations of every type become Q8_1 blocks") {
  Stream stream(device());
  for (const auto dtype : kFloats) {
    INFO(name_of(dtype));
    const Vectors vectors(stream, dtype, 3, 320);
    // A Q8_1 block has 36 bytes: a half for the scale, a half for the sum, and 32 codes.
    for (std::size_t b = 0; b < vectors.blocks.size() / 36; ++b) {
      float values[32];
      Real magnitude = 0;
      for (std::size_t i = 0; i < 32; ++i) {
        values[i] = static_cast<float>(vectors.value(static_cast<std::int64_t>(32 * b + i)));
        magnitude += std::fabs(static_cast<Real>(values[i]));
      }
      std::uint8_t expected[36];
      quantized::quantize_q8_1(values, expected);
      const auto* const got = vectors.blocks.data() + 36 * b;
      REQUIRE(std::memcmp(got, expected, 2) == 0);
      REQUIRE(std::memcmp(got + 4, expected + 4, 32) == 0);
      // Both sums are rounded to halves, with an error of 2^-11 each, after their terms were added in different orders.
      REQUIRE(std::fabs(quantized::half_at(got + 2) - quantized::half_at(expected + 2)) <= magnitude * 0x1p-10L);
    }
  }
}

TEST_CASE("ops: products over no columns are 0, and quantized matrices without rows do nothing") {
  Stream stream(device());
  ops::Workspace workspace(device());
  Buffer<float> out(device(), 6);
  out.copy_from(std::vector<float>(6, 7.0f).data(), 6);
  const QuantizedView no_columns{nullptr, QuantizedFormat::q4_K, 3, 0}, no_rows{nullptr, QuantizedFormat::q4_K, 0, 256};
  const TensorView in(nullptr, DType::f32, {2, 0}), result(out.data(), DType::f32, {2, 3});
  ops::matmul(stream, no_columns, in, ops::Activations::q8_1, result, workspace);
  CHECK(after(stream, out) == std::vector<float>(6, 0.0f));
  ops::dequantize(stream, no_rows, {nullptr, DType::f32, {0, 256}});
  ops::get_rows(stream, no_rows, {nullptr, DType::u32, {0}}, {nullptr, DType::f32, {0, 256}});
  Buffer<float> vector(device(), 256);
  ops::matvec(stream, no_rows, {vector.data(), DType::f32, {256}}, ops::Activations::q8_1, {nullptr, DType::f32, {0}},
              workspace);
}

TEST_CASE("ops: quantized operands that do not match are refused") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const Matrix matrix(QuantizedFormat::q4_K, quantized::kQ4_K, 4, 2);
  Buffer<float> memory(device(), 4096);
  const auto floats = [&](std::initializer_list<std::int64_t> dims) {
    return TensorView(memory.data(), DType::f32, dims);
  };
  const auto results = [&](std::initializer_list<std::int64_t> dims) {
    return TensorView(memory.data() + 2048, DType::f32, dims);
  };
  auto view = matrix.view;
  view.cols = 500;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 500})); }) ==
        "dequantize: in: q4_K {4, 500} does not have rows of whole blocks, which have 256 elements");
  view = matrix.view;
  view.data = matrix.buffer.data() + 2;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) ==
        "dequantize: in: is not aligned to 4 bytes");
  view.data = nullptr;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) == "dequantize: in: has a null pointer");
  view = matrix.view;
  view.rows = std::int64_t{1} << 60;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) ==
        "dequantize: in: q4_K {1152921504606846976, 512} exceeds the address space");
  CHECK(refusal([&] { ops::dequantize(stream, matrix.view, floats({512, 4})); }) ==
        "dequantize: out: f32 {512, 4} is not f32 {4, 512}");
  CHECK(refusal([&] { ops::dequantize(stream, matrix.view, {memory.data(), DType::f32, {4, 512}, {513, 1}}); }) ==
        "dequantize: out: f32 {4, 512} is not dense");
  CHECK(refusal([&] { ops::dequantize(stream, matrix.view, {memory.data(), DType::f64, {4, 512}}); }) ==
        "dequantize: out: has type f64; there are kernels for f32, f16 and bf16");
  view = {memory.data() + 256, QuantizedFormat::q4_K, 4, 512};
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) ==
        "dequantize: in: overlaps out without being identical to it");
  CHECK(refusal([&] { ops::quantize(stream, floats({4, 512}), matrix.view); }) ==
        "quantize: out: has type q4_K; there are kernels for q8_1 only; quantize_blocks() makes the other formats on "
        "the host");
  view = {memory.data(), QuantizedFormat::q8_1, 2, 256};
  CHECK(
      refusal([&] { ops::matvec(stream, view, floats({256}), ops::Activations::q8_1, results({2}), workspace); }) ==
      "matvec: weights: have type q8_1; there are kernels for q4_0, q4_1, q5_0, q5_1, q8_0, q2_K, q3_K, q4_K, q5_K and "
      "q6_K");
  CHECK(refusal([&] {
          ops::matvec(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1, results({4}), workspace);
        }) == "matvec: in: f32 {2, 512} is not f32 {512}");
  CHECK(refusal([&] { ops::matvec(stream, matrix.view, view, results({4})); }) ==
        "matvec: in: q8_1 {2, 256} does not have exactly one row");
  CHECK(refusal([&] { ops::matmul(stream, matrix.view, view, results({2, 4})); }) ==
        "matmul: in: q8_1 {2, 256} does not consist of q8_1 blocks of 512 columns");
  CHECK(refusal([&] { ops::matmul(stream, matrix.view, matrix.view, results({4, 4})); }) ==
        "matmul: in: q4_K {4, 512} does not consist of q8_1 blocks of 512 columns");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1, results({4, 2}), workspace);
        }) == "matmul: out: f32 {4, 2} is not f32 {2, 4}");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1,
                      {memory.data() + 2048, DType::f16, {2, 4}}, workspace);
        }) == "matmul: out: has type f16, not f32");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1, floats({2, 4}), workspace);
        }) == "matmul: in: overlaps out without being identical to it");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::floats, results({2, 4}), workspace);
        }) == "matmul: in: has type f32; pass f16 or bf16, or quantize it to q8_1");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, {reinterpret_cast<char*>(memory.data()) + 2, DType::f16, {2, 512}},
                      ops::Activations::floats, results({2, 4}), workspace);
        }) == "matmul: in: is not aligned to 16 bytes");
  CHECK(refusal([&] {
          ops::moe_forward(stream, matrix.view, 3, floats({1, 512}), {memory.data(), DType::u32, {1, 1}},
                           results({1, 1, 1}), workspace);
        }) == "moe_forward: weights: q4_K {4, 512} cannot be divided among 3 experts");
  CHECK(refusal([&] {
          ops::moe_forward(stream, matrix.view, 2, floats({1, 512}), {memory.data(), DType::i64, {1, 1}},
                           results({1, 1, 2}), workspace);
        }) == "moe_forward: ids: has type i64, not u32");
}
