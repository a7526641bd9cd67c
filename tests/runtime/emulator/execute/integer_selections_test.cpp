#include <algorithm>

#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::int64_t;
using std::uint32_t;

/// Returns a function that sorts its first `operands` operands as numbers of `bits` bits, and returns the one at
/// position `rank`; 0 is the smallest.
std::function<uint32_t(uint32_t, uint32_t, uint32_t)> ranked(unsigned operands, unsigned rank, bool is_signed,
                                                             unsigned bits = 32) {
  return [=](uint32_t a, uint32_t b, uint32_t c) {
    std::vector<int64_t> values;
    for (const auto word : {a, b, c}) values.push_back(static_cast<int64_t>(bits_of(word, bits, 0, bits, is_signed)));
    values.resize(operands);
    std::sort(values.begin(), values.end());
    return static_cast<uint32_t>(bits_of(static_cast<std::uint64_t>(values[rank]), 64, 0, bits, false));
  };
}

TEST_CASE("vector integers: minima, maxima and medians are correct", "[integer]") {
  check_operation({"v_min_i32", "v_min_i32", ranked(2, 0, true)}, "v0, v1");
  check_operation({"v_min_u32", "v_min_u32", ranked(2, 0, false)}, "v0, v1");
  check_operation({"v_max_i32", "v_max_i32", ranked(2, 1, true)}, "v0, v1");
  check_operation({"v_max_u32", "v_max_u32", ranked(2, 1, false)}, "v0, v1");
  check_operation({"v_min3_i32", "v_min3_i32", ranked(3, 0, true)}, "v0, v1, v2");
  check_operation({"v_min3_u32", "v_min3_u32", ranked(3, 0, false)}, "v0, v1, v2");
  check_operation({"v_med3_i32", "v_med3_i32", ranked(3, 1, true)}, "v0, v1, v2");
  check_operation({"v_med3_u32", "v_med3_u32", ranked(3, 1, false)}, "v0, v1, v2");
  check_operation({"v_max3_i32", "v_max3_i32", ranked(3, 2, true)}, "v0, v1, v2");
  check_operation({"v_max3_u32", "v_max3_u32", ranked(3, 2, false)}, "v0, v1, v2");
}

TEST_CASE("vector integers: minima, maxima and medians of 16 bits are correct", "[integer]") {
  // These exist only on gfx9, which clears the rest of the register.
  check_operation({"v_min3_i16", "", ranked(3, 0, true, 16)}, "v0, v1, v2");
  check_operation({"v_min3_u16", "", ranked(3, 0, false, 16)}, "v0, v1, v2");
  check_operation({"v_med3_i16", "", ranked(3, 1, true, 16)}, "v0, v1, v2");
  check_operation({"v_med3_u16", "", ranked(3, 1, false, 16)}, "v0, v1, v2");
  check_operation({"v_max3_i16", "", ranked(3, 2, true, 16)}, "v0, v1, v2");
  check_operation({"v_max3_u16", "", ranked(3, 2, false, 16)}, "v0, v1, v2");
}

TEST_CASE("vector integers: minima of maxima and maxima of minima are correct", "[integer]") {
  const auto s = [](uint32_t word) { return extended(word, 32); };
  check_operation({"", "v_maxmin_u32", [](auto a, auto b, auto c) { return std::min(std::max(a, b), c); }},
                  "v0, v1, v2");
  check_operation({"", "v_minmax_u32", [](auto a, auto b, auto c) { return std::max(std::min(a, b), c); }},
                  "v0, v1, v2");
  check_operation({"", "v_maxmin_i32",
                   [&](auto a, auto b, auto c) { return static_cast<uint32_t>(std::min(std::max(s(a), s(b)), s(c))); }},
                  "v0, v1, v2");
  check_operation({"", "v_minmax_i32",
                   [&](auto a, auto b, auto c) { return static_cast<uint32_t>(std::max(std::min(s(a), s(b)), s(c))); }},
                  "v0, v1, v2");
}

}  // namespace
}  // namespace rocm_bindgen::emulator
