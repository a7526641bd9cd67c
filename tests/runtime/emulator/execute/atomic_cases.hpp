// Atomics by their names in each family of instructions, with their effect on values in memory. The expected values
// were computed by hand for edge values, not with the emulator's own functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rocm_bindgen::emulator {

/// One atomic applied to one value: the value in memory before, the data operand, and the value in memory afterwards.
struct AtomicEdge {
  std::uint64_t memory, data, after;
};

struct AtomicCase {
  const char* older;  ///< the name in global, flat and buffer instructions before gfx11; null if there is none
  const char* newer;  ///< the name in these instructions from gfx11 on
  const char* local;  ///< the name in LDS instructions without "ds_" and with "rtn"; null if there is none
  unsigned dwords;    ///< of the value in memory
  std::vector<AtomicEdge> edges;
};

constexpr std::uint64_t kMinimum64 = 0x8000'0000'0000'0000;  // as a double, -0

inline const std::vector<AtomicCase>& integer_atomics() {
  static const std::vector<AtomicCase> cases = {
      {"swap", "swap_b32", "wrxchg_rtn_b32", 1, {{5, 9, 9}}},
      {"swap_x2", "swap_b64", "wrxchg_rtn_b64", 2, {{5, 0x9000'0000'1, 0x9000'0000'1}}},
      {"add", "add_u32", "add_rtn_u32", 1, {{5, 9, 14}, {0xffffffff, 2, 1}}},
      {"add_x2", "add_u64", "add_rtn_u64", 2, {{0xffffffff, 1, 0x1'0000'0000}, {~0ull, 2, 1}}},
      {"sub", "sub_u32", "sub_rtn_u32", 1, {{5, 9, 0xfffffffc}, {9, 5, 4}}},
      {"sub_x2", "sub_u64", "sub_rtn_u64", 2, {{0, 1, ~0ull}, {0x1'0000'0000, 1, 0xffffffff}}},
      {"smin", "min_i32", "min_rtn_i32", 1, {{0x80000000, 0x7fffffff, 0x80000000}, {3, 0xffffffff, 0xffffffff}}},
      {"smin_x2", "min_i64", "min_rtn_i64", 2, {{kMinimum64, 1, kMinimum64}, {1, ~0ull, ~0ull}}},
      {"umin", "min_u32", "min_rtn_u32", 1, {{0x80000000, 0x7fffffff, 0x7fffffff}, {3, 0xffffffff, 3}}},
      {"umin_x2", "min_u64", "min_rtn_u64", 2, {{kMinimum64, 1, 1}, {1, ~0ull, 1}}},
      {"smax", "max_i32", "max_rtn_i32", 1, {{0x80000000, 0x7fffffff, 0x7fffffff}, {3, 0xffffffff, 3}}},
      {"smax_x2", "max_i64", "max_rtn_i64", 2, {{kMinimum64, 1, 1}, {1, ~0ull, 1}}},
      {"umax", "max_u32", "max_rtn_u32", 1, {{0x80000000, 0x7fffffff, 0x80000000}, {3, 0xffffffff, 0xffffffff}}},
      {"umax_x2", "max_u64", "max_rtn_u64", 2, {{kMinimum64, 1, kMinimum64}, {1, ~0ull, ~0ull}}},
      {"and", "and_b32", "and_rtn_b32", 1, {{0xff00ff00, 0x0ff00ff0, 0x0f000f00}}},
      {"and_x2", "and_b64", "and_rtn_b64", 2, {{0xff00ff00'00000003, 0x0ff00ff0'00000002, 0x0f000f00'00000002}}},
      {"or", "or_b32", "or_rtn_b32", 1, {{0xff00ff00, 0x0ff00ff0, 0xfff0fff0}}},
      {"or_x2", "or_b64", "or_rtn_b64", 2, {{0xff00ff00'00000001, 0x0ff00ff0'00000002, 0xfff0fff0'00000003}}},
      {"xor", "xor_b32", "xor_rtn_b32", 1, {{0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0}}},
      {"xor_x2", "xor_b64", "xor_rtn_b64", 2, {{0xff00ff00'00000003, 0x0ff00ff0'00000002, 0xf0f0f0f0'00000001}}},
      // Counts up to the data, then continues at 0; a larger value also continues at 0.
      {"inc", "inc_u32", "inc_rtn_u32", 1, {{4, 5, 5}, {5, 5, 0}, {6, 5, 0}, {0, 0, 0}}},
      {"inc_x2", "inc_u64", "inc_rtn_u64", 2, {{0xffffffff, ~0ull, 0x1'0000'0000}, {~0ull, ~0ull, 0}}},
      // Counts down to 0, then continues at the data; a larger value also continues at the data.
      {"dec", "dec_u32", "dec_rtn_u32", 1, {{4, 5, 3}, {0, 5, 5}, {6, 5, 5}, {5, 5, 4}, {0, 0, 0}}},
      {"dec_x2", "dec_u64", "dec_rtn_u64", 2, {{0x1'0000'0000, ~0ull, 0xffffffff}, {0, ~0ull, ~0ull}}},
  };
  return cases;
}

constexpr std::uint32_t kNan = 0x7fc00000, kInfinity = 0x7f800000, kNegativeInfinity = 0xff800000;
constexpr std::uint64_t kNan64 = 0x7ff8'0000'0000'0000, kInfinity64 = 0x7ff0'0000'0000'0000;

inline std::vector<AtomicEdge> add_f32_edges() {
  return {
      {0x3f800000, 0x40000000, 0x40400000},  // 1 + 2
      {0x80000000, 0x80000000, 0x80000000},  // -0 + -0
      {0x80000000, 0x00000000, 0x00000000},  // -0 + 0
      {0x3f800000, 0x33800000, 0x3f800000},  // 1 + 2^-24: a tie, rounded to even
      {0x3f800001, 0x33800000, 0x3f800002},  // a tie, rounded up to even
      {0x7f7fffff, 0x7f7fffff, kInfinity},   // twice the largest number
      {kInfinity, kNegativeInfinity, kNan},  // an invalid sum
      {0xff812345, 0x3f800000, 0xffc12345},  // a signalling NaN, quieted
      {0x3f800000, 0x7fa00001, 0x7fe00001},  // a signalling NaN as the data, quieted
      {0x7fc00001, 0x7fc00002, 0x7fc00001},  // two NaNs: the result is the first
  };
}

inline std::vector<AtomicEdge> add_f64_edges() {
  return {
      {0x3ff0'0000'0000'0000, 0x4000'0000'0000'0000, 0x4008'0000'0000'0000},  // 1 + 2
      {0x3ff0'0000'0000'0000, 0x3ca0'0000'0000'0000, 0x3ff0'0000'0000'0000},  // 1 + 2^-53: a tie
      {0x0000'0000'0000'0001, 0x0000'0000'0000'0002, 0x0000'0000'0000'0003},  // subnormals are kept
      {kInfinity64, kInfinity64 | kMinimum64, kNan64},
      {0x7ff0'0000'0000'0001, 0x3ff0'0000'0000'0000, 0x7ff8'0000'0000'0001},  // a signalling NaN, quieted
  };
}

/// For minima and maxima, -0 is less than 0, and a number is preferred to a NaN. Of two NaNs, the first is quieted.
/// 0x3f800000 is 1, 0xbf800000 is -1, 0xc0000000 is -2, and 0x00000001 is the smallest number.
inline std::vector<AtomicEdge> min_f32_edges() {
  return {{0x3f800000, 0xbf800000, 0xbf800000}, {0xc0000000, 0xbf800000, 0xc0000000},
          {0, 0x80000000, 0x80000000},          {0x80000000, 0, 0x80000000},
          {kNan, 0x3f800000, 0x3f800000},       {0x3f800000, kNan, 0x3f800000},
          {kInfinity, 0x00000001, 0x00000001},  {kNegativeInfinity, kInfinity, kNegativeInfinity},
          {0x7f800001, 0x7fc00002, 0x7fc00001}};
}

inline std::vector<AtomicEdge> max_f32_edges() {
  return {{0x3f800000, 0xbf800000, 0x3f800000},
          {0xc0000000, 0xbf800000, 0xbf800000},
          {0, 0x80000000, 0},
          {0x80000000, 0, 0},
          {kNan, 0x3f800000, 0x3f800000},
          {0x3f800000, kNan, 0x3f800000},
          {kInfinity, 0x00000001, kInfinity},
          {kNegativeInfinity, 0x80000001, 0x80000001}};
}

inline std::vector<AtomicEdge> min_f64_edges() {
  return {{0x3ff0'0000'0000'0000, 0xbff0'0000'0000'0000, 0xbff0'0000'0000'0000},
          {0, kMinimum64, kMinimum64},
          {kNan64, 1, 1},
          {1, kNan64, 1}};
}

inline std::vector<AtomicEdge> max_f64_edges() {
  return {{0x3ff0'0000'0000'0000, 0xbff0'0000'0000'0000, 0x3ff0'0000'0000'0000},
          {kMinimum64, 0, 0},
          {kNan64, kMinimum64 | 1, kMinimum64 | 1},
          {1, kNan64, 1}};
}

/// Pairs of halves. Their sums, the low one first, are: 1 + 2 and 65504 + 65504, which overflows; 1 + 2 units of
/// subnormal numbers and 1 + 2^-11, a tie; a signalling NaN + 1 and infinity - infinity.
inline std::vector<AtomicEdge> pk_add_f16_edges() {
  return {
      {0x7bff3c00, 0x7bff4000, 0x7c004200}, {0x3c000001, 0x10000002, 0x3c000003}, {0x7c007d01, 0xfc003c00, 0x7e007f01}};
}

/// Pairs of bf16. Their sums, the low one first, are: 1 + 2 and twice the largest number; 1 + 2 units of subnormal
/// numbers and 1 + 2^-8, a tie; 1 + 3 and a tie that is rounded up to even; a signalling NaN + 1 and infinity -
/// infinity.
inline std::vector<AtomicEdge> pk_add_bf16_edges() {
  return {{0x7f7f3f80, 0x7f7f4000, 0x7f804040},
          {0x3f800001, 0x3b800002, 0x3f800003},
          {0x3f81'3f80, 0x3b80'4040, 0x3f82'4080},
          {0x7f807f81, 0xff803f80, 0x7fc07fc1}};
}

}  // namespace rocm_bindgen::emulator
