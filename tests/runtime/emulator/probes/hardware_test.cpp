// Instructions that CUDA has no functions for, compared with their description in AMD's ISA documents.
#include <algorithm>
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
using Long = long long;
using Unsigned = unsigned long long;
constexpr std::size_t kCount = 1000;

std::vector<unsigned> words(std::uint64_t seed) {
  Random random(seed);
  return filled<unsigned>(kCount, [&] { return random.word(); });
}

std::vector<int> as_ints(const std::vector<unsigned>& values) {
  return {values.begin(), values.end()};
}

Long byte(unsigned value, int index) {
  return value >> 8 * index & 255;
}
Long signed_byte(int value, int index) {
  return static_cast<signed char>(value >> 8 * index);
}

}  // namespace

TEST_CASE("probe: dot products of halves, shorts, bytes and nibbles") {
  if (!is_amd()) return lacks("packed_dot_products", "it is AMD's");
  const auto a = as_ints(words(1)), b = as_ints(words(2)), c = as_ints(words(3));
  const auto floats = unwritten<float>(kCount);
  const auto out = unwritten<int>(5 * kCount);
  run("packed_dot_products", threads_for(kCount), static_cast<unsigned>(kCount), upload(a), upload(b), upload(c),
      floats, out);
  std::vector<Real> expected, allowed;
  std::vector<int> dots(5 * kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    // The kernel sets the exponent to 0, so the size of a half is from 1 to less than 2.
    const auto half = [](int bits, int index) {
      return half_value(static_cast<std::uint16_t>((bits >> 16 * index & 0x83ff) | 0x3c00));
    };
    const Real sum = c[i] % 1024;
    expected.push_back(half(a[i], 0) * half(b[i], 0) + half(a[i], 1) * half(b[i], 1) + sum);
    // Each of the two products is smaller than 4, and the operations round to float.
    allowed.push_back((std::fabs(sum) + 8) * 0x1p-22L);
    // The last two sums often start near an end of the range of int, so that they are clamped.
    Long shorts = c[i], nibbles = c[i], mixed = c[i], high = c[i] | 0x7fffff00, low = (c[i] & 0xff) | INT32_MIN;
    for (int k = 0; k < 2; ++k) shorts += Long{static_cast<short>(a[i] >> 16 * k)} * static_cast<short>(b[i] >> 16 * k);
    for (int k = 0; k < 8; ++k) {
      const auto nibble = [&](int value) { return (value >> 4 * k & 15) - ((value >> 4 * k & 8) != 0 ? 16 : 0); };
      nibbles += nibble(a[i]) * nibble(b[i]);
    }
    for (int k = 0; k < 4; ++k) {
      const Long product = signed_byte(a[i], k) * signed_byte(b[i], k);
      mixed += signed_byte(a[i], k) * byte(static_cast<unsigned>(b[i]), k);
      high += product;
      low += product;
    }
    dots[i] = static_cast<int>(shorts);
    dots[i + kCount] = static_cast<int>(nibbles);
    dots[i + 2 * kCount] = static_cast<int>(mixed);
    dots[i + 3 * kCount] = static_cast<int>(std::clamp<Long>(high, INT32_MIN, INT32_MAX));
    dots[i + 4 * kCount] = static_cast<int>(std::clamp<Long>(low, INT32_MIN, INT32_MAX));
  }
  check_within("halves", widened(floats.to_vector()), expected, allowed);
  check_equal("shorts; nibbles; mixed bytes; clamped bytes, at either end", out.to_vector(), dots);
}

namespace {

/// Returns the sum of absolute differences of four bytes. If `masked`, bytes whose reference is 0 are skipped.
Long differences(unsigned x, unsigned reference, bool masked) {
  Long sum = 0;
  for (int i = 0; i < 4; ++i)
    if (!masked || byte(reference, i) != 0) sum += std::abs(byte(x, i) - byte(reference, i));
  return sum;
}

/// V_PERM_B32: the selector's bytes select four of eight bytes; 8 to 11 select signs, 12 is 0, and larger ones are 255.
unsigned permuted(unsigned high, unsigned low, unsigned selector) {
  const Unsigned bytes = static_cast<Unsigned>(high) << 32 | low;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const auto chosen = static_cast<unsigned>(byte(selector, i));
    unsigned value = 0;
    if (chosen < 8)
      value = static_cast<unsigned>(bytes >> 8 * chosen & 255);
    else if (chosen < 12)
      value = (bytes >> (16 * (chosen - 8) + 15) & 1) != 0 ? 255 : 0;
    else if (chosen > 12)
      value = 255;
    result |= value << 8 * i;
  }
  return result;
}

/// V_QSAD: the differences for the windows of four bytes that begin at bytes 0 to 3, each added to 16 bits of an
/// accumulator, which are 4, 3, 2 and 1.
Unsigned four_differences(unsigned high, unsigned low, unsigned reference, bool masked) {
  const Unsigned window = static_cast<Unsigned>(high) << 32 | low;
  Unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const Unsigned start = 0x0001000200030004ull >> 16 * i & 0xffff;
    result |= (start + static_cast<Unsigned>(differences(static_cast<unsigned>(window >> 8 * i), reference, masked)))
              << 16 * i;
  }
  return result;
}

}  // namespace

TEST_CASE("probe: arithmetic of bytes") {
  if (!is_amd()) return lacks("byte_arithmetic", "it is AMD's");
  auto a = words(4), b = words(5), c = words(6);
  // Some bytes are 0, for the masked instructions.
  for (std::size_t i = 0; i < kCount; i += 3) {
    b[i] &= ~(0xffu << i % 32 / 8 * 8);
    c[i] &= ~(0xffu << i % 24 / 8 * 8);
  }
  const auto out = unwritten<Unsigned>(12 * kCount);
  run("byte_arithmetic", threads_for(kCount), static_cast<unsigned>(kCount), upload(a), upload(b), upload(c), out);
  const auto results = out.to_vector();
  std::size_t next = 0;
  const auto check = [&](const char* name, auto function) {
    std::vector<Unsigned> expected;
    for (std::size_t i = 0; i < kCount; ++i) expected.push_back(static_cast<Unsigned>(function(a[i], b[i], c[i])));
    check_equal(name, column(results, next++, kCount), expected);
  };
  const auto low = [](auto value) { return static_cast<unsigned>(value); };
  check("sad_u8", [&](unsigned x, unsigned y, unsigned z) { return low(differences(x, y, false) + z); });
  check("msad_u8", [&](unsigned x, unsigned y, unsigned z) { return low(differences(x, y, true) + z); });
  check("sad_hi_u8", [&](unsigned x, unsigned y, unsigned z) { return low((differences(x, y, false) << 16) + z); });
  check("sad_u16", [&](unsigned x, unsigned y, unsigned z) {
    return low(std::abs(Long{x & 0xffff} - (y & 0xffff)) + std::abs(Long{x >> 16} - (y >> 16)) + z);
  });
  check("lerp", [&](unsigned x, unsigned y, unsigned z) {
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= low((byte(x, i) + byte(y, i) + (byte(z, i) & 1)) >> 1) << 8 * i;
    return result;
  });
  check("perm", [](unsigned x, unsigned y, unsigned z) { return permuted(x, y, z & 0x0f0f0f0f); });
  const auto both = [](unsigned x, unsigned y) { return static_cast<Unsigned>(x) << 32 | y; };
  check("alignbyte", [&](unsigned x, unsigned y, unsigned z) { return low(both(x, y) >> 8 * (z & 3)); });
  check("alignbit", [&](unsigned x, unsigned y, unsigned z) { return low(both(x, y) >> (z & 31)); });
  check("ubfe",
        [&](unsigned x, unsigned y, unsigned z) { return low((Unsigned{x} >> (y & 31)) % (Unsigned{1} << (z & 31))); });
  check("sbfe", [&](unsigned x, unsigned y, unsigned z) {
    const unsigned width = z & 31;
    const Long shifted = Long{static_cast<int>(x)} >> (y & 31);
    return width == 0 ? 0 : low(static_cast<Long>(static_cast<Unsigned>(shifted) << (64 - width)) >> (64 - width));
  });
  check("qsad", [](unsigned x, unsigned y, unsigned z) { return four_differences(x, y, z, false); });
  check("mqsad", [](unsigned x, unsigned y, unsigned z) { return four_differences(x, y, z, true); });
}

TEST_CASE("probe: packed conversions") {
  if (!is_amd()) return lacks("packed_conversions", "it is AMD's");
  Random random(7);
  const auto x = filled<float>(kCount, [&] { return random.any_size(1e-6, 32000); });
  const auto y = filled<float>(kCount, [&] { return random.uniform(-1500, 1500); });
  const auto out = unwritten<unsigned>(6 * kCount);
  run("packed_conversions", threads_for(kCount), static_cast<unsigned>(kCount), upload(x), upload(y), out);
  const auto results = out.to_vector();
  const auto check = [&](const char* name, std::size_t index, auto function) {
    std::vector<unsigned> expected;
    for (const float first : x) {
      const float second = y[expected.size()];
      expected.push_back((static_cast<unsigned>(function(first)) & 0xffff) | static_cast<unsigned>(function(second))
                                                                                 << 16);
    }
    check_equal(name, column(results, index, kCount), expected);
  };
  check("halves, toward zero", 0, [](float value) {
    const auto nearest = half_bits(value);
    return std::fabs(half_value(nearest)) > std::fabs(value) ? nearest - 1 : +nearest;
  });
  check("shorts", 1, [](float value) { return static_cast<int>(value); });
  check("unsigned shorts", 2, [](float value) { return static_cast<int>(std::fabs(value)); });
  // The rounding of these conversions is not documented. Therefore any difference from the exact value up to one is
  // allowed, and slightly more.
  const auto nearly = [&](const char* name, std::size_t index, int part, bool narrow, auto function) {
    std::vector<Real> actual, expected;
    const int bits = narrow ? 8 : 16;
    for (std::size_t i = 0; i < kCount; ++i) {
      const unsigned field = results[index * kCount + i] >> bits * part & (narrow ? 0xffu : 0xffffu);
      actual.push_back(index == 3 ? static_cast<short>(field) : static_cast<int>(field));
      expected.push_back(function((narrow ? part == 1 : part == 0) ? x[i] : y[i]));
    }
    check_within(name, actual, expected, std::vector<Real>(kCount, 1.001L));
  };
  // V_CVT_PKNORM: 1.0 becomes the largest integer.
  const auto signed_normalized = [](float v) { return std::clamp<Real>(static_cast<Real>(v) / 1000, -1, 1) * 32767; };
  const auto normalized = [](float v) { return std::clamp<Real>(static_cast<Real>(v) / 1000, 0, 1) * 65535; };
  const auto small = [](float v) { return std::clamp<Real>(v, 0, 255); };
  for (const int part : {0, 1}) {
    nearly("signed shares", 3, part, false, signed_normalized);
    nearly("shares", 4, part, false, normalized);
    nearly("a byte", 5, part + 1, true, small);
  }
  std::vector<unsigned> others, expected(kCount, 0x11000044u);  // the outer bytes of 0x11223344
  for (std::size_t i = 0; i < kCount; ++i) others.push_back(results[5 * kCount + i] & 0xff0000ffu);
  check_equal("the other bytes", others, expected);
}

TEST_CASE("probe: parts and approximations of floats") {
  if (!is_amd()) return lacks("float_builtins", "it is AMD's");
  Random random(8);
  const auto in = filled(std::vector<float>{1, -1, 2, -2, 0.5f, 1024, -4096, 3, 0x1p-126f, -0.0000001f}, kCount,
                         [&] { return random.any_size(1e-4, 8000); });
  const auto out = unwritten<float>(14 * kCount);
  const auto wide = unwritten<double>(6 * kCount);
  run("float_builtins", threads_for(kCount), static_cast<unsigned>(kCount), upload(in), out, wide);
  const auto results = out.to_vector();
  const auto doubles = wide.to_vector();
  const auto exactly = [&](const char* name, std::size_t index, auto function) {
    std::vector<float> expected;
    for (const float x : in) expected.push_back(function(x));
    check_equal(name, column(results, index, kCount), expected, [&](std::size_t i) { return text_of(in[i]); });
  };
  const auto fraction = [](auto x) {
    const auto below_one = std::nextafter(decltype(x){1}, decltype(x){0});
    return std::min(x - std::floor(x), below_one);
  };
  const auto mantissa = [](auto x) {
    int exponent;
    return std::frexp(x, &exponent);
  };
  const auto exponent = [](auto x) {
    int value;
    std::frexp(x, &value);
    return static_cast<decltype(x)>(value);
  };
  exactly("fract", 0, fraction);
  exactly("frexp_mant", 1, mantissa);
  exactly("frexp_exp", 2, exponent);
  exactly("ldexp", 3, [](float x) { return std::ldexp(x, -3); });
  exactly("med3", 4, [](float x) { return std::clamp(x, -2.0f, 1.0f); });
  exactly("class: positive", 5, [](float x) { return x > 0 ? 1.0f : 0.0f; });
  exactly("class: negative", 6, [](float x) { return x < 0 ? 1.0f : 0.0f; });
  const auto closely = [&](const char* name, std::size_t index, Real relative, Real absolute, auto function) {
    std::vector<Real> expected, allowed;
    for (const float x : in) {
      expected.push_back(function(static_cast<Real>(x)));
      allowed.push_back(std::max(std::fabs(expected.back()) * relative, absolute));
    }
    check_within(name, widened(column(results, index, kCount)), expected, allowed);
  };
  // The device's results are accurate to about one unit in the last place, which is at most this fraction of a float.
  constexpr Real kUlp = 0x1p-23L;
  closely("rcp", 7, kUlp, 0, [](Real x) { return 1 / x; });
  closely("rsq", 8, kUlp, 0, [](Real x) { return 1 / std::sqrt(std::fabs(x)); });
  closely("sqrt", 9, kUlp, 0, [](Real x) { return std::sqrt(std::fabs(x)); });
  closely("log", 10, kUlp, kUlp, [](Real x) { return std::log2(std::fabs(x)); });
  closely("exp", 11, kUlp, 0, [](Real x) { return std::exp2(x / 1024); });
  // The bounds of sines and cosines are absolute, because results near 0 would need large relative ones.
  const Real turn = 2 * std::acos(-1.0L);
  closely("sin", 12, 0, 0x1p-18L, [&](Real x) { return std::sin(turn * (x / 8192)); });
  closely("cos", 13, 0, 0x1p-18L, [&](Real x) { return std::cos(turn * (x / 8192)); });

  std::vector<double> scaled;
  for (const float x : in) scaled.push_back(static_cast<double>(x) * 1.0000001);
  const auto exactly_wide = [&](const char* name, std::size_t index, auto function) {
    std::vector<double> expected;
    for (const double d : scaled) expected.push_back(function(d));
    check_equal(name, column(doubles, index, kCount), expected, [&](std::size_t i) { return text_of(scaled[i]); });
  };
  exactly_wide("fract of double", 0, fraction);
  exactly_wide("frexp_mant of double", 1, mantissa);
  exactly_wide("frexp_exp of double", 2, exponent);
  exactly_wide("ldexp of double", 3, [](double d) { return std::ldexp(d, 5); });
  // For double, the device's results are accurate to about 2^29 units, or a fraction of 2^-23.
  for (const bool root : {false, true}) {
    std::vector<Real> expected, allowed;
    for (const double d : scaled) {
      expected.push_back(root ? 1 / std::sqrt(std::fabs(static_cast<Real>(d))) : 1 / static_cast<Real>(d));
      allowed.push_back(std::fabs(expected.back()) * 0x1p-22L);
    }
    check_within(root ? "rsq of double" : "rcp of double", widened(column(doubles, root ? 5 : 4, kCount)), expected,
                 allowed);
  }
}

TEST_CASE("probe: hardware float atomics") {
  if (!is_amd()) return lacks("hardware_float_atomics", "it is AMD's");
  constexpr unsigned kBlocks = 3, kSize = 64, kThreads = kBlocks * kSize;
  Random random(9);
  const auto in = filled<float>(kThreads, [&] { return random.integer(-1000, 1000) * 0.5; });
  const auto cells = zeros<float>(5);
  const auto wide = zeros<double>(4);
  const auto pair = zeros<std::uint16_t>(2);
  const auto returned = unwritten<float>(kThreads + 3 * kBlocks);
  run("hardware_float_atomics", blocks(kBlocks, kSize), upload(in), cells, wide, pair, returned);
  float sum = 0;
  double smallest = 0, largest = 0;
  std::vector<float> of_blocks(3 * kBlocks);
  for (unsigned i = 0; i < kThreads; ++i) {
    sum += in[i];
    smallest = std::min<double>(smallest, in[i]);
    largest = std::max<double>(largest, in[i]);
    float* block_results = &of_blocks[3 * (i / kSize)];
    block_results[0] += in[i];
    block_results[1] = std::min(block_results[1], in[i]);
    block_results[2] = std::max(block_results[2], in[i]);
  }
  check_equal("float", cells.to_vector(), {sum, 0, 0, 0, kThreads});
  check_equal("double", wide.to_vector(), {static_cast<double>(sum), smallest, largest, static_cast<double>(sum)});
  check_equal("halves", pair.to_vector(), {half_bits(kThreads), half_bits(-2.0L * kThreads)});
  const auto all = returned.to_vector();
  check_equal("LDS", std::vector<float>(all.begin() + kThreads, all.end()), of_blocks);
  // The value that one atomic leaves is the value that the next one returns.
  std::vector<float> found{sum}, left{0};
  for (unsigned i = 0; i < kThreads; ++i) {
    found.push_back(all[i]);
    left.push_back(all[i] + in[i]);
  }
  std::sort(found.begin(), found.end());
  std::sort(left.begin(), left.end());
  for (auto* values : {&found, &left})
    for (float& value : *values) value += 0.0f;  // -0 becomes +0
  check_equal("returned", found, left);
}

TEST_CASE("probe: buffers with bounds") {
  if (!is_amd()) return lacks("buffer_accesses", "it is AMD's");
  constexpr unsigned kThreads = 64, kInside = 48;  // the buffer has kInside elements
  auto in = words(10);
  in.resize(kThreads);
  const auto out = unwritten<unsigned>(3 * kThreads);
  const auto before = out.to_vector();
  run("buffer_accesses", blocks(1, kThreads), static_cast<int>(4 * kInside), upload(in), out);
  std::vector<unsigned> inside = in;
  std::fill(inside.begin() + kInside, inside.end(), 0u);
  std::vector<unsigned char> bytes(4 * kThreads);
  std::memcpy(bytes.data(), inside.data(), bytes.size());
  // The last third of the output is unchanged, because the kernel's stores to it are beyond the buffer.
  auto expected = before;
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned byte = bytes[i + 2];
    const unsigned half = bytes[2 * i + 4] | static_cast<unsigned>(bytes[2 * i + 5]) << 8;
    const unsigned sum = inside[i] + 2 * inside[i / 2 * 2 + 1] + 3 * inside[i / 4 * 4 + 2] + 5 * byte + 7 * half;
    expected[kThreads + i] = sum;
    if (i < kInside) expected[i] = sum;
  }
  check_equal("sums", out.to_vector(), expected);
}
