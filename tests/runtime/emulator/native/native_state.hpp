// A wave with random registers, and its execution by native code, for the tests that compare native code with the
// handlers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <exception>
#include <memory>
#include <random>
#include <vector>

#include "fault.hpp"
#include "machine/wave.hpp"
#include "native/compiler.hpp"

namespace native_test {

using namespace rocm_bindgen::emulator;

constexpr unsigned kVectors = 256;
constexpr std::uint32_t kComputeMode = 0x3f0;  // MODE of compute kernels, as in snippet.cpp
constexpr std::uint32_t kLdsBytes = 4096;

/// A wave and what it needs, with random contents.
struct State {
  State(const Target& target, unsigned lanes,
        std::shared_ptr<const AllocationList> allocations = std::make_shared<AllocationList>())
      : lds(kLdsBytes, {}),
        wave(target, lanes, kVectors, target.has_accumulators() ? kVectors : 0,
             GlobalMemory(std::move(allocations), {}), lds, Scratch(256, lanes, {})) {
    wave.mode = decode_mode(kComputeMode);
  }

  /// The scalar registers, SCC, the vector registers and the accumulators.
  std::vector<std::uint32_t> registers() {
    std::vector<std::uint32_t> all(wave.scalar.begin(), wave.scalar.end());
    all.push_back(wave.scc ? 1 : 0);
    for (unsigned reg = 0; reg < wave.vectors(); ++reg)
      all.insert(all.end(), wave.vector(reg), wave.vector(reg) + wave.lanes);
    for (unsigned reg = 0; reg < wave.accumulators(); ++reg)
      all.insert(all.end(), wave.accumulator(reg), wave.accumulator(reg) + wave.lanes);
    return all;
  }

  LocalMemory lds;
  Wave wave;
};

/// Returns a special value, a float of ordinary size, a small integer or any bits, each with the same probability. The
/// special values are limits of integers, floats and pairs of halves.
inline std::uint32_t random_value(std::mt19937_64& random) {
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

/// Sets scalar registers, vector registers, accumulators and SCC to random values, and EXEC to `exec`. If `nans` is
/// false, no value is a NaN as a float or as a half, because native code leaves most NaNs to the interpreter.
inline void randomize(State& state, std::mt19937_64& random, bool nans, std::uint64_t exec) {
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
  for (unsigned reg = 0; reg < wave.accumulators(); ++reg)
    for (unsigned lane = 0; lane < wave.lanes; ++lane) wave.accumulator(reg)[lane] = value();
}

/// What native code returns, and the numbers of instructions and of active lanes that it has executed.
struct Outcome {
  std::uint32_t exit = 0;
  std::uint64_t executed = 0, lanes = 0;
};

inline Outcome run_native(State& state, const CompiledRegion& region, std::uint64_t instructions) {
  auto& wave = state.wave;
  NativeContext context;
  region.enter(context);
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
  outcome.exit = region.function(&context, 0);
  outcome.executed = instructions - context.budget;
  outcome.lanes = context.lane_instructions;
  return outcome;
}

inline void copy_registers(State& to, State& from) {
  to.wave.scalar = from.wave.scalar;
  to.wave.scc = from.wave.scc;
  to.wave.pc = from.wave.pc;
  for (unsigned reg = 0; reg < from.wave.vectors(); ++reg)
    std::copy_n(from.wave.vector(reg), kMaxLanes, to.wave.vector(reg));
  for (unsigned reg = 0; reg < from.wave.accumulators(); ++reg)
    std::copy_n(from.wave.accumulator(reg), kMaxLanes, to.wave.accumulator(reg));
}

/// Returns random lanes, the first lanes, one lane (rarely none) or all lanes, each with the same probability.
inline std::uint64_t random_exec(std::mt19937_64& random, const Wave& wave) {
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

}  // namespace native_test
