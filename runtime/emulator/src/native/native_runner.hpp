// Runs waves in native code.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include "machine/wave.hpp"
#include "native/engine_comparison.hpp"
#include "native/native_call.hpp"
#include "native/native_code.hpp"

namespace rocm_bindgen::emulator {

/// When blocks are compiled, and what executes those that are.
enum class NativeUse : std::uint8_t {
  often,   ///< blocks that run often are compiled in the background
  always,  ///< every block is compiled before it is executed
  compare  ///< as `always`, and the interpreter executes it as well; see EngineComparison
};

/// Not thread safe: each WorkgroupRunner has its own, for one launch.
class NativeRunner {
 public:
  NativeRunner(NativeCode& code, NativeUse use);

  /// Executes the wave from its program counter on, at most `budget` instructions. Executes nothing if there is no
  /// native code at the program counter, or if the interpreter has to execute the next instruction. If the exit is
  /// `left`, the wave can continue in native code, if there is any at its program counter. If it is `failed`, `failure`
  /// is what a handler has thrown, and the program counter is after its instruction.
  NativeTurn run(Wave& wave, std::uint64_t budget);
  std::exception_ptr& failure() { return comparison_ ? comparison_->failure() : call_.failure; }
  std::uint64_t failed_instruction() const {
    return comparison_ ? comparison_->failed_instruction() : call_.failed_instruction();
  }
  /// Returns whether native code may begin after this instruction, which the interpreter has executed, although it is
  /// not a branch.
  bool may_follow(const Instruction& instruction) const { return comparison_ && executes_once(instruction); }

 private:
  NativeCode& code_;
  NativeUse use_;
  NativeCall call_;
  std::optional<EngineComparison> comparison_;
};

}  // namespace rocm_bindgen::emulator
