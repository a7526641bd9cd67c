// Compares native loads and stores with the handlers: random instructions on addresses that are usually allocated. The
// addresses of lanes have the patterns that native code distinguishes, such as neighbours.
#include <set>
#include <string>

#include "decode/decoder.hpp"
#include "native/lowering.hpp"
#include "runtime/emulator/native/native_state.hpp"
#include "support/catch.hpp"

using namespace native_test;

namespace {

constexpr std::uint64_t kBytes = 8192;  // of memory, more than offset_of() returns

struct Case {
  std::unique_ptr<const Instruction> instruction;
  std::string text;
};

Case random_access(const Decoder& decoder, Generation generation, std::mt19937_64& random) {
  // Half of the encodings are of FLAT, GLOBAL and SCRATCH, in the format of the generation, and half of DS.
  const bool gfx12 = generation >= Generation::gfx12;
  while (true) {
    std::array<std::uint32_t, 4> words{};
    for (auto& word : words) word = static_cast<std::uint32_t>(random());
    if (random() % 2 == 0)
      words[0] = gfx12 ? (words[0] & 0x001fffff) | 0xee000000 : (words[0] & 0x03fff007) | 0xdc008000;
    else
      words[0] = (words[0] & 0x03ff007f) | 0xd8000000;
    std::array<std::uint8_t, 16> bytes;
    std::memcpy(bytes.data(), words.data(), bytes.size());
    try {
      Case made{decoder.decode(bytes, 0x1000), decoder.text(bytes, 0x1000)};
      const std::string_view name = made.instruction->operation;
      const bool memory = name.substr(0, 6) == "GLOBAL" || name.substr(0, 2) == "DS" || name.substr(0, 4) == "FLAT";
      if (memory && find_lowering(name) != nullptr && made.instruction->vector_limit <= kVectors &&
          made.instruction->accumulator_limit == 0)
        return made;
    } catch (const Fault&) {
    }
  }
}

/// The offset of a lane's access from the start of the memory.
std::uint64_t offset_of(unsigned pattern, unsigned lane, std::mt19937_64& random) {
  switch (pattern) {
    case 0:  // neighbouring dwords
      return 64 + 4 * lane;
    case 1:
      return 64 + 16 * lane;
    case 2:  // one address
      return 128;
    case 3:  // one address for each 16 lanes
      return 256 + lane / 16 * 4;
    case 4:
      return 64 + lane;
    case 5:
      return 64 + 8 * lane;
    default:  // scattered dwords
      return random() % 1024 * 4;
  }
}

void set_addresses(State& state, const Instruction& instruction, std::uint64_t memory, unsigned pattern,
                   std::mt19937_64& random) {
  auto& wave = state.wave;
  const bool local = std::string_view(instruction.operation).substr(0, 2) == "DS";
  const auto& address = instruction.address_operand();
  auto start = local ? 0 : memory - static_cast<std::uint64_t>(instruction.memory.offset);
  if (instruction.memory.has_base) {
    // The base is less than the address. It is read back, because NULL as the base remains 0.
    const auto base = start - 64;
    wave.write64(instruction.base(), base);
    start -= wave.read64(instruction.base());
  }
  if (!address || address.file != RegisterFile::vector) return;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const auto at = start + offset_of(pattern, lane, random);
    wave.row(address)[lane] = static_cast<std::uint32_t>(at);
    if (!local && !instruction.memory.has_base) wave.row(address, 1)[lane] = static_cast<std::uint32_t>(at >> 32);
  }
}

/// What an instruction may change.
struct Run {
  std::vector<std::byte> memory, lds;
  std::vector<std::uint32_t> registers;
};

void compare_accesses(const std::string& processor, unsigned lanes, unsigned count) {
  const auto target = find_target(processor).value();
  const auto compiler = NativeCompiler::shared();
  if (compiler == nullptr) return;
  const Decoder decoder(target, lanes);
  std::mt19937_64 random(lanes);
  AddressSpace space(std::uint64_t{1} << 30, {});
  auto* const memory = static_cast<std::byte*>(space.allocate(kBytes, AllocationKind::device));
  REQUIRE(memory != nullptr);
  std::set<std::string> compared;
  std::size_t executed = 0;
  for (unsigned n = 0; n < count; ++n) {
    const auto made = random_access(decoder, target.generation, random);
    Region region;
    Block block;
    block.address = 0x1000;
    block.next = 0x2000;
    block.instructions = {made.instruction.get()};
    region.blocks.push_back(block);
    const auto compiled = compiler->compile(region, target, lanes, false);
    REQUIRE(compiled != nullptr);
    State expected(target, lanes, space.snapshot()), actual(target, lanes, space.snapshot());
    // Two rounds for each of the seven patterns of offset_of(), one of which has all lanes active.
    for (unsigned round = 0; round < 14; ++round) {
      randomize(expected, random, true,
                round % 2 == 0 ? expected.wave.all_lanes() : random_exec(random, expected.wave));
      set_addresses(expected, *made.instruction, reinterpret_cast<std::uint64_t>(memory), round / 2, random);
      copy_registers(actual, expected);
      std::vector<std::byte> before(kBytes), local(kLdsBytes);
      for (auto* bytes : {&before, &local})
        for (auto& byte : *bytes) byte = static_cast<std::byte>(random());
      const auto prepare = [&](State& state) {
        std::memcpy(memory, before.data(), kBytes);
        std::memcpy(state.wave.lds.unchecked(), local.data(), kLdsBytes);
      };
      const auto observe = [&](State& state) {
        Run run;
        run.memory.assign(memory, memory + kBytes);
        run.lds.assign(state.wave.lds.unchecked(), state.wave.lds.unchecked() + kLdsBytes);
        run.registers = state.registers();
        return run;
      };
      prepare(actual);
      const auto outcome = run_native(actual, *compiled, 1);
      const auto have = observe(actual);
      prepare(expected);
      bool faulted = false;
      if (outcome.executed != 0) {
        try {
          made.instruction->execute(expected.wave, *made.instruction);
        } catch (const Fault&) {
          faulted = true;
        }
        ++executed;
      }
      const auto want = observe(expected);
      INFO(made.text << ", round " << round << ", EXEC " << expected.wave.exec());
      REQUIRE_FALSE(faulted);
      REQUIRE((want.registers == have.registers));
      REQUIRE((want.memory == have.memory));
      REQUIRE((want.lds == have.lds));
    }
    compared.insert(made.instruction->operation);
  }
  WARN(processor << ": " << compared.size() << " operations, " << executed << " of " << 14 * count << " executed");
  CHECK(executed > 7 * count);  // half of the rounds; if most were declined, little would be compared
}

}  // namespace

TEST_CASE("native loads and stores have the results of the handlers: gfx1100") {
  compare_accesses("gfx1100", 32, 120);
}
TEST_CASE("native loads and stores have the results of the handlers: gfx90a") {
  compare_accesses("gfx90a", 64, 100);
}
TEST_CASE("native loads and stores have the results of the handlers: gfx1201") {
  compare_accesses("gfx1201", 32, 60);
}
