// Shared by the tests of floating-point instructions: edge values, a function that runs many values through an
// instruction, and the rounding of halves by a table of all of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator::cases {

using Words = std::vector<std::uint32_t>;
using Longs = std::vector<std::uint64_t>;

/// MODE: rounds to nearest, subnormal numbers are kept, DX10_CLAMP and IEEE are set. Bits 4 and 5 keep subnormal inputs
/// and outputs of singles, bits 6 and 7 those of halves and doubles.
constexpr std::uint32_t kComputeMode = 0x3f0;
/// Bit 9 is IEEE, and bit 23 makes halves that overflow the largest finite ones.
constexpr std::uint32_t kFlushAll = 0x300, kNotIeee = 0x1f0, kSaturateHalves = kComputeMode | 1u << 23;
/// Sets the rounding of all precisions: 1 is up, 2 is down, 3 is towards zero.
constexpr std::uint32_t rounding(unsigned mode) {
  return kComputeMode | mode | mode << 2;
}

/// The results of invalid operations.
constexpr std::uint32_t kInvalid16 = 0x7e00, kInvalid32 = 0x7fc00000;
constexpr std::uint64_t kInvalid64 = 0x7ff8000000000000;

inline float f32(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
inline double f64(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

/// Zeros, ones, subnormal numbers, the ends of the range, numbers halfway between two integers, infinities, and quiet
/// and signalling NaNs.
inline Words edges16() {
  Words positive = {0x0000, 0x0001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x1400, 0x2e66, 0x3555, 0x37ff, 0x3800,
                    0x3bff, 0x3c00, 0x3c01, 0x3e00, 0x4000, 0x4100, 0x4248, 0x4500, 0x63ff, 0x6400, 0x6401,
                    0x6800, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7d55, 0x7e00, 0x7e01, 0x7fff};
  auto all = positive;
  for (const auto value : positive) all.push_back(value | 0x8000);
  return all;
}
inline Words edges32() {
  Words positive = {0x00000000, 0x00000001, 0x00000002, 0x00400000, 0x007fffff, 0x00800000, 0x00800001, 0x0d000000,
                    0x33800000, 0x34000000, 0x3e99999a, 0x3effffff, 0x3f000000, 0x3f000001, 0x3f7fffff, 0x3f800000,
                    0x3f800001, 0x3fc00000, 0x40000000, 0x40200000, 0x40490fdb, 0x4aff0001, 0x4b000000, 0x4b7fffff,
                    0x4b800000, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5f000000, 0x7e800000, 0x7effffff,
                    0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fa00000, 0x7fc00000, 0x7fc01234, 0x7fffffff};
  auto all = positive;
  for (const auto value : positive) all.push_back(value | 0x80000000);
  return all;
}
inline Longs edges64() {
  Longs positive = {0x0000000000000000, 0x0000000000000001, 0x0008000000000000, 0x000fffffffffffff, 0x0010000000000000,
                    0x0010000000000001, 0x0350000000000000, 0x3ca0000000000000, 0x3fd3333333333333, 0x3fe0000000000000,
                    0x3fefffffffffffff, 0x3ff0000000000000, 0x3ff0000000000001, 0x3ff8000000000000, 0x4000000000000000,
                    0x4004000000000000, 0x400921fb54442d18, 0x41dfffffffc00000, 0x41dfffffffe00000, 0x41e0000000000000,
                    0x41efffffffe00000, 0x41effffffff00000, 0x41f0000000000000, 0x432fffffffffffff, 0x4330000000000000,
                    0x4340000000000000, 0x47efffffe0000000, 0x47effffff0000000, 0x3690000000000000, 0x36a0000000000000,
                    0x7fd0000000000000, 0x7fe0000000000000, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff0000000000001,
                    0x7ff4000000000000, 0x7ff8000000000000, 0x7ff8000012345678, 0x7fffffffffffffff};
  auto all = positive;
  for (const auto value : positive) all.push_back(value | std::uint64_t{1} << 63);
  return all;
}

/// All pairs of the values, as columns for an instruction with two sources.
template <class Bits>
std::vector<std::vector<Bits>> pairs(const std::vector<Bits>& values) {
  std::vector<std::vector<Bits>> columns(2);
  for (const auto a : values)
    for (const auto b : values) {
      columns[0].push_back(a);
      columns[1].push_back(b);
    }
  return columns;
}

/// Numbers of all exponents and signs, including NaNs. They are the same in every run. Any seed would do.
template <class Bits>
std::vector<std::vector<Bits>> random_columns(std::size_t columns, std::size_t rows, unsigned seed = 1) {
  std::mt19937_64 engine(seed);
  std::vector<std::vector<Bits>> all(columns);
  for (auto& column : all)
    for (std::size_t row = 0; row < rows; ++row) column.push_back(static_cast<Bits>(engine()));
  return all;
}

template <class Bits>
void append(std::vector<std::vector<Bits>>& columns, const std::vector<std::vector<Bits>>& more) {
  for (std::size_t n = 0; n < columns.size(); ++n) columns[n].insert(columns[n].end(), more[n].begin(), more[n].end());
}

/// The value of v0 before each instruction.
constexpr std::uint32_t kOld = 0xabcd9876;

/// 32-bit sources are in v1, v2, v3; 64-bit sources are in v[2:3], v[4:5], v[6:7].
inline void set_source(Snippet& snippet, std::size_t n, const Words& values) {
  snippet.set(static_cast<unsigned>(1 + n), values);
}
inline void set_source(Snippet& snippet, std::size_t n, const Longs& values) {
  snippet.set64(static_cast<unsigned>(2 + 2 * n), values);
}

/// Returns the result, in v0 or v[0:1], of the instructions for each row of the columns.
template <class Result, class Bits>
std::vector<Result> results(const std::string& processor, const std::string& assembly,
                            const std::vector<std::vector<Bits>>& columns, std::uint32_t mode = kComputeMode) {
  Snippet snippet(processor, assembly);
  snippet.wave().mode = decode_mode(mode);
  const std::size_t lanes = snippet.wave().lanes, rows = columns.front().size();
  std::vector<Result> found;
  for (std::size_t first = 0; first < rows; first += lanes) {
    const auto last = std::min(first + lanes, rows);
    for (std::size_t n = 0; n < columns.size(); ++n)
      set_source(snippet, n,
                 std::vector<Bits>(columns[n].begin() + static_cast<std::ptrdiff_t>(first),
                                   columns[n].begin() + static_cast<std::ptrdiff_t>(last)));
    snippet.set(0, {kOld}).run();
    for (unsigned lane = 0; lane < last - first; ++lane) {
      if constexpr (sizeof(Result) == 8)
        found.push_back(snippet.get64(0, lane));
      else
        found.push_back(snippet.get(0, lane));
    }
  }
  return found;
}

template <class Bits>
std::string hexadecimal(Bits value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(2 * sizeof(Bits)),
                static_cast<unsigned long long>(value));
  return text;
}

/// `accept(row)` returns whether a result is correct. The first few incorrect ones are printed with their sources.
template <class Result, class Bits, class Accept>
void check_each(const std::string& what, const std::vector<std::vector<Bits>>& columns,
                const std::vector<Result>& found, Accept accept) {
  constexpr int most_printed = 5;
  std::string wrong;
  int count = 0;
  for (std::size_t row = 0; row < found.size(); ++row) {
    if (accept(row)) continue;
    if (++count > most_printed) continue;
    wrong += "\n  " + hexadecimal(found[row]) + " for";
    for (const auto& column : columns) wrong += " " + hexadecimal(column[row]);
  }
  INFO(what << ": " << count << " of " << found.size() << " are wrong" << wrong);
  CHECK(count == 0);
}

/// Like check_each(), with a function that computes the expected result from the bits of the sources.
template <class Result, class Bits, class Expected>
void check_bits(const std::string& what, const std::vector<std::vector<Bits>>& columns,
                const std::vector<Result>& found, Expected expected) {
  check_each(what, columns, found, [&](std::size_t row) {
    if constexpr (std::is_invocable_v<Expected, Bits, Bits, Bits>)
      return found[row] == static_cast<Result>(expected(columns[0][row], columns[1][row], columns[2][row]));
    else if constexpr (std::is_invocable_v<Expected, Bits, Bits>)
      return found[row] == static_cast<Result>(expected(columns[0][row], columns[1][row]));
    else
      return found[row] == static_cast<Result>(expected(columns[0][row]));
  });
}

/// Returns the first operand that is a NaN, quieted; if there is none, the result of an invalid operation.
inline std::uint32_t nan32(std::initializer_list<std::uint32_t> operands) {
  for (const auto operand : operands)
    if (std::isnan(f32(operand))) return operand | 0x00400000;
  return kInvalid32;
}
inline std::uint64_t nan64(std::initializer_list<std::uint64_t> operands) {
  for (const auto operand : operands)
    if (std::isnan(f64(operand))) return operand | 0x0008000000000000;
  return kInvalid64;
}

// Halves are rounded by a table of all positive ones.

inline bool is_nan16(std::uint32_t half) {
  return (half & 0x7fff) > 0x7c00;
}
inline double f16(std::uint32_t half) {
  const int exponent = static_cast<int>(half >> 10 & 0x1f), fraction = static_cast<int>(half & 0x3ff);
  const double sign = (half & 0x8000) != 0 ? -1 : 1;
  if (exponent == 0x1f) return fraction != 0 ? NAN : sign * INFINITY;
  return sign * std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
}
inline std::uint32_t nan16(std::initializer_list<std::uint32_t> operands) {
  for (const auto operand : operands)
    if (is_nan16(operand)) return (operand & 0xffff) | 0x0200;
  return kInvalid16;
}

/// Returns the half that `exact` rounds to. `mode` is a rounding mode as in MODE: 0 is to nearest even, 1 is up, 2 is
/// down, and 3 is towards zero. The value must not be a NaN.
inline std::uint32_t rounded_half(long double exact, unsigned mode = 0) {
  static const auto all = [] {
    std::vector<double> values;
    for (std::uint32_t half = 0; half < 0x7c00; ++half) values.push_back(f16(half));
    return values;
  }();
  const std::uint32_t sign = std::signbit(exact) ? 0x8000 : 0;
  const long double size = std::fabs(exact);
  if (std::isinf(exact)) return sign | 0x7c00;
  const auto above = static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), size) - all.begin());
  if (above < all.size() && all[above] == size) return sign | above;
  const bool away = mode == 1 ? sign == 0 : mode == 2 && sign != 0;
  if (mode != 0) return sign | (away ? above : above - 1);
  const long double next = above < all.size() ? all[above] : 65536;  // rounds to infinity as if it were the next half
  const long double low = size - all[above - 1], high = next - size;
  const bool up = high < low || (high == low && (above & 1) == 0);
  return sign | (up ? above : above - 1);
}

}  // namespace rocm_bindgen::emulator::cases
