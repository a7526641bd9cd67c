// Quantized matrices and vectors on a device, and the expected results of their products.
#pragma once

#include "kernels/quantized_products.hpp"
#include "rocm_bindgen/ops/quantized.hpp"
#include "runtime/ops/random_tensors.hpp"

namespace test {

namespace ops = rocm_bindgen::ops;
using quantized::Bytes;
using quantized::Exact;
using rocm_bindgen::Buffer;
using rocm_bindgen::QuantizedFormat;
using rocm_bindgen::QuantizedView;
using rocm_bindgen::TensorView;

/// A format for weights, and its definition.
struct Weights {
  QuantizedFormat format;
  const quantized::Format& definition;
  // Which sum of a block of activations the kernels multiply by the offset or bias of the weights (see quantized::Sum):
  quantized::Sum mat_vec_sum;  ///< the kernels mul_mat_vec_*, for up to eight vectors
  quantized::Sum mat_mul_sum;  ///< the kernels mul_mat_*, which compute in tiles
};

inline const std::vector<Weights>& all_weights() {
  static const auto all = [] {
    std::vector<Weights> weights;
    for (const auto& [definition, mat_vec_sum, mat_mul_sum] : quantized::kProductFormats)
      for (int f = 0; is_format(static_cast<QuantizedFormat>(f)); ++f)
        if (name_of(static_cast<QuantizedFormat>(f)) == definition.name)
          weights.push_back({static_cast<QuantizedFormat>(f), definition, mat_vec_sum, mat_mul_sum});
    REQUIRE(weights.size() == std::size(quantized::kProductFormats));
    return weights;
  }();
  return all;
}
inline constexpr DType kFloats[] = {DType::f32, DType::f16, DType::bf16};

template <class T>
Buffer<T> on_device(const std::vector<T>& memory) {
  Buffer<T> buffer(device(), memory.size());
  buffer.copy_from(memory.data(), memory.size());
  return buffer;
}

/// Copies the memory to the host after the stream has finished.
template <class T>
std::vector<T> after(Stream& stream, const Buffer<T>& buffer) {
  stream.synchronize();
  return buffer.to_vector();
}

/// A matrix of random blocks, on the host and on the device.
struct Matrix {
  const quantized::Format& definition;
  std::int64_t rows;
  std::int64_t cols;
  Bytes blocks;
  Buffer<std::uint8_t> buffer;
  QuantizedView view;

  Matrix(QuantizedFormat format, const quantized::Format& format_definition, std::int64_t row_count,
         std::int64_t row_blocks)
      : definition(format_definition),
        rows(row_count),
        cols(row_blocks * static_cast<std::int64_t>(format_definition.elements)),
        blocks(quantized::random_blocks(format_definition, static_cast<std::size_t>(row_count * row_blocks), 23)),
        buffer(on_device(blocks)),
        view{buffer.data(), format, rows, cols} {}

  const std::uint8_t* row(std::int64_t r) const {
    return blocks.data() + static_cast<std::size_t>(r) * view.row_bytes();
  }
  Real value(std::int64_t r, std::int64_t c) const { return definition.value(row(r), static_cast<std::size_t>(c)); }
};

/// Small floats of a type, as bytes.
template <class T>
std::vector<std::uint8_t> small_floats(std::int64_t count, std::uint64_t seed) {
  const auto values = host::small_values<T>(static_cast<std::size_t>(count), seed);
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Vectors on the device, and the Q8_1 blocks that ops convert them to. A block has 32 elements in 36 bytes.
struct Vectors {
  std::vector<std::uint8_t> bytes;
  Buffer<std::uint8_t> buffer;
  DType dtype;
  Bytes blocks;

  Vectors(Stream& stream, DType type, std::int64_t count, std::int64_t cols)
      : bytes(of_type(type, count * cols)), buffer(on_device(bytes)), dtype(type) {
    Buffer<std::uint8_t> q8_1_blocks(device(), static_cast<std::size_t>(count * cols) / 32 * 36);
    ops::quantize(stream, TensorView(buffer.data(), dtype, {count, cols}),
                  {q8_1_blocks.data(), QuantizedFormat::q8_1, count, cols});
    blocks = after(stream, q8_1_blocks);
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

/// The exact product of a row of the matrix and the blocks of a vector.
inline Exact product(const Matrix& matrix, std::int64_t row, const Vectors& vectors, std::int64_t vector,
                     quantized::Sum sum) {
  Exact exact;
  for (std::int64_t c = 0; c < matrix.cols; c += 32) {
    const auto block = static_cast<std::size_t>((vector * matrix.cols + c) / 32 * 36);
    quantized::add_products(exact, matrix.definition, matrix.row(row), static_cast<std::size_t>(c),
                            vectors.blocks.data() + block, sum);
  }
  return exact;
}

/// Compares out[v, r] with expected(v, r).
template <class Expected>
void check_results(const Buffer<float>& out, std::int64_t rows, const Expected& expected) {
  const auto got = out.to_vector();
  std::size_t correct = 0;
  while (correct < got.size() &&
         expected(static_cast<std::int64_t>(correct) / rows, static_cast<std::int64_t>(correct) % rows)
             .allows(got[correct]))
    ++correct;
  CAPTURE(correct);
  CHECK(correct == got.size());
}

}  // namespace test
