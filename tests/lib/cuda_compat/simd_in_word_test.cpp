// Calls the functions with every pair of bytes in each position of a word, and with pairs of halfwords, and compares
// the results with each element computed alone.
#include "rocm_bindgen_compat/math/simd_in_word.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "rocm_bindgen_compat/math/dynamic_programming.hpp"
#include "support/catch.hpp"

namespace {

using Word = unsigned (*)(unsigned, unsigned);

/// A function on two halfwords and on four bytes, and what it computes from one pair of elements.
struct Function {
  const char* name;
  bool is_signed;
  bool saturates;
  Word halfwords;
  Word bytes;
  int (*lane)(int, int);
};

#define BINARY(name, is_signed, saturates, lane) \
  {#name, is_signed, saturates, __v##name##2, __v##name##4, [](int x, int y) -> int { return lane; }}
#define UNARY(name, saturates, lane)                     \
  {#name,                                                \
   true,                                                 \
   saturates,                                            \
   [](unsigned a, unsigned) { return __v##name##2(a); }, \
   [](unsigned a, unsigned) { return __v##name##4(a); }, \
   [](int x, int) -> int { return lane; }}

const Function kFunctions[] = {
    UNARY(abs, false, std::abs(x)),
    UNARY(absss, true, std::abs(x)),
    UNARY(neg, false, -x),
    UNARY(negss, true, -x),
    BINARY(add, false, false, x + y),
    BINARY(addss, true, true, x + y),
    BINARY(addus, false, true, x + y),
    BINARY(sub, false, false, x - y),
    BINARY(subss, true, true, x - y),
    BINARY(subus, false, true, x - y),
    // Ties are rounded away from zero.
    BINARY(avgs, true, false, static_cast<int>((x + y) / 2.0 + (x + y < 0 ? -0.5 : 0.5))),
    BINARY(avgu, false, false, (x + y + 1) / 2),
    BINARY(haddu, false, false, (x + y) / 2),
    BINARY(maxs, true, false, std::max(x, y)),
    BINARY(maxu, false, false, std::max(x, y)),
    BINARY(mins, true, false, std::min(x, y)),
    BINARY(minu, false, false, std::min(x, y)),
    BINARY(absdiffs, true, false, std::abs(x - y)),
    BINARY(absdiffu, false, false, std::abs(x - y)),
    BINARY(cmpeq, false, false, x == y ? -1 : 0),
    BINARY(cmpne, false, false, x != y ? -1 : 0),
    BINARY(cmpges, true, false, x >= y ? -1 : 0),
    BINARY(cmpgeu, false, false, x >= y ? -1 : 0),
    BINARY(cmpgts, true, false, x > y ? -1 : 0),
    BINARY(cmpgtu, false, false, x > y ? -1 : 0),
    BINARY(cmples, true, false, x <= y ? -1 : 0),
    BINARY(cmpleu, false, false, x <= y ? -1 : 0),
    BINARY(cmplts, true, false, x < y ? -1 : 0),
    BINARY(cmpltu, false, false, x < y ? -1 : 0),
    BINARY(seteq, false, false, x == y),
    BINARY(setne, false, false, x != y),
    BINARY(setges, true, false, x >= y),
    BINARY(setgeu, false, false, x >= y),
    BINARY(setgts, true, false, x > y),
    BINARY(setgtu, false, false, x > y),
    BINARY(setles, true, false, x <= y),
    BINARY(setleu, false, false, x <= y),
    BINARY(setlts, true, false, x < y),
    BINARY(setltu, false, false, x < y),
};

int lane_of(unsigned word, unsigned first_bit, unsigned bits, bool is_signed) {
  const auto value = static_cast<int>(word >> first_bit & ((1u << bits) - 1));
  return is_signed && (value >> (bits - 1)) != 0 ? value - (1 << bits) : value;
}

unsigned by_lanes(const Function& function, unsigned bits, unsigned a, unsigned b) {
  unsigned word = 0;
  const int largest = (1 << (function.is_signed ? bits - 1 : bits)) - 1;
  const int smallest = function.is_signed ? -largest - 1 : 0;
  for (unsigned first_bit = 0; first_bit < 32; first_bit += bits) {
    int result =
        function.lane(lane_of(a, first_bit, bits, function.is_signed), lane_of(b, first_bit, bits, function.is_signed));
    if (function.saturates) result = std::clamp(result, smallest, largest);
    word |= (static_cast<unsigned>(result) & ((1u << bits) - 1)) << first_bit;
  }
  return word;
}

/// Words with all pairs of bytes in every position, and others. Half of the bytes of the second words are changed, so
/// that neighbouring lanes have different results.
std::vector<std::pair<unsigned, unsigned>> words() {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned x = 0; x < 256; ++x)
    for (unsigned y = 0; y < 256; ++y) pairs.emplace_back(x * 0x01010101u, (y * 0x01010101u) ^ 0x01000100u);
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) pairs.emplace_back(random(), random());
  for (const unsigned a : {0x80007fffu, 0x00008000u, 0xffff0001u})
    for (const unsigned b : {0x80007fffu, 0x7fff8000u, 0x0001ffffu, 0u}) pairs.emplace_back(a, b);
  return pairs;
}

unsigned sum_of_differences(unsigned a, unsigned b, unsigned bits, bool is_signed) {
  int sum = 0;
  for (unsigned first_bit = 0; first_bit < 32; first_bit += bits)
    sum += std::abs(lane_of(a, first_bit, bits, is_signed) - lane_of(b, first_bit, bits, is_signed));
  return static_cast<unsigned>(sum);
}

}  // namespace

TEST_CASE("halfwords and bytes of a word are computed independently") {
  const auto pairs = words();
  for (const auto& function : kFunctions) {
    INFO(function.name);
    for (const auto& [a, b] : pairs) {
      if (function.halfwords(a, b) == by_lanes(function, 16, a, b) &&
          function.bytes(a, b) == by_lanes(function, 8, a, b))
        continue;
      INFO(std::hex << a << " and " << b);
      REQUIRE(function.halfwords(a, b) == by_lanes(function, 16, a, b));
      REQUIRE(function.bytes(a, b) == by_lanes(function, 8, a, b));
    }
  }
}

TEST_CASE("differences of halfwords and bytes are added") {
  for (const auto& [a, b] : words()) {
    REQUIRE(__vsads2(a, b) == sum_of_differences(a, b, 16, true));
    REQUIRE(__vsadu2(a, b) == sum_of_differences(a, b, 16, false));
    REQUIRE(__vsads4(a, b) == sum_of_differences(a, b, 8, true));
    REQUIRE(__vsadu4(a, b) == sum_of_differences(a, b, 8, false));
  }
}

TEST_CASE("the largest and smallest of three values and of a sum are right") {
  CHECK(__vimax3_s32(-5, 3, 2) == 3);
  CHECK(__vimax3_s32_relu(-5, -3, -2) == 0);
  CHECK(__vimin3_u32(7, 0xffffffffu, 9) == 7);
  CHECK(__vimin3_s32_relu(-7, 5, 9) == 0);
  // The larger or smaller one of the sum of the first two arguments, which wraps around, and the third.
  CHECK(__viaddmax_s32(2147483647, 1, -5) == -5);
  CHECK(__viaddmax_u32(0xffffffffu, 2, 0) == 1);
  CHECK(__viaddmin_s32(3, 4, 9) == 7);
  CHECK(__viaddmin_s32_relu(-3, -4, 9) == 0);
  CHECK(__vimax3_s16x2(0xffff0001u, 0x00020003u, 0xfff00002u) == 0x00020003u);
  CHECK(__vimax3_u16x2(0xffff0001u, 0x00020003u, 0xfff00002u) == 0xffff0003u);
  CHECK(__viaddmax_s16x2(0x7fff0001u, 0x00010001u, 0x80010000u) == 0x80010002u);
  CHECK(__viaddmax_u16x2(0xffff0001u, 0x00020001u, 0x00000000u) == 0x00010002u);
  CHECK(__viaddmin_s16x2_relu(0xfff00003u, 0x00010001u, 0x00050005u) == 0x00000004u);
  CHECK(__vimax_s32_relu(-1, -2) == 0);
  CHECK(__vimin_s32_relu(4, 2) == 2);
  CHECK(__vimax_s16x2_relu(0xffff0005u, 0xfffe0007u) == 0x00000007u);
  CHECK(__vimin_s16x2_relu(0xffff0005u, 0x00040007u) == 0x00000005u);
}

TEST_CASE("the larger or smaller value and the flag whether it is the first argument are right") {
  bool high = false, low = false;
  CHECK(__vibmax_s32(3, -4, &high) == 3);
  CHECK(high);
  CHECK(__vibmin_u32(3, 0xfffffffcu, &high) == 3);
  CHECK(high);
  CHECK(__vibmax_u32(3, 0xfffffffcu, &high) == 0xfffffffcu);
  CHECK_FALSE(high);
  CHECK(__vibmin_s32(5, 5, &low) == 5);
  CHECK(low);
  CHECK(__vibmax_s16x2(0xffff0004u, 0x00010004u, &high, &low) == 0x00010004u);
  CHECK_FALSE(high);
  CHECK(low);
  CHECK(__vibmin_u16x2(0x00ff0004u, 0x01000003u, &high, &low) == 0x00ff0003u);
  CHECK(high);
  CHECK_FALSE(low);
}
