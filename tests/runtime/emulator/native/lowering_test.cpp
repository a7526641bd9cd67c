// Compares native code with the handlers, instruction by instruction. The instructions are random encodings, so that
// operands and modifiers of every form occur; the registers are random as well, with many special values.
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
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

constexpr unsigned kVectors = 256;
constexpr std::uint32_t kComputeMode = 0x3f0;
constexpr std::uint32_t kLdsBytes = 4096;

/// A wave and what it needs, with random contents.
struct State {
  State(const Target& target, unsigned lanes)
      : lds(kLdsBytes, {}),
        wave(target, lanes, kVectors, target.has_accumulators() ? kVectors : 0,
             GlobalMemory(std::make_shared<AllocationList>(), {}), lds, Scratch(256, lanes, {})) {
    wave.mode = decode_mode(kComputeMode);
  }

  std::vector<std::uint32_t> registers() {
    std::vector<std::uint32_t> all(wave.scalar.begin(), wave.scalar.end());
    all.push_back(wave.scc ? 1 : 0);
    for (unsigned reg = 0; reg < wave.vectors(); ++reg)
      all.insert(all.end(), wave.vector(reg), wave.vector(reg) + wave.lanes);
    return all;
  }

  LocalMemory lds;
  Wave wave;
};

std::uint32_t random_value(std::mt19937_64& random) {
  constexpr std::uint32_t kSpecial[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                        0x7f7fffff, 0x00800000, 0x007fffff, 0x80000001, 1,          0xffffffff,
                                        0x7fffffff, 0x3c003c00, 0x7bff0400, 0x00018001, 0x7c00fc00, 0x3f000000};
  const auto bits = static_cast<std::uint32_t>(random());
  switch (random() % 4) {
    case 0:
      return kSpecial[bits % std::size(kSpecial)];
    case 1:  // a float of ordinary size
      return (bits & 0x807fffff) | (118 + (bits >> 24) % 20) << 23;
    case 2:
      return bits % 100;
    default:
      return bits;
  }
}

/// Some rounds have no NaN, since native code leaves most NaNs to the interpreter.
void randomize(State& state, std::mt19937_64& random, bool nans, std::uint64_t exec) {
  auto& wave = state.wave;
  const auto value = [&] {
    while (true) {
      const auto bits = random_value(random);
      const bool nan = (bits & 0x7fffffff) > 0x7f800000 || (bits & 0x7fff) > 0x7c00 || (bits >> 16 & 0x7fff) > 0x7c00;
      if (nans || !nan) return bits;
    }
  };
  for (unsigned n = 0; n < kNull; ++n) wave.scalar[n] = value();
  wave.scalar[kNull] = 0;
  wave.scc = random() % 2 == 0;
  wave.set_exec(exec);
  for (unsigned reg = 0; reg < wave.vectors(); ++reg)
    for (unsigned lane = 0; lane < wave.lanes; ++lane) wave.vector(reg)[lane] = value();
}

struct Outcome {
  std::uint32_t exit = 0;
  std::uint64_t executed = 0, lanes = 0;
};

Outcome run_native(State& state, NativeFunction function, std::uint64_t instructions) {
  auto& wave = state.wave;
  NativeContext context;
  std::exception_ptr failure;
  context.vectors = wave.vector(0);
  context.accumulators = wave.accumulators() > 0 ? wave.accumulator(0) : nullptr;
  context.scalars = wave.scalar.data();
  context.scc = &wave.scc;
  context.pc = &wave.pc;
  context.lds = wave.lds.unchecked();
  context.lds_bytes = wave.lds.size();
  context.budget = instructions;
  context.wave = &wave;
  context.failure = &failure;
  Outcome outcome;
  outcome.exit = function(&context, 0);
  outcome.executed = instructions - context.budget;
  outcome.lanes = context.lane_instructions;
  return outcome;
}

void copy_registers(State& to, State& from) {
  to.wave.scalar = from.wave.scalar;
  to.wave.scc = from.wave.scc;
  to.wave.pc = from.wave.pc;
  for (unsigned reg = 0; reg < from.wave.vectors(); ++reg)
    std::copy_n(from.wave.vector(reg), kMaxLanes, to.wave.vector(reg));
}

/// Encodings of a form: the bits that are fixed, and where they are.
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

/// A decoded instruction, with the bytes that it was decoded from.
struct Decoded {
  std::unique_ptr<const Instruction> instruction;
  std::string text;
};

bool is_tested(const Instruction& instruction) {
  const auto tested = [](const Instruction& one) { return find_lowering(one.operation) != nullptr; };
  if (instruction.vector_limit > kVectors || block_end(instruction) == BlockEnd::leaves ||
      block_end(instruction) == BlockEnd::branches || block_end(instruction) == BlockEnd::conditional)
    return false;
  const std::string_view name = instruction.operation;
  if (name.substr(0, 7) == "S_GETPC" || name.substr(0, 7) == "S_SLEEP") return false;
  return tested(instruction) && (instruction.second == nullptr || tested(*instruction.second));
}

Decoded random_instruction(const Decoder& decoder, std::mt19937_64& random) {
  while (true) {
    const auto& form = kForms[random() % std::size(kForms)];
    std::array<std::uint32_t, 4> words{};
    for (auto& word : words) word = static_cast<std::uint32_t>(random());
    words[0] = (words[0] & ~form.mask) | form.fixed;
    // Bits 31:24 of a second dword of VOP3 are modifiers of all three sources; half of them have none.
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

std::uint64_t random_exec(std::mt19937_64& random, const Wave& wave) {
  switch (random() % 4) {
    case 0:
      return random() & wave.all_lanes();
    case 1:
      return wave.all_lanes() >> random() % wave.lanes;
    case 2:
      return random() % 8 == 0 ? 0 : std::uint64_t{1} << random() % wave.lanes;
    default:
      return wave.all_lanes();
  }
}

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
  const auto compiled = compiler->compile(region, target, lanes);
  INFO(text);
  REQUIRE(compiled != nullptr);
  State expected(target, lanes), actual(target, lanes);
  for (int round = 0; round < 12; ++round) {
    randomize(expected, random, round >= 8, random_exec(random, expected.wave));
    copy_registers(actual, expected);
    const auto outcome = run_native(actual, compiled->function, sequence.size());
    // The handlers execute as many instructions as the native code has.
    std::uint64_t active = 0;
    for (std::size_t n = 0; n < outcome.executed; ++n) {
      block.instructions[n]->execute(expected.wave, *block.instructions[n]);
      active += static_cast<std::uint64_t>(std::popcount(expected.wave.exec()));
    }
    ++(outcome.executed == sequence.size() ? counts.executed : counts.declined);
    INFO("round " << round << ", " << outcome.executed << " instructions executed, EXEC " << expected.wave.exec());
    CHECK(outcome.lanes == active);
    const auto want = expected.registers(), have = actual.registers();
    const auto differs = std::mismatch(want.begin(), want.end(), have.begin());
    if (differs.first != want.end()) {
      const auto at = static_cast<std::size_t>(differs.first - want.begin());
      const auto vectors = kScalarRegisters + 1u;
      INFO((at < vectors
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
  std::mt19937_64 random(lanes + processor.size() * 1000 + static_cast<unsigned char>(processor[4]));
  Counts counts;
  for (unsigned n = 0; n < sequences; ++n) {
    std::vector<Decoded> sequence;
    // Single instructions show what differs; longer sequences test what is kept between instructions.
    const auto length = n % 2 == 0 ? 1 : 12;
    while (sequence.size() < length) {
      sequence.push_back(random_instruction(decoder, random));
      if (block_end(*sequence.back().instruction) != BlockEnd::none) break;
    }
    compare(target, lanes, sequence, random, counts);
  }
  WARN(processor << ": " << counts.compared.size() << " operations, " << counts.executed << " runs, " << counts.declined
                 << " declined");
  CHECK(counts.executed > counts.declined);
}

}  // namespace

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
