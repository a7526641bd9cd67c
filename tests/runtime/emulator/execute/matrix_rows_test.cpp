// The two forms of the handlers of matrix instructions: element by element, which the interpreter uses, and by rows
// with the host's vector instructions, which native code uses. Both must have the same bits, for every instruction and
// every value.
#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "execute/matrix/matrix_tables.hpp"
#include "machine/wave.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The first registers of D, A, B, C and of the indices of sparse products. No operand has more than 32 registers.
constexpr unsigned kRowD = 0, kRowA = 32, kRowB = 64, kRowC = 96, kRowIndex = 128, kRowRegisters = 129;

bool host_has_row_form() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
#else
  return false;
#endif
}

/// What the registers contain. Results of ordinary values are numbers; with special values, most are NaNs.
enum class Contents { halves, singles, doubles, subnormals, few_special, any_bits };
constexpr Contents kAllContents[] = {Contents::halves,     Contents::singles,     Contents::doubles,
                                     Contents::subnormals, Contents::few_special, Contents::any_bits};

/// Numbers of magnitudes from 1/32 to 32.
std::uint32_t ordinary_half(std::mt19937_64& random) {
  const auto bits = static_cast<std::uint32_t>(random());
  return (bits & 0x83ff) | (10 + (bits >> 16) % 10) << 10;
}
std::uint32_t ordinary_single(std::mt19937_64& random) {
  const auto bits = static_cast<std::uint32_t>(random());
  return (bits & 0x807fffff) | (122 + (bits >> 23 & 0xff) % 10) << 23;
}

std::uint32_t contents_of(Contents contents, bool high, std::mt19937_64& random) {
  // Limits of halves, brains, singles, 8-bit floats and integers.
  constexpr std::uint32_t kLimits[] = {0x7c000000, 0x0000fc00, 0x7e017c00, 0x7f800000, 0xff800000, 0x7fc12345,
                                       0x7f8100ff, 0xff7fffff, 0x00800001, 0x807fffff, 0x80008000, 0x80000000,
                                       0x7f7f7f7f, 0x80808080, 0x7c7c7c7c, 0x7bff0400, 0xffffffff, 0};
  const auto bits = static_cast<std::uint32_t>(random());
  switch (contents) {
    case Contents::halves:
      return ordinary_half(random) | ordinary_half(random) << 16;
    case Contents::singles:
      return ordinary_single(random);
    case Contents::doubles:  // the high dwords are in registers of odd numbers
      return high ? (bits & 0x800fffff) | (1018 + (bits >> 20 & 0x7ff) % 10) << 20 : bits;
    case Contents::subnormals:
      // Halves, brains and singles below the smallest normal number, next to ordinary ones.
      return random() % 2 == 0 ? bits & 0x83ff807f : ordinary_half(random) | (bits & 0x807f0000);
    case Contents::few_special:
      if (random() % 64 == 0) return kLimits[bits % std::size(kLimits)];
      return random() % 2 == 0 ? ordinary_single(random) : ordinary_half(random) | ordinary_half(random) << 16;
    case Contents::any_bits:
      break;
  }
  return bits;
}

/// A wave with its own memory, which matrix instructions do not access.
struct RowWave {
  RowWave(const Target& target, unsigned lanes)
      : lds(64, {}),
        wave(target, lanes, kRowRegisters, target.has_accumulators() ? kRowRegisters : 0,
             GlobalMemory(std::make_shared<AllocationList>(), {}), lds, Scratch(0, lanes, {})) {}

  std::vector<std::uint32_t> registers() {
    std::vector<std::uint32_t> all;
    for (unsigned reg = 0; reg < wave.vectors(); ++reg)
      all.insert(all.end(), wave.vector(reg), wave.vector(reg) + wave.lanes);
    for (unsigned reg = 0; reg < wave.accumulators(); ++reg)
      all.insert(all.end(), wave.accumulator(reg), wave.accumulator(reg) + wave.lanes);
    return all;
  }

  LocalMemory lds;
  Wave wave;
};

void randomize_rows(Wave& wave, Contents contents, std::mt19937_64& random) {
  for (unsigned reg = 0; reg < wave.vectors(); ++reg)
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
      wave.vector(reg)[lane] = contents_of(contents, reg % 2 != 0, random);
  for (unsigned reg = 0; reg < wave.accumulators(); ++reg)
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
      wave.accumulator(reg)[lane] = contents_of(contents, reg % 2 != 0, random);
}

void copy_rows_of(Wave& to, Wave& from) {
  for (unsigned reg = 0; reg < from.vectors(); ++reg) std::copy_n(from.vector(reg), from.lanes, to.vector(reg));
  for (unsigned reg = 0; reg < from.accumulators(); ++reg)
    std::copy_n(from.accumulator(reg), from.lanes, to.accumulator(reg));
}

Operand random_operand(const Target& target, unsigned first, std::mt19937_64& random) {
  Operand operand;
  const bool accumulator = target.has_accumulators() && random() % 2 == 0;
  operand.file = accumulator ? RegisterFile::accumulator : RegisterFile::vector;
  operand.index = static_cast<std::uint16_t>(first);
  return operand;
}

/// An instruction with random modifiers. D is by itself, or in the registers of A, B or C.
Instruction random_product(const Operation& operation, const Target& target, std::mt19937_64& random) {
  const std::string name = operation.name;
  const bool gfx9 = target.generation == Generation::gfx9;
  const bool sparse = name.find("SMFMAC") != std::string::npos || name.find("SWMMAC") != std::string::npos;
  constexpr unsigned kDestinations[] = {kRowD, kRowC, kRowA, kRowB};
  Instruction instruction;
  instruction.operation = operation.name;
  instruction.execute = operation.execute;
  instruction.dst = random_operand(target, kDestinations[random() % std::size(kDestinations)], random);
  instruction.src[0] = random_operand(target, kRowA, random);
  instruction.src[1] = random_operand(target, kRowB, random);
  instruction.src[2] = random_operand(target, sparse ? kRowIndex : kRowC, random);
  if (sparse) instruction.src[2].file = RegisterFile::vector;
  instruction.sources = 3;
  if (!sparse && random() % 4 == 0) {
    instruction.src[2].file = RegisterFile::constant;
    instruction.src[2].value = random() % 65;
  }
  if (gfx9) {
    // CBSZ, ABID and BLGP.
    instruction.matrix = {static_cast<std::uint8_t>(random() % 5), static_cast<std::uint8_t>(random() % 16),
                          static_cast<std::uint8_t>(random() % 8)};
    return instruction;
  }
  instruction.matrix[0] = static_cast<std::uint8_t>(random() % 4);
  instruction.modifiers.clamp = random() % 2 == 0;
  for (unsigned source = 0; source < (sparse ? 2u : 3u); ++source) {
    instruction.src[source].negate = random() % 2 == 0;
    instruction.src[source].negate_high = random() % 2 == 0;
  }
  instruction.src[2].op_sel = !sparse && random() % 2 == 0;
  return instruction;
}

/// RDNA 3 has the first WMMA instructions only.
bool exists_on(const std::string& name, const Target& target) {
  if (target.generation >= Generation::gfx12) return true;
  for (const auto* later : {"SWMMAC", "FP8", "BF8", "X32_IU4"})
    if (name.find(later) != std::string::npos) return false;
  return true;
}

void compare_forms(const std::string& processor, unsigned lanes, Operations operations) {
  if (!host_has_row_form()) {
    WARN("not tested: this host has no AVX2, FMA or F16C");
    return;
  }
  const auto target = find_target(processor).value();
  std::mt19937_64 random(lanes + processor.size());
  RowWave elements(target, lanes), rows(target, lanes);
  rows.wave.host_vectors = true;
  unsigned compared = 0;
  for (const auto& operation : operations) {
    if (!exists_on(operation.name, target)) continue;
    ++compared;
    bool changed = false;
    for (const auto contents : kAllContents)
      for (unsigned round = 0; round < 3; ++round) {
        randomize_rows(elements.wave, contents, random);
        copy_rows_of(rows.wave, elements.wave);
        const auto before = elements.registers();
        const auto instruction = random_product(operation, target, random);
        instruction.execute(elements.wave, instruction);
        instruction.execute(rows.wave, instruction);
        const auto expected = elements.registers(), actual = rows.registers();
        const auto differs = std::mismatch(expected.begin(), expected.end(), actual.begin());
        INFO(processor << ", " << lanes << " lanes, " << operation.name << ", contents " << static_cast<int>(contents)
                       << ", dword " << differs.first - expected.begin());
        if (differs.first != expected.end()) REQUIRE(*differs.first == *differs.second);
        changed = changed || before != expected;
      }
    INFO(operation.name);
    CHECK(changed);
  }
  CHECK(compared >= 6);
}

}  // namespace

TEST_CASE("matrix instructions by rows have the bits of those by elements: MFMA and SMFMAC", "[emulator][matrix]") {
  compare_forms("gfx90a", 64, mfma_operations());
  compare_forms("gfx942", 64, mfma_operations());
}

TEST_CASE("matrix instructions by rows have the bits of those by elements: WMMA of RDNA 3", "[emulator][matrix]") {
  compare_forms("gfx1100", 32, wmma_operations());
  compare_forms("gfx1100", 64, wmma_operations());
}

TEST_CASE("matrix instructions by rows have the bits of those by elements: WMMA and SWMMAC of RDNA 4",
          "[emulator][matrix]") {
  compare_forms("gfx1201", 32, wmma_operations());
  compare_forms("gfx1201", 64, wmma_operations());
}

}  // namespace rocm_bindgen::emulator
