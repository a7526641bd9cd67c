// Matrix and dot products. Products of integers and of chosen floats are exact; the others are within the error bound
// of their sums.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Real = long double;

template <class T>
std::vector<T> numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  return filled<T>(count, [&] { return random.uniform(-1, 1); });
}

/// The products of rows and columns, and how much a result may differ: `depth` roundings, each by `unit` of the sum of
/// the magnitudes.
struct Product {
  std::vector<Real> values, allowed;
};

template <class T>
Product product(std::size_t rows, std::size_t columns, std::size_t depth, const std::vector<T>& a,
                const std::vector<T>& b, Real unit) {
  Product result;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      Real sum = 0, size = 0;
      for (std::size_t k = 0; k < depth; ++k) {
        const Real summand = static_cast<Real>(a[row * depth + k]) * b[k * columns + column];
        sum += summand;
        size += std::fabs(summand);
      }
      result.values.push_back(sum);
      result.allowed.push_back(size * unit * static_cast<Real>(depth));
    }
  return result;
}

}  // namespace

TEST_CASE("probe: tiled product of float matrices") {
  constexpr unsigned kRows = 37, kColumns = 50, kDepth = 45;
  const auto a = numbers<float>(kRows * kDepth, 1), b = numbers<float>(kDepth * kColumns, 2);
  const auto c = unwritten<float>(kRows * kColumns);
  run("gemm_f32", {{4, 3}, {16, 16}}, kRows, kColumns, kDepth, upload(a), upload(b), c);
  const auto expected = product(kRows, kColumns, kDepth, a, b, 0x1p-24L);
  check_within("product", widened(c.to_vector()), expected.values, expected.allowed);
}

TEST_CASE("probe: product of double matrices in registers") {
  constexpr unsigned kSize = 64;
  const auto a = numbers<double>(kSize * kSize, 3), b = numbers<double>(kSize * kSize, 4);
  const auto c = unwritten<double>(kSize * kSize);
  run("gemm_f64", {{2, 2}, {8, 8}}, kSize, upload(a), upload(b), c);
  const auto expected = product(kSize, kSize, kSize, a, b, 0x1p-53L);
  check_within("product", widened(c.to_vector()), expected.values, expected.allowed);
}

TEST_CASE("probe: matrix by vector in pairs of halves") {
  constexpr unsigned kRows = 24, kColumns = 256;
  Random random(5);
  const auto any_half = [&] { return half_bits(random.integer(-16, 16) * 0.125L); };
  const auto a = filled<std::uint16_t>(kRows * kColumns, any_half), x = filled<std::uint16_t>(kColumns, any_half);
  const auto y = unwritten<float>(kRows);
  run("matrix_vector_f16", {{3}, {32, 8}}, kColumns, upload(a), upload(x), y);
  std::vector<float> expected;
  for (std::size_t row = 0; row < kRows; ++row) {
    Real sum = 0;
    for (std::size_t k = 0; k < kColumns; ++k) sum += half_value(a[row * kColumns + k]) * half_value(x[k]);
    expected.push_back(static_cast<float>(sum));
  }
  check_equal("exact products and sums", y.to_vector(), expected);
}

TEST_CASE("probe: product of byte matrices") {
  constexpr unsigned kSize = 32, kDepth = 64;
  Random random(6);
  const auto a = filled<signed char>(kSize * kDepth, [&] { return static_cast<signed char>(random.word()); });
  const auto b = filled<signed char>(kSize * kDepth, [&] { return static_cast<signed char>(random.word()); });
  const auto as_words = [](const std::vector<signed char>& bytes) {
    std::vector<int> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
  };
  const auto c = unwritten<int>(kSize * kSize);
  run("gemm_i8", {{4, 2}, {8, 16}}, kSize, kDepth / 4, upload(as_words(a)), upload(as_words(b)), c);
  std::vector<int> expected;
  for (std::size_t row = 0; row < kSize; ++row)
    for (std::size_t column = 0; column < kSize; ++column) {
      int sum = 0;
      for (std::size_t k = 0; k < kDepth; ++k) sum += a[row * kDepth + k] * b[column * kDepth + k];
      expected.push_back(sum);
    }
  check_equal("product", c.to_vector(), expected);
}

TEST_CASE("probe: dot products of quantised rows") {
  struct Quantised {
    std::uint16_t scale;
    signed char weights[32];
  };
  static_assert(sizeof(Quantised) == 34, "as on the device");
  constexpr unsigned kRows = 12, kBlocks = 50;
  Random random(7);
  const auto make = [&](std::size_t count) {
    std::vector<Quantised> blocks(count);
    for (auto& block : blocks) {
      block.scale = half_bits(random.uniform(0.001, 0.1));
      for (auto& weight : block.weights) weight = static_cast<signed char>(random.word());
    }
    return blocks;
  };
  const auto rows = make(kRows * kBlocks), x = make(kBlocks);
  const auto y = unwritten<float>(kRows);
  run("quantised_dot", blocks(kRows, 32), kBlocks, upload(rows), upload(x), y);
  std::vector<Real> expected, allowed;
  for (std::size_t row = 0; row < kRows; ++row) {
    Real sum = 0, size = 0;
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const auto& left = rows[row * kBlocks + block];
      Real products = 0;
      for (int k = 0; k < 32; ++k) products += left.weights[k] * x[block].weights[k];
      const Real summand = products * half_value(left.scale) * half_value(x[block].scale);
      sum += summand;
      size += std::fabs(summand);
    }
    expected.push_back(sum);
    // A product passes through two additions of its lane and five of the reduction, so ten roundings are enough.
    allowed.push_back(size * 10 * 0x1p-24L);
  }
  check_within("rows", widened(y.to_vector()), expected, allowed);
}

TEST_CASE("probe: dot product of doubles") {
  const auto a = numbers<double>(3000, 8), b = numbers<double>(3000, 9);
  const auto sum = zeros<double>(1);
  run("dot_f64", blocks(3, 256), 3000u, upload(a), upload(b), sum);
  // A product passes through only 19 additions: 4 of its thread, 5 of its warp, 7 of its block and 3 of the grid. So 30
  // roundings are allowed, and not 3000.
  const auto expected = product(1, 1, 3000, a, b, 0x1p-53L / 100);
  check_within("sum", widened(sum.to_vector()), expected.values, expected.allowed);
}
