// The comparison of both engines. A wrong lowering is made by a copy of an instruction that has the name of another
// operation: its handler remains that of the instruction, but it is compiled as the other operation.
#include "native/engine_comparison.hpp"

#include <cstring>
#include <string>

#include "decode/decoder.hpp"
#include "runtime/emulator/assembler.hpp"
#include "runtime/emulator/native/native_state.hpp"
#include "support/catch.hpp"

using namespace native_test;

namespace {

constexpr std::uint64_t kCode = 0x1000;  // the address of the first instruction

/// A region of one block, and its code.
class Compiled {
 public:
  Compiled(const std::string& processor, unsigned lanes, const std::string& assembly)
      : target_(find_target(processor).value()), lanes_(lanes) {
    const Decoder decoder(target_, lanes);
    auto bytes = assemble(processor, assembly, lanes);
    const auto size = bytes.size();
    bytes.resize(size + 16);
    Block block;
    block.address = block.next = kCode;
    while (block.next < kCode + size) {
      std::array<std::uint8_t, 16> encoding;
      std::memcpy(encoding.data(), &bytes[block.next - kCode], encoding.size());
      instructions_.push_back(std::make_unique<Instruction>(*decoder.decode(encoding, block.next)));
      block.instructions.push_back(instructions_.back().get());
      block.next += instructions_.back()->bytes;
    }
    region_.blocks.push_back(block);
  }

  /// Compiles the instruction `operation` as another one.
  void mistake(const std::string& operation, const char* other) {
    for (const auto& instruction : instructions_) {
      if (instruction->operation != operation) continue;
      instruction->operation = other;
      mistaken_ = instruction->address;
      return;
    }
    FAIL("no instruction is " << operation);
  }
  std::uint64_t mistaken() const { return mistaken_; }
  std::size_t size() const { return instructions_.size(); }
  const Target& target() const { return target_; }
  unsigned lanes() const { return lanes_; }

  const NativeEntry& entry() {
    entry_.region = std::make_shared<const Region>(region_);
    code_ = NativeCompiler::shared()->compile(region_, target_, lanes_, false);
    REQUIRE(code_ != nullptr);
    entry_.code = code_.get();
    return entry_;
  }

 private:
  Target target_;
  unsigned lanes_;
  std::vector<std::unique_ptr<Instruction>> instructions_;
  Region region_;
  std::unique_ptr<CompiledRegion> code_;
  NativeEntry entry_;
  std::uint64_t mistaken_ = 0;
};

/// Memory of one allocation, and a wave whose v[0:1] have the addresses of the lanes' dwords there, v2 is an offset in
/// LDS, and v3 and v4 are numbers.
struct Launch {
  Launch(const Compiled& compiled, AllocationKind kind)
      : memory(static_cast<std::uint32_t*>(space.allocate(4096, kind))),
        state(compiled.target(), compiled.lanes(), space.snapshot()) {
    auto& wave = state.wave;
    wave.pc = kCode;
    wave.set_exec(wave.all_lanes() >> 3);
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const auto address = reinterpret_cast<std::uint64_t>(memory + lane);
      wave.vector(0)[lane] = static_cast<std::uint32_t>(address);
      wave.vector(1)[lane] = static_cast<std::uint32_t>(address >> 32);
      wave.vector(2)[lane] = 4 * lane;
      wave.vector(3)[lane] = 0x10203 * (lane + 1);
      wave.vector(4)[lane] = 0x777777;
    }
  }

  AddressSpace space{std::uint64_t{1} << 20, {}};
  std::uint32_t* memory;
  State state;
};

// The names of these instructions differ between the processors.
std::string assembly_for(const std::string& processor) {
  const bool gfx9 = processor == "gfx90a";
  return std::string("v_and_b32 v5, v3, v4\n v_xor_b32 v6, v5, v3\n") +
         (gfx9 ? "ds_write_b32 v2, v6\n ds_read_b32 v7, v2\n" : "ds_store_b32 v2, v6\n ds_load_b32 v7, v2\n") +
         "v_lshlrev_b32 v7, 1, v7\n" +
         (gfx9 ? "global_store_dword v[0:1], v7, off\n" : "global_store_b32 v[0:1], v7, off\n") + "v_mov_b32 v8, v7\n";
}

struct Case {
  std::string processor;
  unsigned lanes;
};
const std::vector<Case> kCases{{"gfx1100", 32}, {"gfx90a", 64}};

}  // namespace

TEST_CASE("both engines agree if native code is right") {
  if (NativeCompiler::shared() == nullptr) return;
  const auto [processor, lanes] = GENERATE(from_range(kCases));
  Compiled compiled(processor, lanes, assembly_for(processor));
  Launch launch(compiled, AllocationKind::device);
  NativeCall call;
  EngineComparison comparison(call);
  const auto turn = comparison.run(launch.state.wave, compiled.entry(), 1000);
  CHECK(comparison.failure() == nullptr);
  CHECK(turn.exit == NativeExit::left);
  CHECK(turn.instructions == compiled.size());
  CHECK(turn.lane_instructions == compiled.size() * (lanes - 3));
  const auto expected = ((0x10203u & 0x777777u) ^ 0x10203u) << 1;
  CHECK(launch.memory[0] == expected);
  CHECK(launch.state.wave.vector(8)[0] == expected);
  CHECK(launch.memory[lanes - 1] == 0);
}

TEST_CASE("a wrong lowering is found at its instruction") {
  if (NativeCompiler::shared() == nullptr) return;
  const auto [processor, lanes] = GENERATE(from_range(kCases));
  const auto& [operation, other, what] = GENERATE(
      table<std::string, const char*, std::string>({{"V_AND_B32", "V_OR_B32", "v5 lane 0"},
                                                    {"V_LSHLREV_B32", "V_LSHRREV_B32", "v7 lane 2"},
                                                    {"GLOBAL_STORE_DWORD", "GLOBAL_STORE_SHORT", "the byte at 0x"}}));
  Compiled compiled(processor, lanes, assembly_for(processor));
  compiled.mistake(operation, other);
  Launch launch(compiled, AllocationKind::device);
  // So that the upper half of what is stored differs from what was there.
  std::fill_n(launch.memory, lanes, 0xabababab);
  NativeCall call;
  EngineComparison comparison(call);
  const auto turn = comparison.run(launch.state.wave, compiled.entry(), 1000);
  CHECK(turn.exit == NativeExit::failed);
  REQUIRE(comparison.failure() != nullptr);
  CHECK(comparison.failed_instruction() == compiled.mistaken());
  CHECK_THROWS_WITH(std::rethrow_exception(comparison.failure()),
                    Catch::Contains("the engines differ after this instruction: " + what) &&
                        Catch::Contains("in the interpreter and 0x"));
  CHECK(launch.memory[0] == 0xabababab);
}

TEST_CASE("code that accesses memory of the host has the interpreter's results") {
  if (NativeCompiler::shared() == nullptr) return;
  Compiled compiled("gfx1100", 32, assembly_for("gfx1100"));
  compiled.mistake("V_AND_B32", "V_OR_B32");  // not noticed, because native code is not executed
  Launch launch(compiled, AllocationKind::pinned);
  NativeCall call;
  EngineComparison comparison(call);
  const auto turn = comparison.run(launch.state.wave, compiled.entry(), 1000);
  CHECK(comparison.failure() == nullptr);
  CHECK(turn.instructions == compiled.size());
  CHECK(launch.memory[0] == ((0x10203u & 0x777777u) ^ 0x10203u) << 1);
}

TEST_CASE("a kernel's own fault is left to the interpreter") {
  if (NativeCompiler::shared() == nullptr) return;
  Compiled compiled("gfx1100", 32, assembly_for("gfx1100"));
  Launch launch(compiled, AllocationKind::device);
  launch.state.wave.vector(0)[2] += 1 << 20;  // outside of the allocation
  NativeCall call;
  EngineComparison comparison(call);
  const auto turn = comparison.run(launch.state.wave, compiled.entry(), 1000);
  CHECK(comparison.failure() == nullptr);
  CHECK(turn.exit == NativeExit::declined);
  CHECK(turn.instructions < compiled.size());
  CHECK(launch.memory[0] == 0);
}

TEST_CASE("atomics, barriers and clocks are executed by one engine") {
  const auto once = [](const char* operation) {
    Instruction instruction;
    instruction.operation = operation;
    return executes_once(instruction);
  };
  for (const auto* name : {"GLOBAL_ATOMIC_ADD", "FLAT_ATOMIC_ADD_F32", "BUFFER_ATOMIC_ADD", "S_BARRIER", "S_ENDPGM",
                           "S_SENDMSG_RTN_B64", "S_MEMTIME", "S_GETREG_B32"})
    CHECK(once(name));
  for (const auto* name : {"DS_ADD_U32", "S_SETPC_B64", "GLOBAL_LOAD_DWORD", "V_ADD_F32"}) CHECK_FALSE(once(name));
}

TEST_CASE("native code stores once if a later instruction of the block is declined") {
  if (NativeCompiler::shared() == nullptr) return;
  Compiled compiled("gfx90a", 64, "global_store_dword v[0:1], v3, off\n v_add_f32 v4, v4, v4\n v_mov_b32 v3, 0");
  Launch launch(compiled, AllocationKind::device);
  auto& wave = launch.state.wave;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) wave.vector(4)[lane] = 0x7fc00001;  // a NaN, which is declined
  NativeCall call;
  const auto turn = call(wave, *compiled.entry().code, 0, compiled.size());
  CHECK(turn.exit == NativeExit::declined);
  CHECK(turn.instructions == 1);
  CHECK(wave.pc == kCode + 8);  // after the store, which has eight bytes
  CHECK(launch.memory[0] == 0x10203);
}
