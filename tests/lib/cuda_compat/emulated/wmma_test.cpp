#include <cstdint>
#include <limits>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

namespace {

struct Shape {
  int m, n, k;
};

/// Small whole numbers, so that products and sums are exact in every type.
int left_factor(int index) {
  return index * 7 % 23 - 11;
}
int right_factor(int index) {
  return index * 5 % 19 - 9;
}
int summand(int index) {
  return index * 3 % 101 - 50;
}

/// 2 * (A * B + C) of `shape`, first row-major, then with the same memory read as column-major.
template <class T>
std::vector<T> expected_of(Shape shape) {
  std::vector<T> results;
  for (const bool by_rows : {true, false}) {
    std::vector<T> product(static_cast<std::size_t>(shape.m * shape.n));
    for (int row = 0; row < shape.m; ++row) {
      for (int column = 0; column < shape.n; ++column) {
        const int at = by_rows ? row * shape.n + column : column * shape.m + row;
        int sum = summand(at);
        for (int k = 0; k < shape.k; ++k) {
          const int left = by_rows ? row * shape.k + k : k * shape.m + row;
          const int right = by_rows ? column * shape.k + k : k * shape.n + column;
          sum += left_factor(left) * right_factor(right);
        }
        product[static_cast<std::size_t>(at)] = static_cast<T>(2 * sum);
      }
    }
    results.insert(results.end(), product.begin(), product.end());
  }
  return results;
}

template <class Storage, class Sum, class Convert, class... More>
void check_product(const std::string& kernel, Shape shape, Convert&& convert, const More&... more) {
  std::vector<Storage> a, b;
  std::vector<Sum> c;
  for (int i = 0; i < shape.m * shape.k; ++i) a.push_back(convert(left_factor(i)));
  for (int i = 0; i < shape.n * shape.k; ++i) b.push_back(convert(right_factor(i)));
  for (int i = 0; i < shape.m * shape.n; ++i) c.push_back(static_cast<Sum>(summand(i)));
  const auto d = probe::unwritten<Sum>(2 * c.size());
  probe::run(kernel, probe::blocks(1, 64), probe::upload(a), probe::upload(b), probe::upload(c), d, more...);
  probe::check_equal(kernel, d.to_vector(), expected_of<Sum>(shape));
}

/// Signed number `at` of the eight numbers of 4 bits in a word.
int nibble(unsigned word, int at) {
  const int value = static_cast<int>(word >> 4 * at & 15);
  return value < 8 ? value : value - 16;
}

}  // namespace

TEST_CASE("wmma of half and bfloat16 is right") {
  const Shape shapes[] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
  for (int shape = 0; shape < 3; ++shape)
    check_product<std::uint16_t, float>("wmma_half", shapes[shape], probe::half_bits, shape);
  check_product<std::uint16_t, float>("wmma_bfloat16", {16, 16, 16}, probe::bfloat16_bits);
}

TEST_CASE("wmma of floats, doubles and bytes is right") {
  check_product<float, float>("wmma_tf32", {16, 16, 8}, [](int value) { return static_cast<float>(value); });
  check_product<double, double>("wmma_double", {8, 8, 4}, [](int value) { return static_cast<double>(value); });
  check_product<std::int8_t, int>("wmma_bytes", {16, 16, 16},
                                  [](int value) { return static_cast<std::int8_t>(value); });
}

TEST_CASE("wmma of types smaller than a byte is right") {
  std::vector<unsigned> a, b;
  for (unsigned i = 0; i < 32; ++i) {
    a.push_back(i * 2654435761u + 12345u);
    b.push_back(i * 2246822519u + 777u);
  }
  std::vector<int> expected(3 * 64, 0);
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t column = 0; column < 8; ++column) {
      const std::size_t at = row * 8 + column;
      expected[128 + at] = 5;  // the kernel's initial accumulator
      for (std::size_t word = 0; word < 4; ++word) {
        const unsigned left = a[row * 4 + word], right = b[column * 4 + word];
        expected[at] += __builtin_popcount(left ^ right);
        expected[64 + at] += __builtin_popcount(left & right);
        for (int i = 0; i < 8; ++i) expected[128 + at] += nibble(left, i) * nibble(right, i);
      }
    }
  }
  const auto d = probe::unwritten<int>(expected.size());
  probe::run("wmma_bits", probe::blocks(1, 32), probe::upload(a), probe::upload(b), d);
  probe::check_equal("bits", d.to_vector(), expected);
}

TEST_CASE("numbers are rounded to tf32") {
  // Tf32 has ten fraction bits: 0x1.002p0 is in the middle of 1 and 0x1.004p0, and is rounded away from zero.
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> in{1.0f,  0x1.001p0f,     0x1.002p0f, -0x1.002p0f, 0x1.001ffep0f, 0x1.fffffep127f,
                              -0.0f, 0x1.0002p-126f, kInfinity,  -kInfinity,  0x1.ffep3f,    std::nanf("")};
  const std::vector<float> expected{1.0f,  1.0f,      0x1.004p0f, -0x1.004p0f, 1.0f,   kInfinity,
                                    -0.0f, 0x1p-126f, kInfinity,  -kInfinity,  0x1p4f, std::nanf("")};
  const auto out = probe::unwritten<float>(in.size());
  probe::run("wmma_tf32_rounding", probe::blocks(1, static_cast<std::uint32_t>(in.size())), probe::upload(in), out);
  probe::check_equal("tf32", out.to_vector(), expected);
}
