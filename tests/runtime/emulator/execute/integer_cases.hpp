// Words at the edges of integers of 8, 16, 24 and 32 bits, and functions that run instructions on all pairs of them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator::cases {

inline const std::vector<std::uint32_t> kWords = {
    0,          1,          2,          31,         32,         33,         0x7f,       0xff,
    0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,   0x800000,   0xffffff,   0x12345678,
    0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0xaaaaaaaa, 0x0055ff01, 0xffff8000,
};

/// Four values per lane. The first two are all pairs of words, and the others differ from them.
struct Row {
  std::uint32_t a, b, c, d;
};

inline Row row(unsigned lane, unsigned round) {
  const auto count = static_cast<unsigned>(kWords.size());
  const auto word = [&](unsigned n) { return kWords[n % count]; };
  return {word(lane), word(lane + round), word(lane * 5 + round * 7 + 1), word(lane * 11 + round * 3 + 2)};
}

/// Sets v0 to v3 and runs `assembly`, which writes v[8:11], for every pair. `check` is called for each lane.
inline void each_row(const std::string& processor, const std::string& assembly,
                     const std::function<void(Snippet&, unsigned lane, const Row&)>& check) {
  Snippet snippet(processor, assembly);
  const unsigned lanes = snippet.wave().lanes;
  for (unsigned round = 0; round < kWords.size(); ++round) {
    std::array<std::vector<std::uint32_t>, 4> registers;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto values = row(lane, round);
      registers[0].push_back(values.a);
      registers[1].push_back(values.b);
      registers[2].push_back(values.c);
      registers[3].push_back(values.d);
    }
    for (unsigned n = 0; n < 4; ++n) snippet.set(n, registers[n]);
    snippet.run();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto values = row(lane, round);
      INFO(processor << ": " << assembly << ", lane " << lane << std::hex << ": " << values.a << " " << values.b << " "
                     << values.c << " " << values.d);
      check(snippet, lane, values);
    }
  }
}

/// An operation by its names on gfx9 and gfx11 ("" if the generation lacks it), and its expected result for three
/// words.
struct Operation3 {
  std::string gfx9, gfx11;
  std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> expected;
};

/// Runs `name v8, OPERANDS` on both generations.
inline void check_operation(const Operation3& operation, const std::string& operands) {
  for (const auto& [processor, name] : {std::pair{"gfx90a", operation.gfx9}, std::pair{"gfx1100", operation.gfx11}}) {
    if (name.empty()) continue;
    each_row(processor, name + " v8, " + operands, [&](Snippet& snippet, unsigned lane, const Row& values) {
      REQUIRE(snippet.get(8, lane) == operation.expected(values.a, values.b, values.c));
    });
  }
}

// The following functions work bit by bit, independently of the emulator's own functions.

inline bool bit(std::uint64_t value, unsigned n) {
  return n < 64 && (value >> n & 1) != 0;
}

/// Returns `width` bits from bit `offset` on of a word of `size` bits. Bits above the word are copies of its sign or
/// zeros; the result is extended in the same way.
inline std::uint64_t bits_of(std::uint64_t value, unsigned size, unsigned offset, unsigned width, bool is_signed) {
  std::uint64_t result = 0;
  const auto at = [&](unsigned n) { return n < size ? bit(value, n) : is_signed && bit(value, size - 1); };
  for (unsigned n = 0; n < width && n < 64; ++n) result |= std::uint64_t{at(offset + n)} << n;
  if (is_signed && width > 0)
    for (unsigned n = width; n < 64; ++n) result |= std::uint64_t{at(offset + width - 1)} << n;
  return result;
}

inline std::int64_t extended(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(bits_of(value, bits, 0, bits, true));
}

inline std::uint64_t saturated(std::int64_t value, std::int64_t low, std::int64_t high) {
  return static_cast<std::uint64_t>(value < low ? low : value > high ? high : value);
}

}  // namespace rocm_bindgen::emulator::cases
