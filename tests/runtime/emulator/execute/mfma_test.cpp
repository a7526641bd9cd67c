// MFMA and SMFMAC, compared with matrix products on the host. The registers are filled by the mapping from register and
// lane to element, which AMD's matrix instruction calculator prints; the emulator uses the inverse mapping.
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "runtime/emulator/execute/matrix_values.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using expected::Element;

/// An instruction that multiplies `blocks` pairs of matrices, each rows x depth by depth x columns.
struct Case {
  std::string mnemonic;
  unsigned rows, columns, depth, blocks;
  Element a, b, result;
};

/// The first registers of D, A, B, C, and of SMFMAC's indices, so far apart that the operands do not overlap.
constexpr unsigned kD = 0, kA = 64, kB = 80, kC = 96, kIndex = 140;

struct Coordinates {
  unsigned outer, k, block;  ///< `outer` is A's row or B's column
};

/// Returns the coordinates of element `n` of a lane in A or B.
Coordinates input_at(const Case& one, unsigned extent, unsigned lane, unsigned n) {
  const unsigned per_lane = one.depth * extent * one.blocks / 64;
  return {lane % extent, per_lane * (lane / (extent * one.blocks)) + n, lane / extent % one.blocks};
}

struct OutputCoordinates {
  unsigned row, column, block;
};

/// Returns the coordinates of element `n` of a lane in C or D.
OutputCoordinates output_at(const Case& one, unsigned lane, unsigned n) {
  const unsigned column = lane % one.columns;
  if (one.result == Element::f64) {
    if (one.rows == 4) return {lane / 16, column, lane / 4 % 4};
    return {4 * n + lane / 16, column, 0};
  }
  switch (one.rows) {
    case 4:
      return {n % 4, column, lane / 4};
    case 16:
      return {4 * (lane / 16) + n % 4, column, n / 4};
    default:
      return {8 * (n / 4) % 32 + 4 * (lane / 32) + n % 4, column, n / 16};
  }
}

unsigned outputs_per_lane(const Case& one) {
  return one.rows * one.columns * one.blocks / 64;
}

std::string registers(const std::string& file, unsigned first, unsigned bits) {
  const unsigned count = bits / 32;
  if (count == 1) return file + std::to_string(first);
  return file + "[" + std::to_string(first) + ":" + std::to_string(first + count - 1) + "]";
}

unsigned input_bits(const Case& one, unsigned extent, Element element) {
  return std::max(32u, one.depth * extent * one.blocks / 64 * expected::bits_of(element));
}

/// The instruction with its registers. `files` has a letter for each of D, A, B and C: v for VGPRs, a for AGPRs.
std::string operands(const Case& one, const std::string& files = "vvvv") {
  const unsigned output_bits = outputs_per_lane(one) * expected::bits_of(one.result);
  return one.mnemonic + " " + registers(files.substr(0, 1), kD, output_bits) + ", " +
         registers(files.substr(1, 1), kA, input_bits(one, one.rows, one.a)) + ", " +
         registers(files.substr(2, 1), kB, input_bits(one, one.columns, one.b)) + ", " +
         registers(files.substr(3, 1), kC, output_bits);
}

auto file_of(Snippet& snippet, char name) {
  return [&snippet, name](unsigned reg) {
    return name == 'a' ? snippet.wave().accumulator(reg) : snippet.wave().vector(reg);
  };
}

/// Fills A, B and C with values of seeds 1, 2 and 3.
void fill(Snippet& snippet, const Case& one, const std::string& files = "vvvv") {
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned n = 0; n < one.depth * one.rows * one.blocks / 64; ++n) {
      const auto [row, k, block] = input_at(one, one.rows, lane, n);
      expected::place(file_of(snippet, files[1]), kA, lane, n, expected::bits_of(one.a),
                      expected::encoded(one.a, expected::element_value(one.a, row, k, block, 1)));
    }
    for (unsigned n = 0; n < one.depth * one.columns * one.blocks / 64; ++n) {
      const auto [column, k, block] = input_at(one, one.columns, lane, n);
      expected::place(file_of(snippet, files[2]), kB, lane, n, expected::bits_of(one.b),
                      expected::encoded(one.b, expected::element_value(one.b, column, k, block, 2)));
    }
    for (unsigned n = 0; n < outputs_per_lane(one); ++n) {
      const auto [row, column, block] = output_at(one, lane, n);
      expected::place(file_of(snippet, files[3]), kC, lane, n, expected::bits_of(one.result),
                      expected::encoded(one.result, expected::element_value(one.result, row, column, block, 3)));
    }
  }
}

/// The effect of modifiers on the operands.
struct Modified {
  std::function<unsigned(unsigned block)> a_block = [](unsigned block) { return block; };
  /// The lane whose elements of B are used for `lane`.
  std::function<unsigned(unsigned lane)> b_lane = [](unsigned lane) { return lane; };
  int a_sign = 1, b_sign = 1, c_sign = 1;
  bool c_is_constant = false;
  int constant = 0;
};

int expected_element(const Case& one, const Modified& modified, unsigned row, unsigned column, unsigned block) {
  int sum = modified.c_is_constant ? modified.constant : expected::element_value(one.result, row, column, block, 3);
  sum *= modified.c_sign;
  const unsigned per_lane = one.depth * one.columns * one.blocks / 64;
  for (unsigned k = 0; k < one.depth; ++k) {
    const unsigned lane = k / per_lane * one.columns * one.blocks + block * one.columns + column;
    const auto from = input_at(one, one.columns, modified.b_lane(lane), k % per_lane);
    sum += modified.a_sign * expected::element_value(one.a, row, k, modified.a_block(block), 1) * modified.b_sign *
           expected::element_value(one.b, from.outer, from.k, from.block, 2);
  }
  return sum;
}

void check(Snippet& snippet, const Case& one, const Modified& modified = {}, char file = 'v') {
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned n = 0; n < outputs_per_lane(one); ++n) {
      const auto [row, column, block] = output_at(one, lane, n);
      CAPTURE(row, column, block);
      CHECK(expected::taken(file_of(snippet, file), kD, lane, n, expected::bits_of(one.result)) ==
            expected::encoded(one.result, expected_element(one, modified, row, column, block)));
    }
}

constexpr auto f64 = Element::f64, f32 = Element::f32, xf32 = Element::xf32, f16 = Element::f16, bf16 = Element::bf16,
               fp8 = Element::fp8_fnuz, bf8 = Element::bf8_fnuz, i8 = Element::i8, i32 = Element::i32;

const std::vector<Case> kCommon = {
    {"v_mfma_f32_32x32x1f32", 32, 32, 1, 2, f32, f32, f32},
    {"v_mfma_f32_16x16x1f32", 16, 16, 1, 4, f32, f32, f32},
    {"v_mfma_f32_4x4x1f32", 4, 4, 1, 16, f32, f32, f32},
    {"v_mfma_f32_32x32x2f32", 32, 32, 2, 1, f32, f32, f32},
    {"v_mfma_f32_16x16x4f32", 16, 16, 4, 1, f32, f32, f32},
    {"v_mfma_f32_32x32x4f16", 32, 32, 4, 2, f16, f16, f32},
    {"v_mfma_f32_16x16x4f16", 16, 16, 4, 4, f16, f16, f32},
    {"v_mfma_f32_4x4x4f16", 4, 4, 4, 16, f16, f16, f32},
    {"v_mfma_f32_32x32x8f16", 32, 32, 8, 1, f16, f16, f32},
    {"v_mfma_f32_16x16x16f16", 16, 16, 16, 1, f16, f16, f32},
    {"v_mfma_f32_32x32x4bf16_1k", 32, 32, 4, 2, bf16, bf16, f32},
    {"v_mfma_f32_16x16x4bf16_1k", 16, 16, 4, 4, bf16, bf16, f32},
    {"v_mfma_f32_4x4x4bf16_1k", 4, 4, 4, 16, bf16, bf16, f32},
    {"v_mfma_f32_32x32x8bf16_1k", 32, 32, 8, 1, bf16, bf16, f32},
    {"v_mfma_f32_16x16x16bf16_1k", 16, 16, 16, 1, bf16, bf16, f32},
    {"v_mfma_i32_32x32x4i8", 32, 32, 4, 2, i8, i8, i32},
    {"v_mfma_i32_16x16x4i8", 16, 16, 4, 4, i8, i8, i32},
    {"v_mfma_i32_4x4x4i8", 4, 4, 4, 16, i8, i8, i32},
    {"v_mfma_f64_16x16x4f64", 16, 16, 4, 1, f64, f64, f64},
    {"v_mfma_f64_4x4x4f64", 4, 4, 4, 4, f64, f64, f64},
};

/// The instructions that only one of the processors has.
const std::map<std::string, std::vector<Case>> kOnlyOn = {
    {"gfx90a",
     {{"v_mfma_f32_32x32x2bf16", 32, 32, 2, 2, bf16, bf16, f32},
      {"v_mfma_f32_16x16x2bf16", 16, 16, 2, 4, bf16, bf16, f32},
      {"v_mfma_f32_4x4x2bf16", 4, 4, 2, 16, bf16, bf16, f32},
      {"v_mfma_f32_32x32x4bf16", 32, 32, 4, 1, bf16, bf16, f32},
      {"v_mfma_f32_16x16x8bf16", 16, 16, 8, 1, bf16, bf16, f32},
      {"v_mfma_i32_32x32x8i8", 32, 32, 8, 1, i8, i8, i32},
      {"v_mfma_i32_16x16x16i8", 16, 16, 16, 1, i8, i8, i32}}},
    {"gfx942",
     {{"v_mfma_i32_32x32x16_i8", 32, 32, 16, 1, i8, i8, i32},
      {"v_mfma_i32_16x16x32_i8", 16, 16, 32, 1, i8, i8, i32},
      {"v_mfma_f32_16x16x8_xf32", 16, 16, 8, 1, xf32, xf32, f32},
      {"v_mfma_f32_32x32x4_xf32", 32, 32, 4, 1, xf32, xf32, f32},
      {"v_mfma_f32_16x16x32_bf8_bf8", 16, 16, 32, 1, bf8, bf8, f32},
      {"v_mfma_f32_16x16x32_bf8_fp8", 16, 16, 32, 1, bf8, fp8, f32},
      {"v_mfma_f32_16x16x32_fp8_bf8", 16, 16, 32, 1, fp8, bf8, f32},
      {"v_mfma_f32_16x16x32_fp8_fp8", 16, 16, 32, 1, fp8, fp8, f32},
      {"v_mfma_f32_32x32x16_bf8_bf8", 32, 32, 16, 1, bf8, bf8, f32},
      {"v_mfma_f32_32x32x16_bf8_fp8", 32, 32, 16, 1, bf8, fp8, f32},
      {"v_mfma_f32_32x32x16_fp8_bf8", 32, 32, 16, 1, fp8, bf8, f32},
      {"v_mfma_f32_32x32x16_fp8_fp8", 32, 32, 16, 1, fp8, fp8, f32}}},
};

std::vector<Case> cases_of(const std::string& processor) {
  auto all = kCommon;
  const auto& own = kOnlyOn.at(processor);
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

Case find(const std::string& mnemonic) {
  for (const auto& one : cases_of("gfx90a"))
    if (one.mnemonic == mnemonic) return one;
  FAIL(mnemonic);
  return {};
}

TEST_CASE("MFMA multiplies matrices", "[emulator][mfma]") {
  const std::string processor = GENERATE("gfx90a", "gfx942");
  for (const auto& one : cases_of(processor)) {
    CAPTURE(processor, one.mnemonic);
    Snippet snippet(processor, operands(one));
    fill(snippet, one);
    // The result does not depend on EXEC.
    snippet.wave().set_exec(0x10);
    snippet.run();
    check(snippet, one);
  }
}

TEST_CASE("MFMA works on accumulation registers", "[emulator][mfma]") {
  const std::string processor = GENERATE("gfx90a", "gfx942");
  const std::string files = GENERATE("aava", "avaa", "vaav", "aaaa");
  for (const auto& name : {"v_mfma_f32_32x32x8f16", "v_mfma_f64_16x16x4f64", "v_mfma_f32_4x4x1f32"}) {
    const auto one = find(name);
    CAPTURE(processor, name, files);
    Snippet snippet(processor, operands(one, files));
    fill(snippet, one, files);
    snippet.run();
    check(snippet, one, {}, files[0]);
  }
}

TEST_CASE("MFMA accumulates into its own C", "[emulator][mfma]") {
  const auto one = find("v_mfma_f32_16x16x4f32");
  Snippet snippet("gfx90a", operands(one) + "\nv_mfma_f32_16x16x4f32 v[0:3], v64, v80, v[0:3]");
  fill(snippet, one);
  snippet.run();
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned n = 0; n < 4; ++n) {
      const auto [row, column, block] = output_at(one, lane, n);
      const int once = expected_element(one, {}, row, column, block);
      // Both executions add the product, and C is added once.
      const int twice = 2 * once - expected::element_value(f32, row, column, block, 3);
      CHECK(snippet.get(n, lane) == expected::encoded(f32, twice));
    }
}

TEST_CASE("MFMA's C can be an inline constant", "[emulator][mfma]") {
  const std::string processor = GENERATE("gfx90a", "gfx942");
  const auto with_constant = [&](const std::string& mnemonic, const std::string& constant, int value) {
    const auto one = find(mnemonic);
    auto text = operands(one);
    text = text.substr(0, text.rfind(',')) + ", " + constant;
    CAPTURE(processor, text);
    Snippet snippet(processor, text);
    fill(snippet, one);
    snippet.run();
    Modified modified;
    modified.c_is_constant = true;
    modified.constant = value;
    check(snippet, one, modified);
  };
  with_constant("v_mfma_f32_32x32x8f16", "0", 0);
  with_constant("v_mfma_f32_32x32x8f16", "-4.0", -4);
  with_constant("v_mfma_f64_16x16x4f64", "2.0", 2);
  with_constant("v_mfma_i32_16x16x4i8", "-5", -5);
}

TEST_CASE("CBSZ and ABID broadcast blocks of A", "[emulator][mfma]") {
  const std::string mnemonic = GENERATE("v_mfma_f32_32x32x1f32", "v_mfma_f32_16x16x4f16", "v_mfma_i32_4x4x4i8");
  const auto one = find(mnemonic);
  for (unsigned cbsz = 1; 1u << cbsz <= one.blocks; ++cbsz)
    for (unsigned abid = 0; abid < 1u << cbsz; ++abid) {
      const auto text = operands(one) + " cbsz:" + std::to_string(cbsz) + " abid:" + std::to_string(abid);
      CAPTURE(text);
      Snippet snippet("gfx90a", text);
      fill(snippet, one);
      snippet.run();
      Modified modified;
      modified.a_block = [&](unsigned block) { return block - block % (1u << cbsz) + abid; };
      check(snippet, one, modified);
    }
}

TEST_CASE("BLGP permutes the lanes of B", "[emulator][mfma]") {
  const std::string mnemonic =
      GENERATE("v_mfma_f32_32x32x1f32", "v_mfma_f32_16x16x4f16", "v_mfma_f32_32x32x8f16", "v_mfma_f32_16x16x4f32");
  const auto one = find(mnemonic);
  const std::vector<std::function<unsigned(unsigned)>> patterns = {
      [](unsigned lane) { return lane; },
      [](unsigned lane) { return lane & 31; },
      [](unsigned lane) { return lane | 32; },
      [](unsigned lane) { return (lane & 15) | ((lane + 16) & 48); },
      [](unsigned lane) { return lane & 15; },
      [](unsigned lane) { return (lane & 15) | 16; },
      [](unsigned lane) { return (lane & 15) | 32; },
      [](unsigned lane) { return (lane & 15) | 48; }};
  for (unsigned blgp = 1; blgp < 8; ++blgp) {
    const auto text = operands(one) + " blgp:" + std::to_string(blgp);
    CAPTURE(text);
    Snippet snippet("gfx90a", text);
    fill(snippet, one);
    snippet.run();
    Modified modified;
    modified.b_lane = patterns[blgp];
    check(snippet, one, modified);
  }
}

TEST_CASE("gfx942 negates f64 operands", "[emulator][mfma]") {
  const auto one = find(GENERATE("v_mfma_f64_16x16x4f64", "v_mfma_f64_4x4x4f64"));
  for (unsigned signs = 1; signs < 8; ++signs) {
    const auto flag = [&](unsigned n) { return std::to_string(signs >> n & 1); };
    const auto text = operands(one) + " neg:[" + flag(0) + "," + flag(1) + "," + flag(2) + "]";
    CAPTURE(text);
    Snippet snippet("gfx942", text);
    fill(snippet, one);
    snippet.run();
    Modified modified;
    modified.a_sign = (signs & 1) != 0 ? -1 : 1;
    modified.b_sign = (signs & 2) != 0 ? -1 : 1;
    modified.c_sign = (signs & 4) != 0 ? -1 : 1;
    check(snippet, one, modified);
  }
}

/// Returns the result if all elements of A, of B and of C have the same value.
std::uint64_t of_constants(const std::string& processor, const Case& one, std::uint64_t a, std::uint64_t b,
                           std::uint64_t c) {
  Snippet snippet(processor, operands(one));
  const auto row = file_of(snippet, 'v');
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned n = 0; n < one.depth * one.rows * one.blocks / 64; ++n) {
      expected::place(row, kA, lane, n, expected::bits_of(one.a), a);
      expected::place(row, kB, lane, n, expected::bits_of(one.b), b);
    }
    for (unsigned n = 0; n < outputs_per_lane(one); ++n)
      expected::place(row, kC, lane, n, expected::bits_of(one.result), c);
  }
  snippet.run();
  // All results are equal. This one is element 1 of lane 17.
  return expected::taken(row, kD, 17, 1, expected::bits_of(one.result));
}

TEST_CASE("MFMA handles infinities and NaNs", "[emulator][mfma]") {
  const std::string processor = GENERATE("gfx90a", "gfx942");
  CAPTURE(processor);
  const auto single = find("v_mfma_f32_16x16x4f32"), half = find("v_mfma_f32_16x16x16f16"),
             wide = find("v_mfma_f64_16x16x4f64");
  const std::uint64_t one = 0x3f800000, infinity = 0x7f800000, nan = 0x7fc00000;
  CHECK(of_constants(processor, single, infinity, one, one) == infinity);
  CHECK(of_constants(processor, single, infinity, 0, one) == nan);
  CHECK(of_constants(processor, single, infinity, one, 0xff800000) == nan);
  CHECK(of_constants(processor, single, one, one, 0x7f812345) == nan);
  // In f16, 0x7c00 is infinity, 0xbc00 is -1, 0x3c00 is 1, and 0x7c01 is a NaN.
  CHECK(of_constants(processor, half, 0x7c00, 0xbc00, one) == 0xff800000);
  CHECK(of_constants(processor, half, 0x7c00, 0, one) == nan);
  CHECK(of_constants(processor, half, 0x7c01, 0x3c00, one) == nan);
  CHECK(of_constants(processor, wide, 0x7ff0000000000000, 0, 0) == 0x7ff8000000000000);
  // 16 * 2^15 * 2^15 = 2^34 is beyond f16's range, but not beyond f32's.
  CHECK(of_constants(processor, half, 0x7800, 0x7800, 0) == std::bit_cast<std::uint32_t>(0x1p34f));
}

TEST_CASE("f32 and f64 products are fused into the sum", "[emulator][mfma]") {
  const std::string processor = GENERATE("gfx90a", "gfx942");
  CAPTURE(processor);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  // (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24, which a rounded product would lose. The second sum, 2^-130 + 2^-149, is
  // subnormal.
  const float a = 1 + 0x1p-12f;
  CHECK(of_constants(processor, find("v_mfma_f32_16x16x1f32"), bits(a), bits(a), bits(-1 - 0x1p-11f)) ==
        bits(0x1p-24f));
  CHECK(of_constants(processor, find("v_mfma_f32_16x16x1f32"), bits(0x1p-100f), bits(0x1p-30f), bits(0x1p-149f)) ==
        bits(0x1p-130f + 0x1p-149f));
  const double wide = 1 + 0x1p-27, c = -1 - 0x1p-26;
  CHECK(of_constants(processor, {"v_mfma_f64_16x16x4f64", 16, 16, 4, 1, f64, f64, f64},
                     std::bit_cast<std::uint64_t>(wide), std::bit_cast<std::uint64_t>(wide),
                     std::bit_cast<std::uint64_t>(c)) == std::bit_cast<std::uint64_t>([&] {
          double sum = c;
          for (int k = 0; k < 4; ++k) sum = static_cast<double>(expected::Wide{wide} * wide + sum);
          return sum;
        }()));
}

TEST_CASE("gfx90a flushes subnormal halves in MFMA and gfx942 does not", "[emulator][mfma]") {
  const auto half = find("v_mfma_f32_16x16x16f16"), brain = find("v_mfma_f32_16x16x16bf16_1k");
  // Each result is the sum of 16 products: 16 * 2^-24 = 2^-20 for halves, 16 * 2^-133 = 2^-129 for bf16.
  const std::uint64_t subnormal_half = 0x0001, one_half = 0x3c00, subnormal_brain = 0x0001, one_brain = 0x3f80;
  CHECK(of_constants("gfx90a", half, subnormal_half, one_half, 0) == 0);
  CHECK(of_constants("gfx942", half, subnormal_half, one_half, 0) == std::bit_cast<std::uint32_t>(0x1p-20f));
  CHECK(of_constants("gfx90a", brain, one_brain, subnormal_brain, 0) == 0);
  CHECK(of_constants("gfx942", brain, one_brain, subnormal_brain, 0) == 0x00100000);
  CHECK(of_constants("gfx90a", half, 0, 0, 0x00000123) == 0);
  CHECK(of_constants("gfx942", half, 0, 0, 0x00000123) == 0x00000123);
}

TEST_CASE("xf32 uses ten bits of the mantissa", "[emulator][mfma]") {
  const Case one = {"v_mfma_f32_16x16x8_xf32", 16, 16, 8, 1, xf32, xf32, f32};
  // Lower bits are truncated. Each result is the sum of 8 products.
  CHECK(of_constants("gfx942", one, 0x3f801fff, 0x3f800000, 0) == std::bit_cast<std::uint32_t>(8.0f));
  CHECK(of_constants("gfx942", one, 0x3f802000, 0x3f800000, 0) == std::bit_cast<std::uint32_t>(8.0f + 8 * 0x1p-10f));
}

TEST_CASE("MFMA's i8 sums wrap", "[emulator][mfma]") {
  // 4 * (-128)^2 = 0x10000, and 0x7fffffff + 0x10000 = 0x8000ffff.
  CHECK(of_constants("gfx90a", find("v_mfma_i32_4x4x4i8"), 0x80, 0x80, 0x7fffffff) == 0x8000ffff);
}

TEST_CASE("FP8 and BF8 of gfx942 have no infinities", "[emulator][mfma]") {
  const Case fp8_case = {"v_mfma_f32_16x16x32_fp8_fp8", 16, 16, 32, 1, fp8, fp8, f32};
  const Case bf8_case = {"v_mfma_f32_16x16x32_bf8_bf8", 16, 16, 32, 1, bf8, bf8, f32};
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  // The largest number, the number closest to 0 and the NaN, each multiplied by 1, which is 0x40. Each result is the
  // sum of 32 products.
  CHECK(of_constants("gfx942", fp8_case, 0x40, 0x7f, 0) == bits(32 * 240.0f));
  CHECK(of_constants("gfx942", fp8_case, 0x40, 0x01, 0) == bits(32 * 0x1p-10f));
  CHECK(of_constants("gfx942", fp8_case, 0x40, 0x80, 0) == 0x7fc00000);
  CHECK(of_constants("gfx942", bf8_case, 0x40, 0x7f, 0) == bits(32 * 57344.0f));
  CHECK(of_constants("gfx942", bf8_case, 0x40, 0x81, 0) == bits(-32 * 0x1p-17f));
  CHECK(of_constants("gfx942", bf8_case, 0x40, 0x80, 0) == 0x7fc00000);
}

struct SparseCase {
  std::string mnemonic;
  unsigned side, depth;
  Element a, b, result;
};

/// Returns the positions, in a group of four elements, of the two elements that row `row` of the sparse A stores.
std::pair<unsigned, unsigned> stored_positions(unsigned row, unsigned group) {
  const unsigned choice = (row * 5 + group * 3) % 6;
  const std::array<std::pair<unsigned, unsigned>, 6> pairs = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  return pairs[choice];
}

TEST_CASE("SMFMAC multiplies by a sparse matrix", "[emulator][mfma]") {
  const std::vector<SparseCase> cases = {{"v_smfmac_f32_16x16x32_f16", 16, 32, f16, f16, f32},
                                         {"v_smfmac_f32_32x32x16_f16", 32, 16, f16, f16, f32},
                                         {"v_smfmac_f32_16x16x32_bf16", 16, 32, bf16, bf16, f32},
                                         {"v_smfmac_f32_32x32x16_bf16", 32, 16, bf16, bf16, f32},
                                         {"v_smfmac_i32_16x16x64_i8", 16, 64, i8, i8, i32},
                                         {"v_smfmac_i32_32x32x32_i8", 32, 32, i8, i8, i32},
                                         {"v_smfmac_f32_16x16x64_bf8_bf8", 16, 64, bf8, bf8, f32},
                                         {"v_smfmac_f32_16x16x64_bf8_fp8", 16, 64, bf8, fp8, f32},
                                         {"v_smfmac_f32_16x16x64_fp8_bf8", 16, 64, fp8, bf8, f32},
                                         {"v_smfmac_f32_16x16x64_fp8_fp8", 16, 64, fp8, fp8, f32},
                                         {"v_smfmac_f32_32x32x32_bf8_bf8", 32, 32, bf8, bf8, f32},
                                         {"v_smfmac_f32_32x32x32_bf8_fp8", 32, 32, bf8, fp8, f32},
                                         {"v_smfmac_f32_32x32x32_fp8_bf8", 32, 32, fp8, bf8, f32},
                                         {"v_smfmac_f32_32x32x32_fp8_fp8", 32, 32, fp8, fp8, f32}};
  for (const auto& one : cases) {
    const Case dense = {one.mnemonic, one.side, one.side, one.depth, 1, one.a, one.b, one.result};
    // A lane has half as many elements of A as of B, and an index of two bits for each.
    const unsigned b_per_lane = one.depth * one.side / 64, index_bits = b_per_lane;
    for (unsigned set = 0; set < 32 / index_bits; ++set) {
      const auto text = one.mnemonic + " " + registers("v", kD, 32 * outputs_per_lane(dense)) + ", " +
                        registers("v", kA, b_per_lane / 2 * expected::bits_of(one.a)) + ", " +
                        registers("v", kB, b_per_lane * expected::bits_of(one.b)) + ", v" + std::to_string(kIndex) +
                        " abid:" + std::to_string(set);
      CAPTURE(text);
      Snippet snippet("gfx942", text);
      const auto row_of = file_of(snippet, 'v');
      fill(snippet, dense);
      for (unsigned lane = 0; lane < 64; ++lane) {
        const unsigned row = lane % one.side;
        std::uint32_t indices = 0;
        for (unsigned group = 0; group < b_per_lane / 4; ++group) {
          const unsigned k = b_per_lane * (lane / one.side) + 4 * group;
          const auto [first, second] = stored_positions(row, k / 4);
          indices |= (first | second << 2) << 4 * group;
          for (unsigned n = 0; n < 2; ++n)
            expected::place(
                row_of, kA, lane, 2 * group + n, expected::bits_of(one.a),
                expected::encoded(one.a, expected::element_value(one.a, row, k + (n == 0 ? first : second), 0, 1)));
        }
        // The other sets of indices are intentionally wrong: 0xe4 is 0, 1, 2, 3.
        row_of(kIndex)[lane] = 0xe4e4e4e4;
        expected::place(row_of, kIndex, lane, set, index_bits, indices);
        for (unsigned n = 0; n < outputs_per_lane(dense); ++n) row_of(kD + n)[lane] = row_of(kC + n)[lane];
      }
      snippet.run();
      for (unsigned lane = 0; lane < 64; ++lane)
        for (unsigned n = 0; n < outputs_per_lane(dense); ++n) {
          const auto [row, column, block] = output_at(dense, lane, n);
          int sum = expected::element_value(one.result, row, column, 0, 3);
          for (unsigned k = 0; k < one.depth; ++k) {
            const auto [first, second] = stored_positions(row, k / 4);
            if (k % 4 == first || k % 4 == second)
              sum += expected::element_value(one.a, row, k, 0, 1) * expected::element_value(one.b, column, k, 0, 2);
          }
          CAPTURE(row, column);
          CHECK(expected::taken(row_of, kD, lane, n, 32) == expected::encoded(one.result, sum));
        }
    }
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
