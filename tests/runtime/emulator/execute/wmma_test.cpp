// WMMA and SWMMAC, compared with matrix products on the host, in waves of 32 and 64.
#include <cmath>
#include <string>

#include "runtime/emulator/execute/matrix_values.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using expected::Element;

constexpr unsigned kSide = 16;
/// The first registers of D, A, B, C, and of SWMMAC's indices, so far apart that the operands do not overlap.
constexpr unsigned kD = 0, kA = 32, kB = 64, kC = 96, kIndex = 120;
constexpr auto f32 = Element::f32, f16 = Element::f16, bf16 = Element::bf16, fp8 = Element::fp8, bf8 = Element::bf8,
               i8 = Element::i8, u8 = Element::u8, i4 = Element::i4, u4 = Element::u4, i32 = Element::i32;

struct Case {
  std::string mnemonic;
  unsigned depth;
  Element a, b, result;
  std::string modifier = "";
};

struct Machine {
  std::string processor;
  unsigned lanes;
  bool is_rdna3() const { return processor == "gfx1100"; }
};

/// On RDNA 4, a lane has a run of consecutive elements of a row of A or column of B, which has `length` elements of
/// `bits` bits. Returns the number of elements in such a run, which fills at least one register.
unsigned run_length(const Machine& machine, unsigned length, unsigned bits) {
  const unsigned shared = length / (machine.lanes / kSide);
  return std::max(shared, std::min(length / 2, 32 / bits));
}
/// Returns the number of a lane's run, or -1 if the lane has none. A row has `runs` runs.
int run_of(const Machine& machine, unsigned lane, unsigned runs) {
  const unsigned group = lane / kSide;
  if (group >= runs) return -1;
  // In waves of 64, the elements of the third group of 16 lanes follow those of the first one.
  if (machine.lanes == 64 && runs == 4) return static_cast<int>((group & 1) << 1 | group >> 1);
  return static_cast<int>(group);
}

unsigned inputs_per_lane(const Machine& machine, unsigned depth, Element element) {
  return machine.is_rdna3() ? depth : run_length(machine, depth, expected::bits_of(element));
}

/// Returns the k of a lane's element, or -1 if the lane is not used.
int k_of(const Machine& machine, unsigned depth, Element element, unsigned lane, unsigned n) {
  if (machine.is_rdna3()) return static_cast<int>(n);
  const unsigned length = inputs_per_lane(machine, depth, element);
  const int run = run_of(machine, lane, depth / length);
  return run < 0 ? -1 : run * static_cast<int>(length) + static_cast<int>(n);
}

unsigned outputs_per_lane(const Machine& machine) {
  return kSide * kSide / machine.lanes;
}

unsigned row_of(const Machine& machine, unsigned lane, unsigned n) {
  if (machine.is_rdna3()) return machine.lanes / kSide * n + lane / kSide;
  return machine.lanes == 32 ? n + 8 * (lane / kSide) : n + 8 * (lane / kSide % 2) + 4 * (lane / 32);
}

/// Returns the position of result `n` in its lane. On RDNA 3, each 16-bit result has its own register.
unsigned output_element(const Machine& machine, Element element, unsigned n, bool high_half) {
  return machine.is_rdna3() && expected::bits_of(element) == 16 ? 2 * n + (high_half ? 1 : 0) : n;
}

std::string registers(unsigned first, unsigned elements, Element element) {
  const unsigned count = std::max(1u, elements * expected::bits_of(element) / 32);
  if (count == 1) return "v" + std::to_string(first);
  return "v[" + std::to_string(first) + ":" + std::to_string(first + count - 1) + "]";
}

std::string output_registers(const Machine& machine, unsigned first, Element element) {
  const unsigned elements = outputs_per_lane(machine);
  return registers(first, elements, machine.is_rdna3() ? i32 : element);
}

std::string operands(const Machine& machine, const Case& one) {
  return one.mnemonic + " " + output_registers(machine, kD, one.result) + ", " +
         registers(kA, inputs_per_lane(machine, one.depth, one.a), one.a) + ", " +
         registers(kB, inputs_per_lane(machine, one.depth, one.b), one.b) + ", " +
         output_registers(machine, kC, one.result) + one.modifier;
}

auto vectors(Snippet& snippet) {
  return [&snippet](unsigned reg) { return snippet.wave().vector(reg); };
}

void fill_inputs(Snippet& snippet, const Machine& machine, const Case& one) {
  const auto input = [&](unsigned first, Element element, unsigned seed) {
    for (unsigned lane = 0; lane < machine.lanes; ++lane)
      for (unsigned n = 0; n < inputs_per_lane(machine, one.depth, element); ++n) {
        const int k = k_of(machine, one.depth, element, lane, n);
        // The values in lanes without elements must not affect the result.
        const int value = k < 0 ? 3 : expected::element_value(element, lane % kSide, static_cast<unsigned>(k), 0, seed);
        expected::place(vectors(snippet), first, lane, n, expected::bits_of(element),
                        expected::encoded(element, value));
      }
  };
  input(kA, one.a, 1);
  input(kB, one.b, 2);
}

void fill_accumulator(Snippet& snippet, const Machine& machine, const Case& one, unsigned first, bool high_half) {
  for (unsigned lane = 0; lane < machine.lanes; ++lane)
    for (unsigned n = 0; n < outputs_per_lane(machine); ++n)
      expected::place(vectors(snippet), first, lane, output_element(machine, one.result, n, high_half),
                      expected::bits_of(one.result),
                      expected::encoded(one.result, expected::element_value(one.result, row_of(machine, lane, n),
                                                                            lane % kSide, 0, 3)));
}

using Expect = std::function<int(unsigned row, unsigned column)>;

void check(Snippet& snippet, const Machine& machine, const Case& one, const Expect& expect, bool high_half = false) {
  for (unsigned lane = 0; lane < machine.lanes; ++lane)
    for (unsigned n = 0; n < outputs_per_lane(machine); ++n) {
      const unsigned row = row_of(machine, lane, n), column = lane % kSide;
      CAPTURE(row, column);
      CHECK(expected::taken(vectors(snippet), kD, lane, output_element(machine, one.result, n, high_half),
                            expected::bits_of(one.result)) == expected::encoded(one.result, expect(row, column)));
    }
}

/// Returns an element of the product. `sign(k)` is 1 or -1, the factor of A's elements in column k.
int product(const Case& one, unsigned row, unsigned column, const std::function<int(unsigned)>& sign) {
  int sum = 0;
  for (unsigned k = 0; k < one.depth; ++k)
    sum += sign(k) * expected::element_value(one.a, row, k, 0, 1) * expected::element_value(one.b, column, k, 0, 2);
  return sum;
}

Expect plain(const Case& one) {
  return [&one](unsigned row, unsigned column) {
    return product(one, row, column, [](unsigned) { return 1; }) +
           expected::element_value(one.result, row, column, 0, 3);
  };
}

const std::vector<Case> kBoth = {
    {"v_wmma_f32_16x16x16_f16", 16, f16, f16, f32},
    {"v_wmma_f32_16x16x16_bf16", 16, bf16, bf16, f32},
    {"v_wmma_f16_16x16x16_f16", 16, f16, f16, f16},
    {"v_wmma_bf16_16x16x16_bf16", 16, bf16, bf16, bf16},
    {"v_wmma_i32_16x16x16_iu8", 16, u8, u8, i32},
    {"v_wmma_i32_16x16x16_iu8", 16, i8, u8, i32, " neg_lo:[1,0,0]"},
    {"v_wmma_i32_16x16x16_iu8", 16, u8, i8, i32, " neg_lo:[0,1,0]"},
    {"v_wmma_i32_16x16x16_iu8", 16, i8, i8, i32, " neg_lo:[1,1,0]"},
    {"v_wmma_i32_16x16x16_iu4", 16, u4, u4, i32},
    {"v_wmma_i32_16x16x16_iu4", 16, i4, u4, i32, " neg_lo:[1,0,0]"},
    {"v_wmma_i32_16x16x16_iu4", 16, i4, i4, i32, " neg_lo:[1,1,0]"},
};

const std::vector<Case> kRdna4 = {
    {"v_wmma_i32_16x16x32_iu4", 32, u4, i4, i32, " neg_lo:[0,1,0]"},
    {"v_wmma_i32_16x16x32_iu4", 32, i4, i4, i32, " neg_lo:[1,1,0]"},
    {"v_wmma_f32_16x16x16_fp8_fp8", 16, fp8, fp8, f32},
    {"v_wmma_f32_16x16x16_fp8_bf8", 16, fp8, bf8, f32},
    {"v_wmma_f32_16x16x16_bf8_fp8", 16, bf8, fp8, f32},
    {"v_wmma_f32_16x16x16_bf8_bf8", 16, bf8, bf8, f32},
};

Machine any_machine() {
  return GENERATE(Machine{"gfx1100", 32}, Machine{"gfx1100", 64}, Machine{"gfx1201", 32}, Machine{"gfx1201", 64});
}

TEST_CASE("WMMA multiplies matrices", "[emulator][wmma]") {
  const auto machine = any_machine();
  auto cases = kBoth;
  if (!machine.is_rdna3()) cases.insert(cases.end(), kRdna4.begin(), kRdna4.end());
  for (const auto& one : cases) {
    CAPTURE(machine.processor, machine.lanes, one.mnemonic, one.modifier);
    Snippet snippet(machine.processor, operands(machine, one), machine.lanes);
    fill_inputs(snippet, machine, one);
    fill_accumulator(snippet, machine, one, kC, false);
    // The result does not depend on EXEC.
    snippet.wave().set_exec(1);
    snippet.run();
    check(snippet, machine, one, plain(one));
  }
}

TEST_CASE("WMMA accumulates into its own C", "[emulator][wmma]") {
  const auto machine = any_machine();
  const Case one = {"v_wmma_f32_16x16x16_f16", 16, f16, f16, f32};
  CAPTURE(machine.processor, machine.lanes);
  auto text = operands(machine, one);
  text = text.substr(0, text.rfind(", v")) + ", " + output_registers(machine, kD, f32);
  Snippet snippet(machine.processor, text + "\n" + text, machine.lanes);
  fill_inputs(snippet, machine, one);
  fill_accumulator(snippet, machine, one, kD, false);
  snippet.run();
  check(snippet, machine, one, [&](unsigned row, unsigned column) {
    return 2 * product(one, row, column, [](unsigned) { return 1; }) +
           expected::element_value(one.result, row, column, 0, 3);
  });
}

TEST_CASE("neg_lo and neg_hi change the signs of WMMA's floats", "[emulator][wmma]") {
  const auto machine = any_machine();
  for (const auto& base : {kBoth[0], kBoth[1], kBoth[2], kBoth[3]})
    // A sample of the 64 combinations of neg_lo (bits 0 to 2) and neg_hi (bits 3 to 5) for A, B and C.
    for (unsigned bits = 0; bits < 64; bits += 5) {
      const auto flag = [&](unsigned n) { return std::to_string(bits >> n & 1); };
      auto one = base;
      one.modifier = " neg_lo:[" + flag(0) + "," + flag(1) + "," + flag(2) + "] neg_hi:[" + flag(3) + "," + flag(4) +
                     "," + flag(5) + "]";
      CAPTURE(machine.processor, machine.lanes, one.mnemonic, one.modifier);
      Snippet snippet(machine.processor, operands(machine, one), machine.lanes);
      fill_inputs(snippet, machine, one);
      fill_accumulator(snippet, machine, one, kC, false);
      snippet.run();
      check(snippet, machine, one, [&](unsigned row, unsigned column) {
        // neg_lo negates elements of A and B with an even k, neg_hi those with an odd k.
        const unsigned even = (bits ^ bits >> 1) & 1, odd = (bits >> 3 ^ bits >> 4) & 1;
        // For C, neg_hi selects the absolute value, which neg_lo negates.
        int c = expected::element_value(one.result, row, column, 0, 3);
        if ((bits >> 5 & 1) != 0) c = std::abs(c);
        if ((bits >> 2 & 1) != 0) c = -c;
        return c + product(one, row, column, [&](unsigned k) { return (k % 2 == 0 ? even : odd) != 0 ? -1 : 1; });
      });
    }
}

TEST_CASE("op_sel selects the halves of 16-bit C and D on RDNA 3", "[emulator][wmma]") {
  const unsigned lanes = GENERATE(32u, 64u);
  const Machine machine = {"gfx1100", lanes};
  for (auto one : {kBoth[2], kBoth[3]})
    for (const bool high : {false, true}) {
      one.modifier = high ? " op_sel:[0,0,1]" : "";
      CAPTURE(lanes, one.mnemonic, high);
      Snippet snippet(machine.processor, operands(machine, one), lanes);
      fill_inputs(snippet, machine, one);
      // The halves of C that are not selected remain NaNs, which must not affect the results.
      for (unsigned reg = 0; reg < outputs_per_lane(machine); ++reg) {
        snippet.set(kC + reg, {0x7e007e00});
        snippet.set(kD + reg, {0x12345678});
      }
      fill_accumulator(snippet, machine, one, kC, high);
      snippet.run();
      check(snippet, machine, one, plain(one), high);
      // The other half keeps its value.
      for (unsigned lane = 0; lane < lanes; ++lane)
        CHECK((high ? snippet.get(kD, lane) & 0xffff : snippet.get(kD, lane) >> 16) == (high ? 0x5678 : 0x1234));
    }
}

TEST_CASE("WMMA's C can be an inline constant", "[emulator][wmma]") {
  const auto machine = any_machine();
  const auto with_constant = [&](const Case& one, const std::string& constant, int value) {
    auto text = operands(machine, one);
    text = text.substr(0, text.rfind(", v")) + ", " + constant;
    CAPTURE(machine.processor, machine.lanes, text);
    Snippet snippet(machine.processor, text, machine.lanes);
    fill_inputs(snippet, machine, one);
    snippet.run();
    check(snippet, machine, one,
          [&](unsigned row, unsigned column) { return value + product(one, row, column, [](unsigned) { return 1; }); });
  };
  // The first four cases have floats. The fifth has integers, for which the constant 1.0 has the bits of an f32.
  for (std::size_t n = 0; n < 4; ++n) {
    with_constant(kBoth[n], "0", 0);
    with_constant(kBoth[n], "1.0", 1);
    with_constant(kBoth[n], "-4.0", -4);
  }
  with_constant(kBoth[4], "17", 17);
  with_constant(kBoth[4], "-16", -16);
  with_constant(kBoth[4], "1.0", 0x3f800000);
}

/// Returns the result if all elements of A, of B and of C have the same value.
std::uint64_t of_constants(const Machine& machine, const Case& one, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  Snippet snippet(machine.processor, operands(machine, one), machine.lanes);
  const auto splat = [](std::uint64_t bits, Element element) {
    std::uint32_t dword = 0;
    for (unsigned at = 0; at < 32; at += expected::bits_of(element)) dword |= static_cast<std::uint32_t>(bits << at);
    return dword;
  };
  for (unsigned reg = 0; reg < 8; ++reg)
    snippet.set(kA + reg, {splat(a, one.a)}).set(kB + reg, {splat(b, one.b)}).set(kC + reg, {splat(c, one.result)});
  snippet.run();
  // All results are equal. This one is result 1 of lane 5.
  return expected::taken(vectors(snippet), kD, 5, output_element(machine, one.result, 1, false),
                         expected::bits_of(one.result));
}

TEST_CASE("WMMA handles infinities, NaNs and overflow", "[emulator][wmma]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor, machine.lanes);
  const auto& to_single = kBoth[0];
  const auto& to_half = kBoth[2];
  // In f16, 0x7c00 is infinity, 0x3c00 is 1 and 0xbc00 is -1. 0x7f812345 is a NaN.
  CHECK(of_constants(machine, to_single, 0x7c00, 0x3c00, 0) == 0x7f800000);
  CHECK(of_constants(machine, to_single, 0x7c00, 0xbc00, 0) == 0xff800000);
  CHECK(of_constants(machine, to_single, 0x7c00, 0x3c00, 0xff800000) == 0x7fc00000);
  CHECK(of_constants(machine, to_single, 0x7c00, 0x0000, 0) == 0x7fc00000);
  CHECK(of_constants(machine, to_single, 0x3c00, 0x3c00, 0x7f812345) == 0x7fc00000);
  CHECK(of_constants(machine, to_half, 0x7c00, 0x0000, 0) == 0x7e00);
  // 16 * 32768 overflows; 16 times the smallest number and the same number once more do not underflow.
  CHECK(of_constants(machine, to_half, 0x7800, 0x3c00, 0x3c00) == 0x7c00);
  CHECK(of_constants(machine, to_half, 0x0001, 0x3c00, 0x0001) == 0x0011);
}

TEST_CASE("clamp saturates WMMA's integers", "[emulator][wmma]") {
  const auto machine = any_machine();
  CAPTURE(machine.processor, machine.lanes);
  Case one = {"v_wmma_i32_16x16x16_iu8", 16, u8, i8, i32, " neg_lo:[0,1,0]"};
  // The products are 16 * 255 * 127 = 0x7e810 and 16 * 255 * -128 = -0x7f800.
  CHECK(of_constants(machine, one, 255, 127, 0x7fffffff) == 0x8007e80f);
  CHECK(of_constants(machine, one, 255, 0x80, 0x80000000) == 0x7ff80800);
  one.modifier += " clamp";
  CHECK(of_constants(machine, one, 255, 127, 0x7fffffff) == 0x7fffffff);
  CHECK(of_constants(machine, one, 255, 0x80, 0x80000000) == 0x80000000);
  CHECK(of_constants(machine, one, 255, 127, 1) == 0x0007e811);
}

TEST_CASE("FP8 and BF8 of gfx12 are OCP's formats", "[emulator][wmma]") {
  const Machine machine = {"gfx1201", GENERATE(32u, 64u)};
  const auto& to_fp8 = kRdna4[2];
  const auto& to_bf8 = kRdna4[5];
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  // 1.0 is 0x38 in FP8 and 0x3c in BF8. It is multiplied by the largest and smallest FP8 numbers and a NaN, and by
  // BF8's infinity, a NaN, and the negative number closest to 0.
  CHECK(of_constants(machine, to_fp8, 0x38, 0x7e, 0) == bits(16 * 448.0f));
  CHECK(of_constants(machine, to_fp8, 0x38, 0x01, 0) == bits(16 * 0x1p-9f));
  CHECK(of_constants(machine, to_fp8, 0x38, 0x7f, 0) == 0x7fc00000);
  CHECK(of_constants(machine, to_bf8, 0x3c, 0x7c, 0) == 0x7f800000);
  CHECK(of_constants(machine, to_bf8, 0x3c, 0x7d, 0) == 0x7fc00000);
  CHECK(of_constants(machine, to_bf8, 0x3c, 0x81, 0) == bits(-16 * 0x1p-16f));
}

TEST_CASE("RDNA 3 reads A and B from every group of 16 lanes", "[emulator][wmma]") {
  const Machine machine = {"gfx1100", 32};
  const auto& one = kBoth[0];
  Snippet snippet(machine.processor, operands(machine, one));
  fill_inputs(snippet, machine, one);
  fill_accumulator(snippet, machine, one, kC, false);
  for (unsigned reg = 0; reg < 8; ++reg)
    for (unsigned lane = 16; lane < 32; ++lane) snippet.wave().vector(kA + reg)[lane] = 0;
  snippet.run();
  // Register 0 has row 0 in lanes 0 to 15, and row 1 in lanes 16 to 31. The upper lanes have zeros instead of A and B,
  // so their results are C.
  CHECK(snippet.get(kD, 0) == expected::encoded(f32, plain(one)(0, 0)));
  CHECK(snippet.get(kD, 16) == expected::encoded(f32, expected::element_value(f32, 1, 0, 0, 3)));
}

/// Returns the positions, in a group of four elements, of the two elements that row `row` of the sparse A stores.
std::pair<unsigned, unsigned> stored_positions(unsigned row, unsigned group) {
  const std::array<std::pair<unsigned, unsigned>, 6> pairs = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
  return pairs[(row * 5 + group * 3) % 6];
}

int sparse_product(const Case& one, unsigned row, unsigned column) {
  int sum = expected::element_value(one.result, row, column, 0, 3);
  for (unsigned k = 0; k < one.depth; ++k) {
    const auto [first, second] = stored_positions(row, k / 4);
    if (k % 4 == first || k % 4 == second)
      sum += expected::element_value(one.a, row, k, 0, 1) * expected::element_value(one.b, column, k, 0, 2);
  }
  return sum;
}

TEST_CASE("SWMMAC multiplies by a sparse matrix", "[emulator][wmma]") {
  const std::vector<Case> cases = {
      {"v_swmmac_f32_16x16x32_f16", 32, f16, f16, f32},
      {"v_swmmac_f32_16x16x32_bf16", 32, bf16, bf16, f32},
      {"v_swmmac_f16_16x16x32_f16", 32, f16, f16, f16},
      {"v_swmmac_bf16_16x16x32_bf16", 32, bf16, bf16, bf16},
      {"v_swmmac_i32_16x16x32_iu8", 32, i8, u8, i32, " neg_lo:[1,0,0]"},
      {"v_swmmac_i32_16x16x32_iu8", 32, i8, i8, i32, " neg_lo:[1,1,0]"},
      {"v_swmmac_i32_16x16x32_iu4", 32, i4, i4, i32, " neg_lo:[1,1,0]"},
      {"v_swmmac_i32_16x16x64_iu4", 64, i4, u4, i32, " neg_lo:[1,0,0]"},
      {"v_swmmac_f32_16x16x32_fp8_fp8", 32, fp8, fp8, f32},
      {"v_swmmac_f32_16x16x32_fp8_bf8", 32, fp8, bf8, f32},
      {"v_swmmac_f32_16x16x32_bf8_fp8", 32, bf8, fp8, f32},
      {"v_swmmac_f32_16x16x32_bf8_bf8", 32, bf8, bf8, f32},
  };
  const Machine machine = {"gfx1201", GENERATE(32u, 64u)};
  for (const auto& one : cases) {
    // The stored half of A has the layout of a dense matrix with half the depth.
    const unsigned a_per_lane = inputs_per_lane(machine, one.depth / 2, one.a);
    const unsigned index_bits = 2 * a_per_lane;
    for (unsigned key = 0; key < 32 / index_bits; ++key) {
      const auto text = one.mnemonic + " " + output_registers(machine, kD, one.result) + ", " +
                        registers(kA, a_per_lane, one.a) + ", " +
                        registers(kB, inputs_per_lane(machine, one.depth, one.b), one.b) + ", v" +
                        std::to_string(kIndex) + (key == 0 ? "" : " index_key:" + std::to_string(key)) + one.modifier;
      CAPTURE(machine.lanes, text);
      Snippet snippet(machine.processor, text, machine.lanes);
      fill_inputs(snippet, machine, one);
      fill_accumulator(snippet, machine, one, kD, false);
      // The other sets of indices, and those of lanes without elements, are intentionally wrong: 0xe4 is 0, 1, 2, 3.
      snippet.set(kIndex, {0xe4e4e4e4});
      for (unsigned lane = 0; lane < machine.lanes; ++lane)
        for (unsigned n = 0; n < a_per_lane; ++n) {
          const int stored = k_of(machine, one.depth / 2, one.a, lane, n);
          if (stored < 0) continue;
          const auto group = static_cast<unsigned>(stored) / 2;
          const auto [first, second] = stored_positions(lane % kSide, group);
          const unsigned place = stored % 2 == 0 ? first : second;
          expected::place(
              vectors(snippet), kA, lane, n, expected::bits_of(one.a),
              expected::encoded(one.a, expected::element_value(one.a, lane % kSide, 4 * group + place, 0, 1)));
          auto& indices = snippet.wave().vector(kIndex)[lane];
          const unsigned bit = key * index_bits + 2 * n;
          indices = (indices & ~(3u << bit)) | place << bit;
        }
      snippet.run();
      check(snippet, machine, one, [&](unsigned row, unsigned column) { return sparse_product(one, row, column); });
    }
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
