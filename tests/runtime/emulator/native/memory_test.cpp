// Compares native loads and stores with the handlers: random instructions on addresses that are usually allocated. The
// addresses of lanes have the patterns that native code distinguishes, such as neighbours.
#include <set>
#include <stdexcept>
#include <string>

#include "decode/decoder.hpp"
#include "native/lowering.hpp"
#include "runtime/emulator/native/native_state.hpp"
#include "support/catch.hpp"

using namespace native_test;

namespace {

constexpr std::uint64_t kBytes = 8192;  // of memory, more than offset_of() returns

constexpr unsigned kRounds = 16;  // executions of each instruction

struct Case {
  std::unique_ptr<const Instruction> instruction;
  std::string text;
};

using Words = std::array<std::uint32_t, 4>;

/// A random encoding. Half of them are of FLAT, GLOBAL and SCRATCH, in the format of the generation, and half of DS. On
/// gfx12, some are scalar loads with small offsets.
Words random_words(Generation generation, std::mt19937_64& random) {
  const bool gfx12 = generation >= Generation::gfx12;
  Words words{};
  for (auto& word : words) word = static_cast<std::uint32_t>(random());
  // Fields of registers that an operation does not have are 0. These masks leave the fields of loads, stores, stores of
  // two elements, and exchanges between lanes.
  constexpr std::uint32_t kLocalFields[] = {0xff0000ff, 0x0000ffff, 0x00ffffff, 0xff00ffff};
  constexpr std::uint32_t kGlobalFields[] = {0xffff00ff, 0x00ffffff}, kGfx12Fields[] = {0x807fffff, 0xffffff00};
  if (random() % 2 == 0) {
    words[1] &= (gfx12 ? kGfx12Fields : kGlobalFields)[random() % 2];
    words[0] = gfx12 ? (words[0] & 0x001fffff) | 0xee000000 : (words[0] & 0x03fff007) | 0xdc008000;
  } else if (gfx12 && random() % 4 == 0) {
    constexpr std::uint32_t kNoRegister = 0xf8000000;  // SGPR_NULL as the register with the offset
    words[0] = (words[0] & 0x001fffff) | 0xf4000000;
    words[1] = (words[1] & 0x3f) | kNoRegister;
  } else {
    words[1] &= kLocalFields[random() % std::size(kLocalFields)];
    words[0] = (words[0] & 0x03ff007f) | 0xd8000000;
  }
  return words;
}

bool has_two_addresses(std::string_view name) {
  return name.find("READ2") != name.npos || name.find("WRITE2") != name.npos;
}

/// Replaces the two offsets of DS, which count elements or, in ST64, blocks of 64. The elements are neighbours, overlap
/// with those of other lanes, or are in separate parts of LDS.
void set_two_offsets(Words& words, bool blocks, std::mt19937_64& random) {
  constexpr std::uint32_t kDistances[] = {0, 1, 1, 5, 64};
  const auto distance =
      blocks ? static_cast<std::uint32_t>(random() % 3) : kDistances[random() % std::size(kDistances)];
  const auto low = static_cast<std::uint32_t>(random() % 4), high = low + distance;
  words[0] = (words[0] & 0xffff0000) | (random() % 2 == 0 ? low | high << 8 : high | low << 8);
}

Case decoded(const Decoder& decoder, const Words& words) {
  std::array<std::uint8_t, 16> bytes;
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return {decoder.decode(bytes, 0x1000), decoder.text(bytes, 0x1000)};
}

/// Returns an access whose operation is `wanted`, or any if that is empty.
Case random_access(const Decoder& decoder, Generation generation, std::string_view wanted, std::mt19937_64& random) {
  constexpr unsigned kDraws = 1'000'000;  // far more than the rarest operation needs
  for (unsigned draw = 0; draw < kDraws; ++draw) {
    auto words = random_words(generation, random);
    try {
      auto made = decoded(decoder, words);
      const std::string_view name = made.instruction->operation;
      const bool memory = name.substr(0, 6) == "GLOBAL" || name.substr(0, 2) == "DS" || name.substr(0, 4) == "FLAT" ||
                          name.substr(0, 6) == "S_LOAD";
      if (!memory || find_lowering(name) == nullptr || made.instruction->vector_limit > kVectors ||
          made.instruction->accumulator_limit != 0 || (!wanted.empty() && name != wanted))
        continue;
      // GDS is left to the handlers, which have a Fault for it.
      if (made.instruction->memory.gds && random() % 8 != 0) continue;
      if (name == "DS_SWIZZLE_B32") {
        words[0] = (words[0] & 0xffff0000) | static_cast<std::uint32_t>(random() & 0xffff);
        return decoded(decoder, words);
      }
      if (!has_two_addresses(name)) return made;
      set_two_offsets(words, name.find("ST64") != name.npos, random);
      return decoded(decoder, words);
    } catch (const Fault&) {
    }
  }
  throw std::runtime_error("no encoding of " + std::string(wanted) + " was found");
}

/// The offset of a lane's access from the start of the memory, whose size is `bytes`.
std::uint64_t offset_of(unsigned pattern, unsigned lane, std::uint64_t bytes, std::mt19937_64& random) {
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
    case 6:  // neighbours, of which those of lanes from 16 on are outside
      return bytes - 64 + 4 * lane;
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
  if (address.file == RegisterFile::scalar) return wave.write64(address, start + 64 + random() % 512);
  if (!address || address.file != RegisterFile::vector) return;
  const auto bytes = local ? kLdsBytes - static_cast<std::uint64_t>(instruction.memory.offset) : kBytes;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const auto at = start + offset_of(pattern, lane, bytes, random);
    wave.row(address)[lane] = static_cast<std::uint32_t>(at);
    if (!local && !instruction.memory.has_base) wave.row(address, 1)[lane] = static_cast<std::uint32_t>(at >> 32);
  }
}

/// What an instruction may change.
struct Run {
  std::vector<std::byte> memory, lds;
  std::vector<std::uint32_t> registers;
};

/// Operations that must be compared on each processor.
constexpr std::string_view kRequired[] = {
    "DS_WRITE2_B32",        "DS_WRITE2_B32",     "DS_WRITE2_B32",      "DS_WRITE2_B64",        "DS_WRITE2_B64",
    "DS_WRITE2ST64_B32",    "DS_WRITE2ST64_B64", "DS_SWIZZLE_B32",     "DS_SWIZZLE_B32",       "DS_SWIZZLE_B32",
    "DS_SWIZZLE_B32",       "DS_PERMUTE_B32",    "DS_BPERMUTE_B32",    "DS_WRITE_B32",         "DS_WRITE_B64",
    "DS_WRITE_B96",         "DS_WRITE_B128",     "GLOBAL_STORE_DWORD", "GLOBAL_STORE_DWORDX2", "GLOBAL_STORE_DWORDX3",
    "GLOBAL_STORE_DWORDX4", "DS_WRITE_B8"};
constexpr std::string_view kRequiredOnGfx12[] = {"S_LOAD_U8", "S_LOAD_I8", "S_LOAD_U16", "S_LOAD_I16"};

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
  std::vector<std::string_view> required(std::begin(kRequired), std::end(kRequired));
  if (target.generation >= Generation::gfx12)
    required.insert(required.end(), std::begin(kRequiredOnGfx12), std::end(kRequiredOnGfx12));
  for (unsigned n = 0; n < count; ++n) {
    const auto made = random_access(decoder, target.generation, n < required.size() ? required[n] : "", random);
    Region region;
    Block block;
    block.address = 0x1000;
    block.next = 0x2000;
    block.instructions = {made.instruction.get()};
    region.blocks.push_back(block);
    const auto compiled = compiler->compile(region, target, lanes, false);
    REQUIRE(compiled != nullptr);
    State expected(target, lanes, space.snapshot()), actual(target, lanes, space.snapshot());
    // Two rounds for each of the eight patterns of offset_of(), one of which has all lanes active. In the last round,
    // no lane is active.
    for (unsigned round = 0; round < kRounds; ++round) {
      const auto some = round + 1 == kRounds ? 0 : random_exec(random, expected.wave);
      randomize(expected, random, true, round % 2 == 0 ? expected.wave.all_lanes() : some);
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
  WARN(processor << ": " << compared.size() << " operations, " << executed << " of " << kRounds * count << " executed");
  CHECK(executed > kRounds / 2 * count);  // half of the rounds; if most were declined, little would be compared
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
TEST_CASE("native loads and stores have the results of the handlers: gfx1030 with 64 lanes") {
  compare_accesses("gfx1030", 64, 40);
}
