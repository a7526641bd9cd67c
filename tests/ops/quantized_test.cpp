// Quantized weights on a device, of every format and type, against the formats' definitions.
#include "rocm_bindgen/ops/quantized.hpp"

#include "kernels/quantized_products.hpp"
#include "random_tensors.hpp"
#include "refusal.hpp"
#include "rocm_bindgen/ops/index.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;
using quantized::Bytes;
using quantized::Exact;

struct Weights {
  QuantizedFormat format;
  const quantized::Format& definition;
  // Whose sum of activations products of one to eight vectors take, and those of more.
  quantized::Sum few;
  quantized::Sum many;
};
constexpr auto kStored = quantized::Sum::kStored;
constexpr auto kCodes = quantized::Sum::kCodes;
const Weights kWeights[] = {{QuantizedFormat::q4_0, quantized::kQ4_0, kStored, kStored},
                            {QuantizedFormat::q4_1, quantized::kQ4_1, kStored, kStored},
                            {QuantizedFormat::q5_0, quantized::kQ5_0, kStored, kCodes},
                            {QuantizedFormat::q5_1, quantized::kQ5_1, kStored, kStored},
                            {QuantizedFormat::q8_0, quantized::kQ8_0, kCodes, kCodes},
                            {QuantizedFormat::q2_K, quantized::kQ2_K, kCodes, kCodes},
                            {QuantizedFormat::q3_K, quantized::kQ3_K, kCodes, kCodes},
                            {QuantizedFormat::q4_K, quantized::kQ4_K, kCodes, kStored},
                            {QuantizedFormat::q5_K, quantized::kQ5_K, kCodes, kStored},
                            {QuantizedFormat::q6_K, quantized::kQ6_K, kCodes, kCodes}};
constexpr DType kFloats[] = {DType::f32, DType::f16, DType::bf16};

template <class T>
Buffer<T> on_device(const std::vector<T>& memory) {
  Buffer<T> buffer(device(), memory.size());
  buffer.copy_from(memory.data(), memory.size());
  return buffer;
}

/// What is in memory once the stream is done.
template <class T>
std::vector<T> after(Stream& stream, const Buffer<T>& buffer) {
  stream.synchronize();
  return buffer.to_vector();
}

// A matrix of random blocks, on both sides.
struct Matrix {
  const quantized::Format& definition;
  std::int64_t rows;
  std::int64_t cols;
  Bytes blocks;
  Buffer<std::uint8_t> buffer;
  QuantizedView view;

  Matrix(QuantizedFormat format, const quantized::Format& of, std::int64_t row_count, std::int64_t row_blocks)
      : definition(of),
        rows(row_count),
        cols(row_blocks * static_cast<std::int64_t>(of.elements)),
        blocks(quantized::random_blocks(of, static_cast<std::size_t>(row_count * row_blocks), 23)),
        buffer(on_device(blocks)),
        view{buffer.data(), format, rows, cols} {}

  const std::uint8_t* row(std::int64_t r) const {
    return blocks.data() + static_cast<std::size_t>(r) * view.row_bytes();
  }
  Real value(std::int64_t r, std::int64_t c) const { return definition.value(row(r), static_cast<std::size_t>(c)); }
};

/// Rounded to f32 and then to the type.
template <class T>
bool is_rounded(T got, Real exact) {
  return host::is_near(got, static_cast<Real>(Element<float>::nearest(exact)), 0);
}

/// Small floats of a type, as bytes.
template <class T>
std::vector<std::uint8_t> small_floats(std::int64_t count, std::uint64_t seed) {
  const auto values = host::small_values<T>(static_cast<std::size_t>(count), seed);
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Vectors on the device, and the blocks that ops make of them.
struct Vectors {
  std::vector<std::uint8_t> bytes;
  Buffer<std::uint8_t> buffer;
  DType dtype;
  Bytes blocks;

  Vectors(Stream& stream, DType type, std::int64_t count, std::int64_t cols)
      : bytes(of_type(type, count * cols)), buffer(on_device(bytes)), dtype(type) {
    Buffer<std::uint8_t> made(device(), static_cast<std::size_t>(count * cols) / 32 * 36);
    ops::quantize(stream, TensorView(buffer.data(), dtype, {count, cols}),
                  {made.data(), QuantizedFormat::q8_1, count, cols});
    blocks = after(stream, made);
  }
  static std::vector<std::uint8_t> of_type(DType type, std::int64_t count) {
    std::vector<std::uint8_t> bytes;
    with_float_type(type, [&](auto t) { bytes = small_floats<typename decltype(t)::type>(count, 29); });
    return bytes;
  }
  Real value(std::int64_t at) const {
    Real value = 0;
    with_float_type(dtype, [&](auto t) {
      using T = typename decltype(t)::type;
      value = Element<T>::value(element<T>(bytes, at));
    });
    return value;
  }
};

Exact product(const Matrix& matrix, std::int64_t row, const Vectors& vectors, std::int64_t vector, quantized::Sum sum) {
  Exact exact;
  for (std::int64_t c = 0; c < matrix.cols; c += 32) {
    const auto block = static_cast<std::size_t>((vector * matrix.cols + c) / 32 * 36);
    quantized::add_products(exact, matrix.definition, matrix.row(row), static_cast<std::size_t>(c),
                            vectors.blocks.data() + block, sum);
  }
  return exact;
}

/// out[v, r] against expected(v, r).
template <class Expected>
void check_results(const Buffer<float>& out, std::int64_t rows, const Expected& expected) {
  const auto got = out.to_vector();
  std::size_t right = 0;
  while (right < got.size() &&
         expected(static_cast<std::int64_t>(right) / rows, static_cast<std::int64_t>(right) % rows).allows(got[right]))
    ++right;
  CAPTURE(right);
  CHECK(right == got.size());
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
        std::size_t right = 0;
        while (right < got.size() && is_rounded(got[right], definition.value(matrix.blocks.data(), right))) ++right;
        CHECK(right == got.size());
      });
    }
  };
  for (const auto& weights : kWeights) check(weights.format, weights.definition);
  check(QuantizedFormat::q8_1, quantized::kQ8_1);
  check(QuantizedFormat::q8_K, quantized::kQ8_K);
}

TEST_CASE("ops: rows of quantized matrices by ids") {
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::take_id_out_of_range(stream, workspace);
  const std::vector<std::uint32_t> good{4, 0, 0xFFFFFFFF, 4, 1}, bad{1, 5, 2};
  for (const auto& weights : kWeights) {
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
          std::size_t right = 0;
          for (std::size_t i = 0; i < got.size(); ++i) {
            const auto id = ids[i / static_cast<std::size_t>(matrix.cols)];
            const auto column = static_cast<std::int64_t>(i) % matrix.cols;
            if (is_rounded(got[i], id < 5 ? matrix.value(id, column) : 0)) ++right;
          }
          CHECK(right == got.size());
          CHECK(ops::take_id_out_of_range(stream, workspace) == (ids == bad));
        }
      });
    }
  }
}

TEST_CASE("ops: activations of every type become blocks of bytes") {
  Stream stream(device());
  for (const auto dtype : kFloats) {
    INFO(name_of(dtype));
    const Vectors vectors(stream, dtype, 3, 320);
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
      // A half of a sum in another order.
      REQUIRE(std::fabs(quantized::half_at(got + 2) - quantized::half_at(expected + 2)) <= magnitude * 0x1p-10L);
    }
  }
}

TEST_CASE("ops: activations that are blocks already give what those give that an op makes") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : kWeights) {
    const Matrix matrix(weights.format, weights.definition, 7, 3);
    // Of one, of few, of more than eight, and of many it is done another way.
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

TEST_CASE("ops: quantized weights times a vector") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : kWeights) {
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
        check_results(out, 7, [&](auto, auto row) { return product(matrix, row, vectors, 0, weights.few); });
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

/// The kernels that go through LDS are for many rows: as many as half of the compute units have workgroups of 16 for.
std::int64_t rows_for_staging() {
  return 8 * static_cast<std::int64_t>(device().info().compute_units) + 8;
}

/// One vector times `matrix`, of which the device has `view`, by both kinds of activations.
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

TEST_CASE("ops: many rows of quantized weights times a vector") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const auto enough = rows_for_staging();
  for (const auto& weights : kWeights) {
    // Rows of less than a piece of 32 spans, of one and a part, and of several; numbers of rows with a last workgroup
    // that has few, and such that the matrix is no whole number of 16 bytes long.
    const bool is_long = weights.definition.elements == 256;
    const std::pair<std::int64_t, std::int64_t> shapes[] = {
        {enough, is_long ? 1 : 3}, {enough + 8, is_long ? 5 : 37}, {enough + 3, is_long ? 9 : 65}};
    for (std::size_t i = 0; i < std::size(shapes); ++i) {
      const auto [rows, row_blocks] = shapes[i];
      const Matrix matrix(weights.format, weights.definition, rows, row_blocks);
      const auto dtype = kFloats[i];
      INFO(matrix.definition.name << " times " << name_of(dtype) << ", " << rows << " x " << matrix.cols);
      check_mat_vec(stream, workspace, matrix, matrix.view, weights.few, Vectors(stream, dtype, 1, matrix.cols));
    }
  }
}

TEST_CASE("ops: quantized weights that begin anywhere") {
  Stream stream(device());
  ops::Workspace workspace(device());
  const Matrix matrix(QuantizedFormat::q4_1, quantized::kQ4_1, rows_for_staging(), 4);
  const Vectors vectors(stream, DType::f32, 1, matrix.cols);
  for (const std::size_t before : {4, 8, 12}) {
    Bytes shifted(before);
    shifted.insert(shifted.end(), matrix.blocks.begin(), matrix.blocks.end());
    const auto buffer = on_device(shifted);
    auto view = matrix.view;
    view.data = static_cast<std::uint8_t*>(buffer.data()) + before;
    INFO(before << " bytes behind an aligned address");
    check_mat_vec(stream, workspace, matrix, view, kStored, vectors);
  }
}

TEST_CASE("ops: quantized weights times matrices") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : kWeights) {
    for (const std::int64_t count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 129}) {
      // By eights, and then as tiles, of which there are several with rests on both sides.
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
      const auto sum = by_tiles ? weights.many : weights.few;
      check_results(out, rows, [&](auto vector, auto row) { return product(matrix, row, vectors, vector, sum); });
    }
  }
}

TEST_CASE("ops: quantized weights times matrices of floats") {
  Stream stream(device());
  ops::Workspace workspace(device());
  for (const auto& weights : kWeights) {
    for (const auto dtype : {DType::f16, DType::bf16}) {
      // A part of a tile, and several with rests on both sides.
      for (const auto& [rows, count] : {std::pair<std::int64_t, std::int64_t>{9, 3}, {70, 145}}) {
        const Matrix matrix(weights.format, weights.definition, rows, weights.definition.elements == 32 ? 5 : 1);
        INFO(matrix.definition.name << ", " << rows << " rows, times " << count << " of " << name_of(dtype));
        const Vectors vectors(stream, dtype, count, matrix.cols);
        Buffer<float> out(device(), static_cast<std::size_t>(rows * count));
        ops::matmul(stream, matrix.view, {vectors.buffer.data(), dtype, {count, matrix.cols}}, ops::Activations::floats,
                    {out.data(), DType::f32, {count, rows}}, workspace);
        stream.synchronize();
        // Weights as the units take them.
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

TEST_CASE("ops: inputs times the weights of experts") {
  Stream stream(device());
  ops::Workspace workspace(device());
  constexpr std::int64_t kExperts = 4, kRows = 5, kBatch = 3, kTopk = 2;
  const std::vector<std::uint32_t> ids{3, 0, 1, 1, 4, 0xFFFFFFFF};
  const auto id_buffer = on_device(ids);
  for (const auto& weights : kWeights) {
    const Matrix matrix(weights.format, weights.definition, kExperts * kRows, 2);
    for (const bool per_batch : {true, false}) {
      INFO(matrix.definition.name << (per_batch ? ", an input for each batch" : ", an input for each pick"));
      const Vectors vectors(stream, DType::f32, per_batch ? kBatch : kBatch * kTopk, matrix.cols);
      const auto in = per_batch ? TensorView(vectors.buffer.data(), DType::f32, {kBatch, matrix.cols})
                                : TensorView(vectors.buffer.data(), DType::f32, {kBatch, kTopk, matrix.cols});
      Buffer<float> out(device(), kBatch * kTopk * kRows);
      ops::moe_forward(stream, matrix.view, kExperts, in, {id_buffer.data(), DType::u32, {kBatch, kTopk}},
                       {out.data(), DType::f32, {kBatch, kTopk, kRows}}, workspace);
      CHECK(ops::take_id_out_of_range(stream, workspace));
      check_results(out, kRows, [&](auto task, auto row) {
        const auto expert = ids[static_cast<std::size_t>(task)];
        if (expert >= kExperts) return Exact{};
        return product(matrix, expert * kRows + row, vectors, per_batch ? task / kTopk : task, kCodes);
      });
    }
  }
}

TEST_CASE("ops: quantized matrices of nothing") {
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

TEST_CASE("ops: quantized operands that do not fit are refused") {
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
        "dequantize: in: q4_K {4, 500} has not rows of whole blocks, which have 256 elements");
  view = matrix.view;
  view.data = matrix.buffer.data() + 2;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) ==
        "dequantize: in: is not aligned to 4 bytes");
  view.data = nullptr;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) == "dequantize: in: has a null pointer");
  view = matrix.view;
  view.rows = std::int64_t{1} << 60;
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) ==
        "dequantize: in: q4_K {1152921504606846976, 512} is larger than an address space");
  CHECK(refusal([&] { ops::dequantize(stream, matrix.view, floats({512, 4})); }) ==
        "dequantize: out: f32 {512, 4} is not f32 {4, 512}");
  CHECK(refusal([&] { ops::dequantize(stream, matrix.view, {memory.data(), DType::f32, {4, 512}, {513, 1}}); }) ==
        "dequantize: out: f32 {4, 512} is not dense");
  CHECK(refusal([&] { ops::dequantize(stream, matrix.view, {memory.data(), DType::f64, {4, 512}}); }) ==
        "dequantize: out: is of f64; there are kernels for f32, f16 and bf16");
  view = {memory.data() + 256, QuantizedFormat::q4_K, 4, 512};
  CHECK(refusal([&] { ops::dequantize(stream, view, floats({4, 512})); }) ==
        "dequantize: in: overlaps out without being the same");
  CHECK(refusal([&] { ops::quantize(stream, floats({4, 512}), matrix.view); }) ==
        "quantize: out: is of q4_K; there are kernels for q8_1; the other formats are made on the host, by "
        "quantize_blocks()");
  view = {memory.data(), QuantizedFormat::q8_1, 2, 256};
  CHECK(refusal([&] { ops::matvec(stream, view, floats({256}), ops::Activations::q8_1, results({2}), workspace); }) ==
        "matvec: weights: are of q8_1; there are kernels for q4_0, q4_1, q5_0, q5_1, q8_0, q2_K, q3_K, q4_K, q5_K and "
        "q6_K");
  CHECK(refusal([&] {
          ops::matvec(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1, results({4}), workspace);
        }) == "matvec: in: f32 {2, 512} is not f32 {512}");
  CHECK(refusal([&] { ops::matvec(stream, matrix.view, view, results({4})); }) ==
        "matvec: in: q8_1 {2, 256} has not one row");
  CHECK(refusal([&] { ops::matmul(stream, matrix.view, view, results({2, 4})); }) ==
        "matmul: in: q8_1 {2, 256} is not q8_1 blocks of 512 columns");
  CHECK(refusal([&] { ops::matmul(stream, matrix.view, matrix.view, results({4, 4})); }) ==
        "matmul: in: q4_K {4, 512} is not q8_1 blocks of 512 columns");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1, results({4, 2}), workspace);
        }) == "matmul: out: f32 {4, 2} is not f32 {2, 4}");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1,
                      {memory.data() + 2048, DType::f16, {2, 4}}, workspace);
        }) == "matmul: out: is of f16, not of f32");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::q8_1, floats({2, 4}), workspace);
        }) == "matmul: in: overlaps out without being the same");
  CHECK(refusal([&] {
          ops::matmul(stream, matrix.view, floats({2, 512}), ops::Activations::floats, results({2, 4}), workspace);
        }) ==
        "matmul: in: is of f32; matrices of floats are multiplied in f16 and bf16, and those of q8_1 made of any");
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
        }) == "moe_forward: ids: is of i64, not of u32");
}
