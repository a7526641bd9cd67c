#include "emulator_cases.hpp"

#include <algorithm>
#include <cstring>

#include "rocm_bindgen/ops/convolution.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/ops/normalize.hpp"
#include "rocm_bindgen/ops/quantization.hpp"
#include "rocm_bindgen/ops/quantized.hpp"
#include "rocm_bindgen/ops/reduce.hpp"
#include "wmma_products.hpp"

using namespace rocm_bindgen;

namespace bench {
namespace {

template <class Value>
std::vector<std::byte> bytes_of(const std::vector<Value>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(Value));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <ops::Unary function>
Work unary(Machine& machine, std::int64_t rows) {
  const TensorView in(machine.numbers(rows * kColumns), DType::f32, {rows * kColumns});
  const TensorView out(machine.result(rows * kColumns * 4), DType::f32, {rows * kColumns});
  return [&machine, in, out] { ops::unary(machine.stream(), function, in, out); };
}

/// Every other element of every row.
Work strided_copy(Machine& machine, std::int64_t rows) {
  const TensorView in(machine.numbers(rows * 2 * kColumns), DType::f32, {rows, kColumns}, {2 * kColumns, 2});
  const TensorView out(machine.result(rows * kColumns * 4), DType::f32, {rows, kColumns});
  return [&machine, in, out] { ops::copy(machine.stream(), in, out); };
}

Work row_sums(Machine& machine, std::int64_t rows) {
  const TensorView in(machine.numbers(rows * kColumns), DType::f32, {rows, kColumns});
  const TensorView out(machine.result(rows * 4), DType::f32, {rows});
  return [&machine, in, out] { ops::reduce(machine.stream(), ops::Reduce::sum, in, {1}, out, machine.workspace()); };
}

Work softmax(Machine& machine, std::int64_t rows) {
  const TensorView in(machine.numbers(rows * kColumns), DType::f32, {rows, kColumns});
  const TensorView out(machine.result(rows * kColumns * 4), DType::f32, {rows, kColumns});
  return [&machine, in, out] { ops::softmax(machine.stream(), in, -1, out); };
}

template <QuantizedFormat format, ops::Activations activations>
Work quantized_matvec(Machine& machine, std::int64_t rows) {
  const auto weights = machine.weights(format, rows, kColumns);
  const TensorView in(machine.numbers(kColumns), DType::f32, {kColumns});
  const TensorView out(machine.result(rows * 4), DType::f32, {rows});
  return [&machine, weights, in, out] {
    ops::matvec(machine.stream(), weights, in, activations, out, machine.workspace());
  };
}

constexpr std::int64_t kVectors = 128;  // as many as a tile of the products has

/// The product by integers.
Work quantized_matmul(Machine& machine, std::int64_t rows) {
  const auto weights = machine.weights(QuantizedFormat::q4_K, rows, kColumns);
  const TensorView in(machine.numbers(kVectors * kColumns), DType::f32, {kVectors, kColumns});
  const TensorView out(machine.result(kVectors * rows * 4), DType::f32, {kVectors, rows});
  return [&machine, weights, in, out] {
    ops::matmul(machine.stream(), weights, in, ops::Activations::q8_1, out, machine.workspace());
  };
}

/// The product by tiles in LDS: by matrix units, or element by element on targets without them.
Work tiled_matmul(Machine& machine, std::int64_t rows) {
  const auto weights = machine.weights(QuantizedFormat::q8_0, rows, kColumns);
  const TensorView in(machine.halves(kVectors * kColumns), DType::f16, {kVectors, kColumns});
  const TensorView out(machine.result(kVectors * rows * 4), DType::f32, {kVectors, rows});
  return [&machine, weights, in, out] {
    ops::matmul(machine.stream(), weights, in, ops::Activations::floats, out, machine.workspace());
  };
}

/// A convolution by 3 x 3 taps, with matrix units. A row is a row of an image of 64 channels.
Work convolution(Machine& machine, std::int64_t rows) {
  constexpr std::int64_t kChannels = 64, kWidth = 32;
  const TensorView in(machine.halves(kChannels * rows * kWidth), DType::f16, {1, kChannels, rows, kWidth});
  const TensorView taps(machine.halves(kChannels * kChannels * 9), DType::f16, {kChannels, kChannels, 3, 3});
  const TensorView out(machine.result(kChannels * rows * kWidth * 2), DType::f16, {1, kChannels, rows, kWidth});
  return [&machine, in, taps, out] { ops::conv2d(machine.stream(), in, taps, {{1, 1}, {1, 1}}, out); };
}

Work wmma_products(Machine& machine, std::int64_t workgroups) {
  constexpr std::uint32_t kThreads = 128, kSums = 8;
  auto* const sums = machine.result(workgroups * kThreads * kSums * 4);
  const auto kernel = machine.device().kernel(kernels::WMMA_PRODUCTS, "wmma_products");
  return [&machine, kernel, sums, workgroups] {
    kernel.launch({static_cast<std::uint32_t>(workgroups)}, {kThreads}, 0, machine.stream(), sums);
  };
}

}  // namespace

std::vector<float> host_numbers(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = -20 + 40 * static_cast<float>(i) / static_cast<float>(values.size());
  return values;
}

Machine::Machine() : device_(Device::open()), stream_(device_), workspace_(device_), result_(device_, 0) {}

void* Machine::copy_of(const std::vector<std::byte>& bytes) {
  operands_.push_back(Buffer<std::byte>::from(device_, bytes));
  return operands_.back().data();
}

void* Machine::numbers(std::int64_t count) {
  return copy_of(bytes_of(host_numbers(count)));
}

void* Machine::halves(std::int64_t count) {
  std::vector<std::uint16_t> values(static_cast<std::size_t>(count));
  std::uint32_t state = 3;  // any seed would do
  for (auto& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<std::uint16_t>((0x3000u + (state >> 20)) | (state >> 4 & 0x8000u));
  }
  return copy_of(bytes_of(values));
}

QuantizedView Machine::weights(QuantizedFormat format, std::int64_t rows, std::int64_t columns) {
  QuantizedView view{nullptr, format, rows, columns};
  // Some formats take long to quantize, so a few rows repeat.
  constexpr std::int64_t kDifferent = 8;
  const auto different = static_cast<std::size_t>(std::min(rows, kDifferent)), bytes = view.row_bytes();
  const auto values = host_numbers(static_cast<std::int64_t>(different) * columns);
  std::vector<std::byte> blocks(static_cast<std::size_t>(rows) * bytes);
  quantize_blocks(format, values.data(), values.size(), blocks.data());
  for (std::size_t row = different; row < static_cast<std::size_t>(rows); ++row)
    std::memcpy(&blocks[row * bytes], &blocks[row % different * bytes], bytes);
  view.data = copy_of(blocks);
  return view;
}

void* Machine::result(std::int64_t bytes) {
  result_ = Buffer<std::byte>::zeros(device_, static_cast<std::size_t>(bytes));
  return result_.data();
}

std::vector<std::byte> Machine::results() {
  stream_.synchronize();
  return result_.to_vector();
}

const std::vector<Case>& cases() {
  using Format = QuantizedFormat;
  using ops::Activations;
  static const std::vector<Case> all = {
      {"exp f32", "gfx1100", 7, unary<ops::Unary::exp>, 1024, 8, exp_loop, exp_vectors},
      {"exp f32", "gfx90a", 7, unary<ops::Unary::exp>, 1024, 8, exp_loop, exp_vectors},
      {"gelu f32", "gfx1100", 7, unary<ops::Unary::gelu>, 1024, 8, gelu_loop, gelu_vectors},
      {"strided copy f32", "gfx1100", 4, strided_copy, 2048, 8},
      {"sum f32 rows", "gfx1100", 6, row_sums, 16384, 8},
      {"softmax f32 rows", "gfx1100", 6, softmax, 2048, 8},
      {"mat-mul f16 tiled in LDS", "gfx1030", 6, tiled_matmul, 64, 64},
      {"mat-vec q8_0 f32", "gfx1100", 5, quantized_matvec<Format::q8_0, Activations::floats>, 8192, 64},
      {"mat-vec q4_0 q8_1", "gfx1100", 5, quantized_matvec<Format::q4_0, Activations::q8_1>, 16384, 64},
      {"mat-vec q4_K q8_1", "gfx1100", 5, quantized_matvec<Format::q4_K, Activations::q8_1>, 16384, 64},
      {"mat-mul q4_K q8_1", "gfx1100", 5, quantized_matmul, 256, 64},
      {"mat-mul f16 by WMMA", "gfx1100", 5, tiled_matmul, 512, 64},
      {"conv2d f16 by WMMA", "gfx1100", 5, convolution, 128, 4},
      {"mat-mul f16 by MFMA", "gfx90a", 5, tiled_matmul, 512, 64},
      {"conv2d f16 by MFMA", "gfx90a", 5, convolution, 128, 4},
  };
  return all;
}

const std::vector<Case>& wmma_cases() {
  static const std::vector<Case> all = {
      {"8192 WMMA f16 16x16x16", "gfx1100", 0, wmma_products, 512, 1},
      {"8192 WMMA f16 16x16x16", "gfx1201", 0, wmma_products, 512, 1},
  };
  return all;
}

}  // namespace bench
