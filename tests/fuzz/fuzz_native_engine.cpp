// Executes arbitrary sequences of instructions, with branches, by native code and by the interpreter, which must agree.
// The first byte selects the processor, the second one whether native code computes exact NaNs or leaves them to the
// interpreter (exact_nans), and the next eight are the seed of the registers' random values. The rest are the
// instructions.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>

#include "decode/decoder.hpp"
#include "native/engine_comparison.hpp"
#include "native/region.hpp"
#include "runtime/emulator/native/native_state.hpp"

namespace {

using namespace native_test;

constexpr std::uint64_t kCode = 0x1000;        // the address of the first instruction
constexpr std::size_t kHeader = 10;            // bytes before the instructions
constexpr std::size_t kMostInstructions = 24;  // more would mostly take more time to compile
constexpr std::uint64_t kBudget = 500;         // the most instructions that a run executes, so that loops end
// The size of the memory. The lanes' addresses begin in its middle. Before gfx12, an instruction adds at most 4095 to
// them or subtracts at most 4096, so most accesses stay inside.
constexpr std::uint64_t kBytes = 8192;

struct Processor {
  Processor(const char* name, unsigned lanes)
      : target(find_target(name).value()), lanes(lanes), decoder(target, lanes) {}
  Target target;
  unsigned lanes;
  Decoder decoder;
};

/// Each generation of encodings that the native engine translates, and both sizes of waves.
const Processor& processor(std::uint8_t selector) {
  static const Processor all[] = {{"gfx1100", 32}, {"gfx90a", 64}, {"gfx1030", 64}, {"gfx1201", 32}};
  return all[selector % std::size(all)];
}

using Instructions = std::map<std::uint64_t, std::unique_ptr<const Instruction>>;

/// Decodes the instructions. Skips dwords that are no valid instruction, and instructions that must not be executed
/// by both engines (executes_once()); the others are placed one after another.
Instructions decode(const Decoder& decoder, const std::uint8_t* data, std::size_t size) {
  Instructions all;
  auto address = kCode;
  while (size >= 4 && all.size() < kMostInstructions) {
    std::array<std::uint8_t, 16> bytes{};
    std::memcpy(bytes.data(), data, std::min(size, bytes.size()));
    std::size_t used = 4;
    try {
      auto instruction = decoder.decode(bytes, address);
      if (!executes_once(*instruction) && instruction->bytes <= size) {
        used = instruction->bytes;
        address += used;
        all.emplace(instruction->address, std::move(instruction));
      }
    } catch (const Fault&) {
    }
    data += used;
    size -= used;
  }
  return all;
}

/// Sets registers and memory. About half of the pairs of VGPRs get, in each lane, an address inside `memory`, so that
/// some accesses succeed.
void prepare(State& state, std::byte* memory, std::mt19937_64& random) {
  auto& wave = state.wave;
  randomize(state, random, random() % 2 == 0, random_exec(random, wave));
  wave.pc = kCode;
  wave.mode = decode_mode(kComputeMode);  // an instruction of the previous round may have changed it
  for (unsigned pair = 0; pair < kVectors / 2; ++pair) {
    if (random() % 2 == 0) continue;
    const auto step = std::uint64_t{1} << random() % 5;
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const auto address = reinterpret_cast<std::uint64_t>(memory) + kBytes / 2 + lane * step;
      wave.vector(2 * pair)[lane] = static_cast<std::uint32_t>(address);
      wave.vector(2 * pair + 1)[lane] = static_cast<std::uint32_t>(address >> 32);
    }
  }
  for (std::uint64_t n = 0; n < kBytes; ++n) memory[n] = static_cast<std::byte>(random());
  auto* const lds = state.lds.unchecked();
  for (std::uint32_t n = 0; n < kLdsBytes; ++n) lds[n] = static_cast<std::byte>(random());
}

void compare(const Processor& on, const Region& region, bool exact_nans, std::uint64_t seed) {
  static AddressSpace space(std::uint64_t{1} << 30, {});
  static auto* const memory = static_cast<std::byte*>(space.allocate(kBytes, AllocationKind::device));
  const auto code = NativeCompiler::shared()->compile(region, on.target, on.lanes, exact_nans);
  if (code == nullptr) __builtin_trap();
  NativeEntry entry;
  entry.code = code.get();
  entry.region = std::make_shared<const Region>(region);
  entry.exact_nans = exact_nans;
  std::mt19937_64 random(seed);
  State state(on.target, on.lanes, space.snapshot());
  NativeCall call;
  EngineComparison comparison(call);
  for (unsigned round = 0; round < 4; ++round) {
    prepare(state, memory, random);
    if (comparison.run(state.wave, entry, kBudget).exit != NativeExit::failed) continue;
    try {
      std::rethrow_exception(comparison.failure());
    } catch (const std::exception& difference) {
      const auto at = comparison.failed_instruction();
      for (const auto& block : region.blocks)
        for (const auto* instruction : block.instructions)
          std::fprintf(stderr, "%c %s\n", instruction->address == at ? '>' : ' ', instruction->opcode_name);
      std::fprintf(stderr, "%s, lanes %u: %s\n", on.target.processor.c_str(), on.lanes, difference.what());
    }
    __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHeader || NativeCompiler::shared() == nullptr) return 0;
  const auto& on = processor(data[0]);
  std::uint64_t seed;
  std::memcpy(&seed, data + 2, sizeof seed);
  const auto instructions = decode(on.decoder, data + kHeader, size - kHeader);
  const auto find = [&](std::uint64_t address) -> const Instruction* {
    const auto found = instructions.find(address);
    return found == instructions.end() ? nullptr : found->second.get();
  };
  const auto region = find_region(kCode, find, [](std::uint64_t) { return false; });
  const bool has_registers =
      region.vector_limit <= kVectors && (region.accumulator_limit == 0 || on.target.has_accumulators());
  if (!region.blocks.empty() && has_registers) compare(on, region, data[1] % 2 != 0, seed);
  return 0;
}
