// Compares native code with the handlers, which are the interpreter's functions for single instructions. The
// instructions are random encodings, so that operands and modifiers of every form occur. The registers are random as
// well, with many special values.
#include "native/lowering.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "decode/decoder.hpp"
#include "fault.hpp"
#include "machine/wave.hpp"
#include "native/compiler.hpp"
#include "native/region.hpp"
#include "runtime/emulator/native/native_state.hpp"
#include "support/catch.hpp"

using namespace native_test;

namespace {

/// The encodings of a form have the bits `fixed` in the places that `mask` selects in their first dword.
struct EncodingForm {
  std::uint32_t fixed, mask;
};
constexpr EncodingForm kForms[] = {
    {0x00000000, 0x80000000},  // VOP2
    {0x7e000000, 0xfe000000},  // VOP1
    {0x7c000000, 0xfe000000},  // VOPC
    {0xd0000000, 0xfc000000},  // VOP3 of gfx9
    {0xd4000000, 0xfc000000},  // VOP3 of later generations
    {0xcc000000, 0xff000000},  // VOP3P
    {0xd3800000, 0xff800000},  // VOP3P of gfx9
    {0x80000000, 0xc0000000},  // SALU
    {0xc8000000, 0xfc000000},  // VOPD
};

/// A decoded instruction and its assembly.
struct Decoded {
  std::unique_ptr<const Instruction> instruction;
  std::string text;
};

/// Branches and instructions that return to the interpreter are excluded, because compare() executes instructions in a
/// row. S_GETPC is excluded, because compare() does not set the PC for the handlers. S_SLEEP does nothing that could be
/// compared.
bool is_tested(const Instruction& instruction) {
  const auto has_lowering = [](const Instruction& one) { return find_lowering(one.operation) != nullptr; };
  if (instruction.vector_limit > kVectors || block_end(instruction) == BlockEnd::leaves ||
      block_end(instruction) == BlockEnd::branches || block_end(instruction) == BlockEnd::conditional)
    return false;
  const std::string_view name = instruction.operation;
  if (name.substr(0, 7) == "S_GETPC" || name.substr(0, 7) == "S_SLEEP") return false;
  return has_lowering(instruction) && (instruction.second == nullptr || has_lowering(*instruction.second));
}

Decoded random_instruction(const Decoder& decoder, std::mt19937_64& random) {
  while (true) {
    const auto& form = kForms[random() % std::size(kForms)];
    std::array<std::uint32_t, 4> words{};
    for (auto& word : words) word = static_cast<std::uint32_t>(random());
    words[0] = (words[0] & ~form.mask) | form.fixed;
    // In VOP3, bits 31:27 of the second dword are modifiers. Half of the instructions have none.
    if (random() % 2 == 0) words[1] &= 0x07ffffff;
    std::array<std::uint8_t, 16> bytes;
    std::memcpy(bytes.data(), words.data(), bytes.size());
    try {
      Decoded decoded{decoder.decode(bytes, 0x1000), decoder.text(bytes, 0x1000)};
      if (is_tested(*decoded.instruction)) return decoded;
    } catch (const Fault&) {
    }
  }
}

/// The operations that were compared, and how often native code executed a whole sequence or declined a part of it (see
/// docs/design/emulator.md).
struct Counts {
  std::set<std::string> compared;
  std::size_t declined = 0, executed = 0;
};

/// Compares one sequence of instructions in both engines.
void compare(const Target& target, unsigned lanes, const std::vector<Decoded>& sequence, std::mt19937_64& random,
             Counts& counts) {
  auto compiler = NativeCompiler::shared();
  Region region;
  Block block;
  block.address = 0x1000;
  std::string text;
  for (const auto& decoded : sequence) {
    block.instructions.push_back(decoded.instruction.get());
    text += decoded.text + "\n";
  }
  block.end = block_end(*block.instructions.back());
  block.next = 0x2000;
  region.blocks.push_back(block);
  const bool exact_nans = random() % 2 == 0;
  const auto compiled = compiler->compile(region, target, lanes, exact_nans);
  INFO(text);
  REQUIRE(compiled != nullptr);
  State expected(target, lanes), actual(target, lanes);
  // The last four of the twelve rounds have NaNs, which native code often declines.
  for (int round = 0; round < 12; ++round) {
    randomize(expected, random, round >= 8, random_exec(random, expected.wave));
    copy_registers(actual, expected);
    const auto outcome = run_native(actual, *compiled, sequence.size());
    // The handlers execute as many instructions as the native code has.
    std::uint64_t active = 0;
    for (std::size_t n = 0; n < outcome.executed; ++n) {
      block.instructions[n]->execute(expected.wave, *block.instructions[n]);
      active += static_cast<std::uint64_t>(std::popcount(expected.wave.exec()));
    }
    ++(outcome.executed == sequence.size() ? counts.executed : counts.declined);
    INFO("round " << round << (exact_nans ? ", exact NaNs, " : ", ") << outcome.executed
                  << " instructions executed, EXEC " << expected.wave.exec());
    CHECK(outcome.lanes == active);
    const auto want = expected.registers(), have = actual.registers();
    const auto differs = std::mismatch(want.begin(), want.end(), have.begin());
    if (differs.first != want.end()) {
      const auto at = static_cast<std::size_t>(differs.first - want.begin());
      const auto vectors = kScalarRegisters + 1u;  // registers() has SCC between scalars and vectors
      INFO((at == kScalarRegisters ? "SCC"
            : at < vectors
                ? "s" + std::to_string(at)
                : "v" + std::to_string((at - vectors) / lanes) + " lane " + std::to_string((at - vectors) % lanes)));
      REQUIRE(*differs.first == *differs.second);
    }
  }
  for (const auto* instruction : block.instructions) counts.compared.insert(instruction->operation);
}

void compare_random(const std::string& processor, unsigned lanes, unsigned sequences) {
  const auto target = find_target(processor).value();
  if (NativeCompiler::shared() == nullptr) return;
  const Decoder decoder(target, lanes);
  // Each processor has a different seed; the values are arbitrary.
  std::mt19937_64 random(lanes + processor.size() * 1000 + static_cast<unsigned char>(processor[4]));
  Counts counts;
  for (unsigned n = 0; n < sequences; ++n) {
    std::vector<Decoded> sequence;
    // If a single instruction fails, the cause is clear. Longer sequences test values that are kept between
    // instructions.
    const std::size_t length = n % 2 == 0 ? 1 : 12;
    while (sequence.size() < length) {
      sequence.push_back(random_instruction(decoder, random));
      if (block_end(*sequence.back().instruction) != BlockEnd::none) break;
    }
    compare(target, lanes, sequence, random, counts);
  }
  WARN(processor << ": " << counts.compared.size() << " operations, " << counts.executed << " runs, " << counts.declined
                 << " declined");
  // If most sequences were declined, little would be compared.
  CHECK(counts.executed > counts.declined);
}

/// The handlers of matrix instructions have two implementations. Native code uses the one with the host's vectors,
/// which is compared with the other one here, for random instructions whose names begin with `prefix`.
void compare_matrices(const std::string& processor, unsigned lanes, std::string_view prefix) {
  const auto target = find_target(processor).value();
  if (NativeCompiler::shared() == nullptr) return;
  const Decoder decoder(target, lanes);
  std::mt19937_64 random(7);
  State expected(target, lanes), actual(target, lanes);
  std::set<std::string> compared;
  for (unsigned n = 0; n < 200;) {
    const bool gfx9 = target.generation == Generation::gfx9;
    std::array<std::uint32_t, 2> words = {
        (gfx9 ? 0xd3c00000 : 0xcc400000) | static_cast<std::uint32_t>(random() & 0x3fffff),
        static_cast<std::uint32_t>(random())};
    // Bits 59 and 60 select accumulators for A and B, and bit 15 for C and D (CDNA 3 ISA, VOP3P-MAI). State has no
    // random accumulators and does not compare them.
    if (gfx9) {
      words[0] &= 0xffff7fff;
      words[1] &= 0xe7ffffff;
    }
    std::array<std::uint8_t, 8> bytes;
    std::memcpy(bytes.data(), words.data(), bytes.size());
    std::unique_ptr<const Instruction> instruction;
    try {
      instruction = decoder.decode(bytes, 0x1000);
    } catch (const Fault&) {
      continue;
    }
    if (std::string_view(instruction->operation).substr(0, prefix.size()) != prefix ||
        instruction->vector_limit > kVectors || instruction->accumulator_limit > expected.wave.accumulators())
      continue;
    ++n;
    randomize(expected, random, n % 4 == 0, expected.wave.all_lanes());
    copy_registers(actual, expected);
    actual.wave.host_vectors = true;
    instruction->execute(expected.wave, *instruction);
    instruction->execute(actual.wave, *instruction);
    INFO(decoder.text(bytes, 0x1000));
    REQUIRE((expected.registers() == actual.registers()));
    compared.insert(instruction->operation);
  }
  CHECK(compared.size() >= 2);  // operations, or the random bits above do not select different ones
}

}  // namespace

TEST_CASE("matrix instructions have the same results with the host's vectors") {
  compare_matrices("gfx1100", 32, "V_WMMA");
  compare_matrices("gfx1201", 32, "V_WMMA");
  compare_matrices("gfx90a", 64, "V_MFMA");
  compare_matrices("gfx942", 64, "V_MFMA");
}
// The numbers of sequences share a few seconds among the processors, roughly by how many users these have. The fuzzer
// native_engine compares many more.
TEST_CASE("native code has the results of the handlers: gfx1100") {
  compare_random("gfx1100", 32, 200);
}
TEST_CASE("native code has the results of the handlers: gfx90a") {
  compare_random("gfx90a", 64, 120);
}
TEST_CASE("native code has the results of the handlers: gfx1030 with 64 lanes") {
  compare_random("gfx1030", 64, 60);
}
TEST_CASE("native code has the results of the handlers: gfx1201") {
  compare_random("gfx1201", 32, 100);
}
