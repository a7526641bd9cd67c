// Small programs: normalisation, a Fourier transform, sorting, hashing, random numbers, iteration, and n-body forces.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Real = long double;
constexpr unsigned kBlock = 128;

}  // namespace

TEST_CASE("probe: softmax of rows") {
  constexpr unsigned kRows = 6, kColumns = 333;
  Random random(1);
  const auto in = filled<float>(kRows * kColumns, [&] { return random.uniform(-20, 20); });
  const auto out = unwritten<float>(in.size());
  run("softmax", blocks(kRows, kBlock), kColumns, upload(in), out);
  std::vector<Real> expected, allowed;
  for (unsigned row = 0; row < kRows; ++row) {
    const auto begin = in.begin() + row * kColumns;
    const Real largest = *std::max_element(begin, begin + kColumns);
    Real sum = 0;
    for (unsigned i = 0; i < kColumns; ++i) sum += std::exp(begin[i] - largest);
    for (unsigned i = 0; i < kColumns; ++i) {
      expected.push_back(std::exp(begin[i] - largest) / sum);
      // The largest error comes from the exponent: a difference of up to 40 (between -20 and 20) is rounded to float,
      // by at most 40 * 2^-24, which is the relative error of the result. The bound is twice that.
      allowed.push_back(expected.back() * 40 * 0x1p-23L);
    }
  }
  check_within("shares", widened(out.to_vector()), expected, allowed);
}

TEST_CASE("probe: layer normalisation of halves") {
  constexpr unsigned kRows = 5, kColumns = 300;
  Random random(2);
  const auto in = filled<std::uint16_t>(kRows * kColumns, [&] { return half_bits(random.uniform(-3, 5)); });
  const auto weights = filled<float>(kColumns, [&] { return random.uniform(0.5, 2); });
  const auto out = unwritten<std::uint16_t>(in.size());
  run("layer_norm", blocks(kRows, kBlock), kColumns, upload(in), upload(weights), out);
  std::vector<Real> actual, expected, allowed;
  for (const auto bits : out.to_vector()) actual.push_back(half_value(bits));
  for (unsigned row = 0; row < kRows; ++row) {
    Real mean = 0, squares = 0;
    for (unsigned i = 0; i < kColumns; ++i) mean += half_value(in[row * kColumns + i]) / kColumns;
    for (unsigned i = 0; i < kColumns; ++i)
      squares += std::pow(half_value(in[row * kColumns + i]) - mean, 2.0L) / kColumns;
    for (unsigned i = 0; i < kColumns; ++i) {
      expected.push_back((half_value(in[row * kColumns + i]) - mean) / std::sqrt(squares + 1e-5L) * weights[i]);
      // A half is rounded by at most 2^-11 of its value. The rest is for the roundings of float.
      allowed.push_back(std::fabs(expected.back()) * 0x1.01p-11L + 1e-5L);
    }
  }
  check_within("normalised", actual, expected, allowed);
}

TEST_CASE("probe: Fourier transform") {
  constexpr unsigned kPoints = 256;
  Random random(3);
  const auto in = filled<std::complex<float>>(kPoints, [&] {
    const auto real = static_cast<float>(random.uniform(-1, 1));
    return std::complex<float>(real, static_cast<float>(random.uniform(-1, 1)));
  });
  const auto out = unwritten<std::complex<float>>(kPoints);
  run("fourier", blocks(1, kBlock), upload(in), out);
  std::vector<Real> actual, expected;
  for (const auto& point : out.to_vector()) {
    actual.push_back(point.real());
    actual.push_back(point.imag());
  }
  const Real turn = 2 * std::acos(-1.0L) / kPoints;
  for (unsigned k = 0; k < kPoints; ++k) {
    std::complex<Real> sum = 0;
    for (unsigned i = 0; i < kPoints; ++i)
      sum += std::complex<Real>(in[i]) * std::polar(1.0L, -turn * static_cast<Real>(i * k % kPoints));
    expected.push_back(sum.real());
    expected.push_back(sum.imag());
  }
  // The values are below 64, so each of the eight stages rounds them by about 2^-19, which is 2e-6.
  check_within("spectrum", actual, expected, std::vector<Real>(actual.size(), 2e-5L));
}

TEST_CASE("probe: radix sort of a block") {
  Random random(4);
  const auto in = filled<unsigned>(kBlock, [&] { return random.word() >> random.integer(0, 20); });
  const auto out = unwritten<unsigned>(kBlock);
  run("radix_sort", blocks(1, kBlock), upload(in), out);
  auto expected = in;
  std::sort(expected.begin(), expected.end());
  check_equal("sorted", out.to_vector(), expected);
}

TEST_CASE("probe: counter-based random numbers") {
  constexpr unsigned kCount = 512, kSeed = 0xdeadbeef;
  const auto out = unwritten<unsigned>(4 * kCount);
  run("philox", blocks(4, kBlock), kSeed, out);
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < kCount; ++i) {
    std::uint64_t x = i, y = 0, z = 7, w = 0, key0 = kSeed, key1 = ~kSeed;
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t first = 0xD2511F53u * x, second = 0xCD9E8D57u * z;
      x = (second >> 32) ^ y ^ key0;
      y = second & 0xffffffff;
      z = (first >> 32) ^ w ^ key1;
      w = first & 0xffffffff;
      key0 = (key0 + 0x9E3779B9) & 0xffffffff;
      key1 = (key1 + 0xBB67AE85) & 0xffffffff;
    }
    for (const std::uint64_t value : {x, y, z, w}) expected.push_back(static_cast<unsigned>(value));
  }
  check_equal("random", out.to_vector(), expected);
}

TEST_CASE("probe: Mandelbrot iterations") {
  constexpr unsigned kWidth = 64, kHeight = 32;
  constexpr double kLeft = -2, kTop = -1, kStep = 0x1p-5;
  const auto out = unwritten<unsigned>(kWidth * kHeight);
  run("mandelbrot", {{8, 4}, {8, 8}}, kWidth, kLeft, kTop, kStep, out);
  const auto actual = out.to_vector();
  const auto rounds_of = [](Real real, Real imaginary) {
    Real a = 0, b = 0;
    unsigned rounds = 0;
    for (; rounds < 100 && a * a + b * b <= 4; ++rounds) {
      const Real next = a * a - b * b + real;
      b = 2 * a * b + imaginary;
      a = next;
    }
    return rounds;
  };
  std::size_t different = 0;
  for (unsigned y = 0; y < kHeight; ++y)
    for (unsigned x = 0; x < kWidth; ++x)
      different += actual[y * kWidth + x] == rounds_of(kLeft + x * kStep, kTop + y * kStep) ? 0u : 1u;
  // The device may fuse multiplications and additions, which rounds differently, and the host uses long double. At the
  // edge of the set, such a difference changes the number of iterations; the rest of the 2048 pixels must be equal.
  report("iterations, except for up to 20 pixels", actual.size(), different > 20 ? different : 0, "");
}

namespace {

/// Computes SHA-256's constants from their definition: the first bits after the point of the cube roots and square
/// roots of primes.
std::vector<std::uint32_t> roots(std::size_t count, bool cube) {
  std::vector<std::uint32_t> bits;
  for (unsigned n = 2; bits.size() < count; ++n) {
    bool prime = true;
    for (unsigned d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
    if (!prime) continue;
    const Real root = cube ? std::cbrt(static_cast<Real>(n)) : std::sqrt(static_cast<Real>(n));
    bits.push_back(static_cast<std::uint32_t>(std::ldexp(root - std::floor(root), 32)));
  }
  return bits;
}

std::uint32_t rotated(std::uint32_t x, unsigned by) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(x) << 32 | x) >> by);
}

std::vector<std::uint32_t> sha256_of(std::uint32_t message) {
  static const auto constants = roots(64, true), start = roots(8, false);
  // The only block: the message, a bit that is 1, zeros, and the message's length of 32 bits.
  std::vector<std::uint32_t> w(64);
  w[0] = message;
  w[1] = 0x80000000;
  w[15] = 32;
  for (std::size_t k = 16; k < 64; ++k)
    w[k] = w[k - 16] + w[k - 7] + (rotated(w[k - 15], 7) ^ rotated(w[k - 15], 18) ^ (w[k - 15] >> 3)) +
           (rotated(w[k - 2], 17) ^ rotated(w[k - 2], 19) ^ (w[k - 2] >> 10));
  auto a = start;
  for (std::size_t k = 0; k < 64; ++k) {
    const std::uint32_t choice = (a[4] & a[5]) ^ (~a[4] & a[6]),
                        majority = (a[0] & a[1]) ^ (a[0] & a[2]) ^ (a[1] & a[2]);
    const std::uint32_t t1 =
        a[7] + (rotated(a[4], 6) ^ rotated(a[4], 11) ^ rotated(a[4], 25)) + choice + constants[k] + w[k];
    const std::uint32_t t2 = (rotated(a[0], 2) ^ rotated(a[0], 13) ^ rotated(a[0], 22)) + majority;
    a = {t1 + t2, a[0], a[1], a[2], a[3] + t1, a[4], a[5], a[6]};
  }
  for (std::size_t k = 0; k < 8; ++k) a[k] += start[k];
  return a;
}

}  // namespace

TEST_CASE("probe: SHA-256") {
  constexpr unsigned kCount = 128;
  const auto out = unwritten<std::uint32_t>(8 * kCount);
  run("sha256", blocks(2, 64), out);
  std::vector<std::uint32_t> expected;
  for (unsigned i = 0; i < kCount; ++i) {
    const auto hash = sha256_of(i);
    expected.insert(expected.end(), hash.begin(), hash.end());
  }
  check_equal("hashes", out.to_vector(), expected);
}

TEST_CASE("probe: forces between bodies") {
  constexpr unsigned kBodies = 300;
  struct alignas(16) Float4 {
    float x, y, z, w;
  };
  Random random(5);
  std::vector<Float4> bodies(kBodies);
  for (auto& body : bodies)
    for (float* member : {&body.x, &body.y, &body.z, &body.w}) *member = static_cast<float>(random.uniform(0.1, 1));
  const auto forces = unwritten<Float4>(kBodies);
  run("gravity", blocks(3, kBlock), kBodies, upload(bodies), forces);
  std::vector<Real> actual, expected;
  for (const auto& force : forces.to_vector())
    for (const float value : {force.x, force.y, force.z, force.w}) actual.push_back(value);
  for (const auto& me : bodies) {
    Real x = 0, y = 0, z = 0;
    for (const auto& other : bodies) {
      const Real dx = static_cast<Real>(other.x) - me.x, dy = static_cast<Real>(other.y) - me.y;
      const Real dz = static_cast<Real>(other.z) - me.z;
      const Real pull = other.w / std::pow(dx * dx + dy * dy + dz * dz + 0.01L, 1.5L);
      x += dx * pull;
      y += dy * pull;
      z += dz * pull;
    }
    for (const Real value : {x, y, z, Real{0}}) expected.push_back(value);
  }
  // Each of 300 additions rounds a sum of less than 1000 to float, by at most 1000 * 2^-24. Together, this is 0.018.
  check_within("forces", actual, expected, std::vector<Real>(actual.size(), 0.02L));
}
