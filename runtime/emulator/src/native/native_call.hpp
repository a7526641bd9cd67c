// Calls native code for a wave.
#pragma once

#include <cstdint>
#include <exception>

#include "machine/wave.hpp"
#include "native/context.hpp"

namespace rocm_bindgen::emulator {

/// What native code has executed.
struct NativeTurn {
  std::uint64_t instructions = 0, lane_instructions = 0;
  NativeExit exit = NativeExit::declined;
};

/// Not thread safe: each host thread that executes workgroups of a launch has its own.
class NativeCall {
 public:
  NativeCall() { context_.failure = &failure; }
  NativeCall(const NativeCall&) = delete;
  NativeCall& operator=(const NativeCall&) = delete;

  /// Executes at most `budget` instructions, beginning with block number `block` of the region. If a handler throws,
  /// `failure` is what it has thrown, and the program counter is after its instruction.
  NativeTurn operator()(Wave& wave, const CompiledRegion& region, std::uint32_t block, std::uint64_t budget);

  std::exception_ptr failure;
  /// The address of the instruction whose handler has thrown.
  std::uint64_t failed_instruction() const { return context_.failed_instruction; }

 private:
  NativeContext context_;
};

}  // namespace rocm_bindgen::emulator
