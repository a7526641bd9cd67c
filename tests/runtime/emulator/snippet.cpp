#include "runtime/emulator/snippet.hpp"

#include "load/program.hpp"
#include "runtime/emulator/assembler.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr unsigned kVectors = 256;
// Sizes that are large enough for all tests.
constexpr std::uint32_t kLdsBytes = 32768, kScratchBytes = 1024;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
/// MODE of compute kernels: subnormal numbers are kept (bits 7:4), and DX10_CLAMP (bit 8) and IEEE (bit 9) are set.
constexpr std::uint32_t kComputeMode = 0x3f0;

unsigned usual_lanes(const Target& target) {
  return target.generation == Generation::gfx9 ? 64 : 32;
}

}  // namespace

struct Snippet::State {
  State(const std::string& processor, const std::string& assembly, unsigned asked_lanes, Checks checks)
      : target(find_target(processor).value()),
        lanes(asked_lanes == 0 ? usual_lanes(target) : asked_lanes),
        code(assemble(processor, assembly, lanes)),
        begin(reinterpret_cast<std::uint64_t>(code.data())),
        instructions(target, lanes, begin, begin + code.size()),
        space(kMemory, checks),
        checks(checks),
        lds(kLdsBytes, checks) {}

  /// Creates the wave at the first call, so that the wave's snapshot contains the memory that the test has allocated by
  /// then.
  Wave& ready() {
    if (wave == nullptr) {
      wave = std::make_unique<Wave>(target, lanes, kVectors, target.has_accumulators() ? kVectors : 0,
                                    GlobalMemory(space.snapshot(), checks), lds, Scratch(kScratchBytes, lanes, checks));
      wave->mode = decode_mode(kComputeMode);
      wave->set_exec(wave->all_lanes());
    }
    return *wave;
  }

  Target target;
  unsigned lanes;
  std::vector<std::uint8_t> code;
  std::uint64_t begin;
  InstructionCache instructions;
  AddressSpace space;
  Checks checks;
  LocalMemory lds;
  std::unique_ptr<Wave> wave;
};

Snippet::Snippet(const std::string& processor, const std::string& assembly, unsigned lanes, Checks checks)
    : state_(std::make_unique<State>(processor, assembly, lanes, checks)) {}
Snippet::~Snippet() = default;

Wave& Snippet::wave() {
  return state_->ready();
}

AddressSpace& Snippet::space() {
  return state_->space;
}

void* Snippet::allocate(std::uint64_t bytes) {
  auto* memory = state_->space.allocate(bytes, AllocationKind::device);
  REQUIRE(memory != nullptr);
  if (state_->wave != nullptr) state_->wave->memory = GlobalMemory(state_->space.snapshot(), state_->checks);
  return memory;
}

Snippet& Snippet::run() {
  auto& wave = state_->ready();
  const auto end = state_->begin + state_->code.size();
  wave.pc = state_->begin;
  wave.state = WaveState::running;
  while (wave.pc != end && wave.state != WaveState::ended) {
    const auto& instruction = state_->instructions.at(wave.pc);
    REQUIRE(instruction.vector_limit <= wave.vectors());
    REQUIRE(instruction.accumulator_limit <= wave.accumulators());
    wave.pc += instruction.bytes;
    instruction.execute(wave, instruction);
    if (wave.state == WaveState::at_barrier) {
      wave.lds.barrier();
      wave.state = WaveState::running;
    }
  }
  return *this;
}

Snippet& Snippet::set(unsigned reg, const std::vector<std::uint32_t>& values) {
  for (unsigned lane = 0; lane < state_->lanes; ++lane) wave().vector(reg)[lane] = values[lane % values.size()];
  return *this;
}

Snippet& Snippet::set64(unsigned reg, const std::vector<std::uint64_t>& values) {
  for (unsigned lane = 0; lane < state_->lanes; ++lane) {
    const auto value = values[lane % values.size()];
    wave().vector(reg)[lane] = static_cast<std::uint32_t>(value);
    wave().vector(reg + 1)[lane] = static_cast<std::uint32_t>(value >> 32);
  }
  return *this;
}

Snippet& Snippet::set_scalar(unsigned reg, std::uint32_t value) {
  wave().scalar[reg] = value;
  return *this;
}

Snippet& Snippet::set_scalar64(unsigned reg, std::uint64_t value) {
  wave().scalar[reg] = static_cast<std::uint32_t>(value);
  wave().scalar[reg + 1] = static_cast<std::uint32_t>(value >> 32);
  return *this;
}

std::uint32_t Snippet::get(unsigned reg, unsigned lane) {
  return wave().vector(reg)[lane];
}

std::uint64_t Snippet::get64(unsigned reg, unsigned lane) {
  return wave().vector(reg)[lane] | std::uint64_t{wave().vector(reg + 1)[lane]} << 32;
}

std::uint32_t Snippet::scalar(unsigned reg) {
  return wave().scalar[reg];
}

std::uint64_t Snippet::scalar64(unsigned reg) {
  return wave().scalar[reg] | std::uint64_t{wave().scalar[reg + 1]} << 32;
}

}  // namespace rocm_bindgen::emulator
