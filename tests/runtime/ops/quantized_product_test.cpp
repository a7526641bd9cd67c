// Tests products of quantized weights on a device, for every format and type, against the formats' definitions.
#include "rocm_bindgen/ops/index.hpp"
#include "runtime/ops/quantized_matrices.hpp"

using namespace rocm_bindgen;
using namespace test;

TEST_CASE("ops: products are the same whether the caller or the op quantizes the activations") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : all_weights()) {
    const Matrix matrix(weights.format, weights.definition, 7, 3);
    // Different kernels are used for one vector, for up to eight, for groups of eight and a rest, and for more than
    // 128.
    for (const std::int64_t count : {1, 3, 11, 129}) {
      INFO(matrix.definition.name << " times " << count);
      const Vectors vectors(stream, DType::f32, count, matrix.cols);
      const TensorView in(vectors.buffer.data(), DType::f32, {count, matrix.cols});
      const auto bytes = static_cast<std::size_t>(count * matrix.cols) / 32 * 36;
      Buffer<std::uint32_t> blocks(device(), bytes / 4);
      const QuantizedView quantized{blocks.data(), QuantizedFormat::q8_1, count, matrix.cols};
      ops::quantize(stream, in, quantized);
      Buffer<float> wanted(device(), static_cast<std::size_t>(7 * count)), out(device(), wanted.size());
      ops::matmul(stream, matrix.view, in, ops::Activations::q8_1, {wanted.data(), DType::f32, {count, 7}}, workspace);
      if (count == 1) {
        ops::matvec(stream, matrix.view, quantized, {out.data(), DType::f32, {7}});
      } else {
        ops::matmul(stream, matrix.view, quantized, {out.data(), DType::f32, {count, 7}});
      }
      stream.synchronize();
      CHECK(out.to_vector() == wanted.to_vector());
    }
  }
}

TEST_CASE("ops: quantized weights times a vector are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : all_weights()) {
    for (const std::int64_t row_blocks : {1, 5}) {
      const Matrix matrix(weights.format, weights.definition, 7, row_blocks);
      for (const auto dtype : kFloats) {
        INFO(matrix.definition.name << " times " << name_of(dtype) << ", " << matrix.cols << " columns");
        const Vectors vectors(stream, dtype, 1, matrix.cols);
        const TensorView in(vectors.buffer.data(), dtype, {matrix.cols});
        Buffer<float> out(device(), 7);
        const TensorView result(out.data(), DType::f32, {7});
        ops::matvec(stream, matrix.view, in, ops::Activations::q8_1, result, workspace);
        stream.synchronize();
        check_results(out, 7, [&](auto, auto row) { return product(matrix, row, vectors, 0, weights.mat_vec_sum); });
        ops::matvec(stream, matrix.view, in, ops::Activations::floats, result, workspace);
        stream.synchronize();
        check_results(out, 7, [&](auto, auto row) {
          Exact exact;
          for (std::int64_t c = 0; c < matrix.cols; ++c) exact.add(matrix.value(row, c) * vectors.value(c));
          return exact;
        });
      }
    }
  }
}

namespace {

/// A number of rows for which the op selects the kernels that read weights through LDS: at least half of the compute
/// units get a workgroup of 16 rows, that is 8 rows per compute unit. The 8 rows in addition complete the last
/// workgroup if the number of compute units is odd. Multiples of 8 rows have a multiple of 16 bytes, which the kernels
/// require.
std::int64_t rows_for_staging() {
  return 8 * static_cast<std::int64_t>(device().info().compute_units) + 8;
}

/// Multiplies `matrix`, whose device copy is `view`, by one vector with both kinds of activations.
void check_mat_vec(Stream& stream, ops::Workspace& workspace, const Matrix& matrix, const QuantizedView& view,
                   quantized::Sum sum, const Vectors& vectors) {
  const TensorView in(vectors.buffer.data(), vectors.dtype, {matrix.cols});
  Buffer<float> out(device(), static_cast<std::size_t>(matrix.rows));
  const TensorView result(out.data(), DType::f32, {matrix.rows});
  ops::matvec(stream, view, in, ops::Activations::q8_1, result, workspace);
  stream.synchronize();
  check_results(out, matrix.rows, [&](auto, auto row) { return product(matrix, row, vectors, 0, sum); });
  ops::matvec(stream, view, in, ops::Activations::floats, result, workspace);
  stream.synchronize();
  check_results(out, matrix.rows, [&](auto, auto row) {
    Exact exact;
    for (std::int64_t c = 0; c < matrix.cols; ++c) exact.add(matrix.value(row, c) * vectors.value(c));
    return exact;
  });
}

}  // namespace

TEST_CASE("ops: many rows of quantized weights times a vector are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const auto enough = rows_for_staging();
  for (const auto& weights : all_weights()) {
    // The kernels process rows in steps of 32 spans; a span is 32 elements, so that a block has 1 or 8 spans. Rows are
    // shorter than one step, longer than one step and longer than two. In some cases the last workgroup has few rows
    // and the size of the matrix is not a multiple of 16 bytes.
    const bool has_large_blocks = weights.definition.elements == 256;
    const std::pair<std::int64_t, std::int64_t> shapes[] = {{enough, has_large_blocks ? 1 : 3},
                                                            {enough + 8, has_large_blocks ? 5 : 37},
                                                            {enough + 3, has_large_blocks ? 9 : 65}};
    for (std::size_t i = 0; i < std::size(shapes); ++i) {
      const auto [rows, row_blocks] = shapes[i];
      const Matrix matrix(weights.format, weights.definition, rows, row_blocks);
      const auto dtype = kFloats[i];
      INFO(matrix.definition.name << " times " << name_of(dtype) << ", " << rows << " x " << matrix.cols);
      check_mat_vec(stream, workspace, matrix, matrix.view, weights.mat_vec_sum,
                    Vectors(stream, dtype, 1, matrix.cols));
    }
  }
}

TEST_CASE("ops: quantized weights need not be aligned to 16 bytes") {
  Stream stream(device());
  ops::Workspace workspace(device());
  // Blocks of q4_1 have 20 bytes, and must be aligned to 4. The kernels that read weights through LDS read 16 bytes at
  // once, so that the op has to select other kernels, although the number of rows is large enough.
  const Matrix matrix(QuantizedFormat::q4_1, quantized::kQ4_1, rows_for_staging(), 4);
  const Vectors vectors(stream, DType::f32, 1, matrix.cols);
  for (const std::size_t before : {4, 8, 12}) {
    Bytes shifted(before);
    shifted.insert(shifted.end(), matrix.blocks.begin(), matrix.blocks.end());
    const auto buffer = on_device(shifted);
    auto view = matrix.view;
    view.data = static_cast<std::uint8_t*>(buffer.data()) + before;
    INFO(before << " bytes after an aligned address");
    check_mat_vec(stream, workspace, matrix, view, quantized::Sum::kStored, vectors);
  }
}

TEST_CASE("ops: quantized weights times matrices are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : all_weights()) {
    for (const std::int64_t count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 129}) {
      // Up to 128 vectors are processed in groups of eight, more in tiles; here there are several tiles with remainders
      // in both dimensions.
      const bool by_tiles = count > 128;
      const std::int64_t rows = by_tiles ? 70 : 9;
      const Matrix matrix(weights.format, weights.definition, rows, 2);
      const auto dtype = kFloats[count % 3];
      INFO(matrix.definition.name << " times " << count << " of " << name_of(dtype));
      const Vectors vectors(stream, dtype, count, matrix.cols);
      Buffer<float> out(device(), static_cast<std::size_t>(rows * count));
      const TensorView in(vectors.buffer.data(), dtype, {count, matrix.cols});
      const TensorView result(out.data(), DType::f32, {count, rows});
      ops::matmul(stream, matrix.view, in, ops::Activations::q8_1, result, workspace);
      stream.synchronize();
      const auto sum = by_tiles ? weights.mat_mul_sum : weights.mat_vec_sum;
      check_results(out, rows, [&](auto vector, auto row) { return product(matrix, row, vectors, vector, sum); });
    }
  }
}

TEST_CASE("ops: quantized weights times matrices of floats are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : all_weights()) {
    for (const auto dtype : {DType::f16, DType::bf16}) {
      // Less than one tile, and several tiles with remainders in both dimensions.
      for (const auto& [rows, count] : {std::pair<std::int64_t, std::int64_t>{9, 3}, {70, 145}}) {
        const Matrix matrix(weights.format, weights.definition, rows, weights.definition.elements == 32 ? 5 : 1);
        INFO(matrix.definition.name << ", " << rows << " rows, times " << count << " of " << name_of(dtype));
        const Vectors vectors(stream, dtype, count, matrix.cols);
        Buffer<float> out(device(), static_cast<std::size_t>(rows * count));
        ops::matmul(stream, matrix.view, {vectors.buffer.data(), dtype, {count, matrix.cols}}, ops::Activations::floats,
                    {out.data(), DType::f32, {count, rows}}, workspace);
        stream.synchronize();
        // The weights, rounded as the matrix units read them.
        std::vector<Real> rounded(static_cast<std::size_t>(rows * matrix.cols));
        for (std::size_t i = 0; i < rounded.size(); ++i) {
          const auto exact = matrix.definition.value(matrix.blocks.data(), i);
          with_float_type(dtype, [&](auto type) {
            using E = Element<typename decltype(type)::type>;
            rounded[i] = E::value(E::nearest(static_cast<Real>(Element<float>::nearest(exact))));
          });
        }
        check_results(out, rows, [&](auto vector, auto row) {
          Exact exact;
          for (std::int64_t c = 0; c < matrix.cols; ++c)
            exact.add(rounded[static_cast<std::size_t>(row * matrix.cols + c)] *
                      vectors.value(vector * matrix.cols + c));
          return exact;
        });
      }
    }
  }
}

TEST_CASE("ops: products of inputs and the weights of the experts picked for each input are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  constexpr std::int64_t kExperts = 4, kRows = 5, kBatch = 3, kTopk = 2;
  // Two picks for each row of the batch. 4 is out of range, and the largest id means "no expert".
  const std::vector<std::uint32_t> ids{3, 0, 1, 1, 4, 0xFFFFFFFF};
  const auto id_buffer = on_device(ids);
  for (const auto& weights : all_weights()) {
    const Matrix matrix(weights.format, weights.definition, kExperts * kRows, 2);
    for (const bool per_batch : {true, false}) {
      INFO(matrix.definition.name << (per_batch ? ", an input for each row of the batch" : ", an input for each pick"));
      const Vectors vectors(stream, DType::f32, per_batch ? kBatch : kBatch * kTopk, matrix.cols);
      const auto in = per_batch ? TensorView(vectors.buffer.data(), DType::f32, {kBatch, matrix.cols})
                                : TensorView(vectors.buffer.data(), DType::f32, {kBatch, kTopk, matrix.cols});
      Buffer<float> out(device(), kBatch * kTopk * kRows);
      ops::moe_forward(stream, matrix.view, kExperts, in, {id_buffer.data(), DType::u32, {kBatch, kTopk}},
                       {out.data(), DType::f32, {kBatch, kTopk, kRows}}, workspace);
      CHECK(ops::take_id_out_of_range(stream, workspace));  // the 4 has been recorded
      check_results(out, kRows, [&](auto pick, auto row) {
        const auto expert = ids[static_cast<std::size_t>(pick)];
        if (expert >= kExperts) return Exact{};
        // The kernels for experts use the sum of the codes for all formats.
        return product(matrix, expert * kRows + row, vectors, per_batch ? pick / kTopk : pick, quantized::Sum::kCodes);
      });
    }
  }
}
