// Launches the alternatives in docs/porting.md and compares the results with those that the host computes.
#include "instead.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "rocm_bindgen/runtime.hpp"

using namespace rocm_bindgen;

namespace {

/// Small whole numbers, whose sums and products are exact.
std::vector<float> some_numbers(std::size_t count) {
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(i * 7 % 13) - 5;
  return numbers;
}

// Each function launches the kernels of the source with its name, and returns whether the results are right.

bool wide(const Device& device, Stream& stream) {
  // The carry of the lower half is added to the upper half.
  const auto x = Buffer<std::uint64_t>::from(device, std::vector<std::uint64_t>{0xffffffff});
  const auto y = Buffer<std::uint64_t>::from(device, std::vector<std::uint64_t>{0x100000001});
  kernels::wide::add_wide(stream, {{1}, {1}}, x.data(), y.data());
  return x.to_vector()[0] == 0x200000000;  // 0xffffffff + 0x100000001
}

bool tiles(const Device& device, Stream& stream) {
  const auto numbers = some_numbers(256);
  const auto x = Buffer<float>::from(device, numbers);
  kernels::tiles::reverse_in_64(stream, {{1}, {256}}, x.data());
  std::vector<float> expected(256);
  for (std::size_t i = 0; i < 256; ++i) expected[i] = numbers[i ^ 63];  // each tile of 64 in reverse order
  return x.to_vector() == expected;
}

bool wmma(const Device& device, Stream& stream) {
  const std::uint16_t bits[] = {0x0000, 0x3c00, 0x4000, 0xbc00, 0x3800};
  const float values[] = {0, 1, 2, -1, 0.5f};  // the numbers that `bits` encode in f16
  std::vector<f16> a(256), b(256);
  std::vector<float> expected(256);
  // Steps of 3 and 7 through the five numbers give every row and column of a matrix another sequence of them.
  for (std::size_t i = 0; i < 256; ++i) a[i].bits = bits[i * 3 % 5], b[i].bits = bits[(i * 7 + 2) % 5];
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 16; ++column)
      for (std::size_t k = 0; k < 16; ++k)
        expected[row * 16 + column] += values[(row * 16 + k) * 3 % 5] * values[((k * 16 + column) * 7 + 2) % 5];
  const auto device_a = Buffer<f16>::from(device, a), device_b = Buffer<f16>::from(device, b);
  const Buffer<float> c(device, 256);
  kernels::wmma::multiply(stream, {{1}, {32}}, c.data(), device_a.data(), device_b.data());
  return c.to_vector() == expected;
}

bool stage(const Device& device, Stream& stream) {
  const auto numbers = some_numbers(512);
  const auto in = Buffer<float>::from(device, numbers);
  const Buffer<float> out(device, 512);
  kernels::stage::reverse(stream, {{2}, {256}}, in.data(), out.data());
  std::vector<float> expected(512);
  for (std::size_t i = 0; i < 512; ++i) expected[i] = numbers[i / 256 * 256 + 255 - i % 256];
  return out.to_vector() == expected;
}

bool passes(const Device& device, Stream& stream) {
  // The kernels divide each number by the sum of all.
  const unsigned n = 1000;
  auto numbers = some_numbers(n);
  float sum = 0;
  for (const float number : numbers) sum += number;
  const auto x = Buffer<float>::from(device, numbers);
  const auto sums = Buffer<float>::zeros(device, 1);
  kernels::passes::first_pass(stream, {{4}, {256}}, sums.data(), x.data(), n);
  kernels::passes::second_pass(stream, {{4}, {256}}, x.data(), sums.data(), n);
  const auto results = x.to_vector();
  // The division and the product here round numbers of up to 7, each by less than 1e-6.
  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(results[i] * sum - numbers[i]) > 1e-4f) return false;
  return sum != 0;
}

bool bilinear(const Device& device, Stream& stream) {
  const int width = 40, height = 3;
  const auto image = some_numbers(std::size_t{width} * height);
  const auto texels = Buffer<float>::from(device, image);
  const Buffer<float> out(device, image.size());
  kernels::bilinear::shift(stream, {{1, height}, {64}}, out.data(), texels.data(), width, height);
  // The positions are a quarter of a texel to the right of each texel's centre.
  std::vector<float> expected(image.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      expected[y * width + x] = 0.75f * image[y * width + x] + 0.25f * image[y * width + std::min(x + 1, width - 1)];
  return out.to_vector() == expected;
}

bool shared_work(const Device& device, Stream& stream) {
  auto numbers = some_numbers(600);
  const auto x = Buffer<float>::from(device, numbers);
  const auto count = Buffer<unsigned>::from(device, std::vector<unsigned>{500});
  kernels::shared_work::parent(stream, {{1}, {256}}, x.data(), count.data());
  for (std::size_t i = 0; i < 500; ++i) numbers[i] *= 2;  // the last 100 must be unchanged
  return x.to_vector() == numbers;
}

bool tile(const Device& device, Stream& stream) {
  const Buffer<unsigned> ballots(device, 3);
  kernels::tile::ballots(stream, {{1}, {96}}, ballots.data(), 40);
  // The first 40 of 96 threads vote: all 32 of the first tile, 8 of the second, none of the third.
  return ballots.to_vector() == std::vector<unsigned>{0xffffffff, 0xff, 0};
}

}  // namespace

int main() try {
  const auto device = Device::open();
  Stream stream(device);
  const struct {
    const char* name;
    bool (*works)(const Device&, Stream&);
  } kernels[] = {{"wide", wide},
                 {"tiles", tiles},
                 {"wmma", wmma},
                 {"stage", stage},
                 {"passes", passes},
                 {"bilinear", bilinear},
                 {"shared_work", shared_work},
                 {"tile", tile}};
  unsigned count = 0, right = 0;
  for (const auto& kernel : kernels) {
    ++count;
    if (kernel.works(device, stream))
      ++right;
    else
      std::printf("%s does not do what it should\n", kernel.name);
  }
  std::printf("%u kernels of %u do what they should\n", right, count);
  return right == count ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
