// The small floats on a device give the host's results, which tests/lib/cuda_compat compares with the formats'
// definitions.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "rocm_bindgen_compat/narrow_float/fp8.hpp"
#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

#define __host__
#define __device__
#include "lib/cuda_compat/emulated/narrow_columns.hpp"
#undef __host__
#undef __device__

using namespace probe;
using namespace narrow_tests;

namespace {

using Codes = std::vector<std::uint16_t>;
using Columns = std::vector<std::vector<unsigned>>;

/// Codes for half and for bfloat16, with both signs: around powers of two and between them, and random ones. 0x400
/// codes of half have the same exponent, and 0x80 codes of bfloat16. So the loop takes every power of two of half from
/// 0 to infinity, 0x7c00, and every eighth power of bfloat16. 0x200 is halfway to half's next power, 0x80 is bfloat16's
/// next power, and 0x155 is a mantissa with every other bit.
Codes interesting_codes(std::size_t count) {
  Codes codes;
  for (int power = 0; power <= 0x7c00; power += 0x400) {
    for (const int offset : {-1, 0, 1, 0x155, 0x80, 0x200}) {
      codes.push_back(static_cast<std::uint16_t>(power + offset));
      codes.push_back(static_cast<std::uint16_t>((power + offset) | 0x8000));
    }
  }
  Random random(16);
  while (codes.size() < count) codes.push_back(static_cast<std::uint16_t>(random.uniform(0, 65535)));
  codes.resize(count);
  return codes;
}

/// The host's results for each of `count` numbers, by column.
Columns on_host(std::size_t count, std::size_t columns,
                const std::function<void(std::size_t, const std::function<void(unsigned)>&)>& fill) {
  Columns all(columns);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t next = 0;
    fill(i, [&](unsigned value) { all.at(next++).push_back(value); });
    REQUIRE(next == columns);
  }
  return all;
}

/// Whether two codes are equal or next to each other. code() gives every NaN the code 0x7fff, which is next to 0x8000,
/// the code of -0, but a NaN is no neighbour of a number.
bool neighbours(unsigned a, unsigned b) {
  constexpr unsigned kNan = 0x7fff;
  return a == b || (std::abs(static_cast<int>(a) - static_cast<int>(b)) == 1 && a != kNan && b != kNan);
}

/// All results must equal the expected ones, except that neighbours are accepted in columns [loose_first, loose_end).
void check_codes(const std::string& kernel, const std::vector<unsigned>& actual, const Columns& expected,
                 std::size_t loose_first = 0, std::size_t loose_end = 0) {
  const std::size_t count = expected.front().size();
  for (std::size_t c = 0; c < expected.size(); ++c) {
    auto results = column(actual, c, count);
    const bool loose = c >= loose_first && c < loose_end;
    for (std::size_t i = 0; i < count && loose; ++i)
      if (neighbours(results[i], expected[c][i])) results[i] = expected[c][i];
    check_equal(kernel + ", column " + std::to_string(c), results, expected[c]);
  }
}

template <class Narrow>
void check_unary(const char* kernel) {
  constexpr std::size_t kCount = 1024;
  const Codes codes = interesting_codes(kCount);
  const auto expected = on_host(kCount, kUnary + kMath + kIntegers, [&](std::size_t i, const auto& put) {
    const auto a = Names<Narrow>::from_code(codes[i]);
    const auto cast = [&put](auto value) { put(static_cast<unsigned>(value)); };
    unary(a, cast);
    math(a, cast);
    Names<Narrow>::to_integers(a, cast);
  });
  const auto out = unwritten<unsigned>(kCount * expected.size());
  run(kernel, threads_for(kCount), upload(codes), out, static_cast<int>(kCount));
  check_codes(kernel, out.to_vector(), expected, kUnary, kUnary + kMath);
}

template <class Narrow>
void check_several(const char* kernel) {
  constexpr std::size_t kCount = 1024;
  Codes codes = interesting_codes(kCount);
  Random random(3);
  // The second and third operands are other numbers. Every third of them has a code close to the first operand's, so
  // that differences are small.
  for (std::size_t i = 0; i < 2 * kCount; ++i) {
    const auto other = static_cast<std::size_t>(random.uniform(0, kCount - 1));
    const auto close_code = static_cast<std::uint16_t>(codes[i % kCount] + static_cast<int>(random.uniform(-200, 200)));
    codes.push_back(i % 3 == 0 ? close_code : codes[other]);
  }
  const auto expected = on_host(kCount, kBinary + kPairs, [&](std::size_t i, const auto& put) {
    const auto a = Names<Narrow>::from_code(codes[i]);
    const auto b = Names<Narrow>::from_code(codes[kCount + i]);
    const auto c = Names<Narrow>::from_code(codes[2 * kCount + i]);
    const auto cast = [&put](auto value) { put(static_cast<unsigned>(value)); };
    binary(a, b, c, cast);
    pairs(a, b, c, cast);
  });
  const auto out = unwritten<unsigned>(kCount * expected.size());
  run(kernel, threads_for(kCount), upload(codes), out, static_cast<int>(kCount));
  check_codes(kernel, out.to_vector(), expected);
}

template <class Narrow>
void check_numbers(const char* kernel) {
  constexpr std::size_t kCount = 512;
  Random random(4);
  std::vector<float> floats;
  std::vector<long long> integers;
  for (std::size_t i = 0; i < kCount; ++i) {
    // From 2^-30 to 2^21: some are below half's smallest number, 2^-24, and some above its largest, about 2^16.
    const auto mantissa = static_cast<float>(random.uniform(1, 2));
    floats.push_back(std::ldexp(i % 2 == 0 ? mantissa : -mantissa, static_cast<int>(random.uniform(-30, 20))));
    integers.push_back(static_cast<long long>(std::ldexp(random.uniform(-1, 1), static_cast<int>(i % 40))));
  }
  // The factor, about 2^20, gives integers of up to 59 bits for the functions of `long long`.
  const auto expected = on_host(kCount, kNumbers, [&](std::size_t i, const auto& put) {
    Names<Narrow>::from_numbers(floats[i], static_cast<int>(integers[i]), integers[i] * 1000003,
                                [&put](Narrow a) { put(Names<Narrow>::code(a)); });
  });
  const auto out = unwritten<unsigned>(kCount * expected.size());
  run(kernel, threads_for(kCount), upload(floats), upload(integers), out, static_cast<int>(kCount));
  check_codes(kernel, out.to_vector(), expected);
}

template <class Narrow>
void check_atomics(const char* kernel) {
  constexpr unsigned kThreads = 96;
  const auto sums = upload(Codes(4, 0));
  const auto pairs = upload(Codes(4, 0));
  const auto olds = unwritten<unsigned>(kThreads);
  run(kernel, blocks(1, kThreads), sums, pairs, olds);
  const auto values = [](const Codes& codes) {
    std::vector<float> all;
    for (const auto code : codes) all.push_back(static_cast<float>(Names<Narrow>::from_code(code)));
    return all;
  };
  // A third of the 96 threads adds 1 to each sum, and half of them add (1, 2) to each pair.
  check_equal<float>("sums", values(sums.to_vector()), {32, 32, 32, 0});
  check_equal<float>("sums of pairs", values(pairs.to_vector()), {48, 96, 48, 96});
  // Each of the three sums has had every value from 0 to 31 exactly once.
  std::vector<unsigned> seen(32);
  for (const unsigned old : olds.to_vector()) ++seen.at(old);
  check_equal("values before", seen, std::vector<unsigned>(32, 3));
}

void check_shuffles(const char* kernel) {
  constexpr unsigned kThreads = 64;
  const auto out = unwritten<int>(5 * kThreads);
  run(kernel, blocks(1, kThreads), out);
  std::vector<int> expected;
  const auto expect = [&expected](int (*value)(int)) {
    for (unsigned i = 0; i < kThreads; ++i) expected.push_back(value(static_cast<int>(i % 32)));
  };
  // In the order of run_shuffles() in narrow.cu. Lane i holds i, and pairs hold i and -i.
  expect([](int) { return 5; });
  expect([](int lane) { return lane == 0 ? 0 : lane - 1; });
  expect([](int lane) { return lane > 29 ? -lane : -lane - 2; });
  expect([](int lane) { return lane ^ 1; });
  expect([](int lane) { return 2 * lane; });
  check_equal(kernel, out.to_vector(), expected);
}

}  // namespace

TEST_CASE("device library: functions of one half or bfloat16 are right") {
  check_unary<__half>("narrow_unary_half");
  check_unary<__nv_bfloat16>("narrow_unary_bfloat16");
}

TEST_CASE("device library: functions of several halves or bfloat16 are right") {
  check_several<__half>("narrow_several_half");
  check_several<__nv_bfloat16>("narrow_several_bfloat16");
}

TEST_CASE("device library: numbers are rounded to halves and bfloat16 in every direction") {
  check_numbers<__half>("narrow_numbers_half");
  check_numbers<__nv_bfloat16>("narrow_numbers_bfloat16");
}

TEST_CASE("device library: atomic sums of halves and bfloat16 are right") {
  check_atomics<__half>("narrow_atomics_half");
  check_atomics<__nv_bfloat16>("narrow_atomics_bfloat16");
}

TEST_CASE("device library: shuffles of halves and bfloat16 are right") {
  check_shuffles("narrow_shuffles_half");
  check_shuffles("narrow_shuffles_bfloat16");
}

TEST_CASE("device library: vectors of small floats are converted") {
  // The first four numbers are exact in half, bfloat16, e4m3 and e5m2. The two small types round some of the others (17
  // to 16, -1/1024 to -0 in e4m3) and clamp 1e9. For the last row, narrow_vectors() converts (in.x, in.x, in.y, 64) to
  // e8m0, which drops the sign and rounds up to a power of two.
  const std::vector<float> in{1.5f, -2.0f, 0.25f, 96.0f, 17.0f, -1.0f / 1024, 3.0f, 1e9f};
  const auto out = unwritten<float>(4 * in.size());
  run("narrow_vectors", blocks(1, 2), upload(in), out);
  const float largest = 1e9f;
  check_equal<float>(
      "vectors", out.to_vector(),
      {1.5f, -2.0f, 0.25f, 96.0f, 17.0f, -1.0f / 1024, 3.0f,        static_cast<float>(__nv_bfloat16(largest)),
       1.5f, -2.0f, 0.25f, 96.0f, 16.0f, -0.0f,        3.0f,        448.0f,
       1.5f, -2.0f, 0.25f, 96.0f, 16.0f, -1.0f / 1024, 3.0f,        57344.0f,
       2.0f, 2.0f,  2.0f,  64.0f, 32.0f, 32.0f,        1.0f / 1024, 64.0f});
}

TEST_CASE("device library: a source's own functions are preferred to ours") {
  // From the halves 1, 2 and 3: the larger of 1 and 2, and 3 + 1 + 1, because the source's atomicAdd adds twice.
  const auto values = upload(Codes{0, 0x3c00, 0x4000, 0x4200});
  run("narrow_own_functions", blocks(1, 1), values);
  CHECK(values.to_vector() == Codes{0x4000, 0x3c00, 0x4000, 0x4500});
}
