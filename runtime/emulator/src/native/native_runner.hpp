// Runs waves in native code.
#pragma once

#include <cstdint>
#include <exception>

#include "machine/wave.hpp"
#include "native/context.hpp"
#include "native/native_code.hpp"

namespace rocm_bindgen::emulator {

/// What native code has executed.
struct NativeTurn {
  std::uint64_t instructions = 0, lane_instructions = 0;
  bool continues = false;  ///< the wave can continue in native code, if there is any at its program counter
};

/// Not thread safe: each WorkgroupRunner has its own, for one launch.
class NativeRunner {
 public:
  /// `eager`: every block is compiled before it is executed.
  NativeRunner(NativeCode& code, bool eager);

  /// Executes the wave from its program counter on, at most `budget` instructions. Executes nothing if there is no
  /// native code at the program counter, or if the interpreter has to execute the next instruction. If a handler
  /// throws, `failure` is what it has thrown, and the program counter is after its instruction.
  NativeTurn run(Wave& wave, std::uint64_t budget);
  std::exception_ptr& failure() { return failure_; }
  std::uint64_t failed_instruction() const { return context_.failed_instruction; }

 private:
  NativeCode& code_;
  bool eager_;
  NativeContext context_;
  std::exception_ptr failure_;
};

}  // namespace rocm_bindgen::emulator
