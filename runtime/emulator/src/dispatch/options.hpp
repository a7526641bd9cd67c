// The settings of the emulated device, which environment variables select (docs/emulator.md documents them).
#pragma once

#include <cstdint>
#include <string>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// What executes instructions.
enum class Engine : std::uint8_t {
  interpreter,
  native,  ///< code for the host, which is compiled in the background for blocks that run often
  eager,   ///< the same, but every block is compiled before it runs
  both     ///< as `eager`, and the interpreter executes the same instructions; a difference is a fault
};

/// Each member is documented with its environment variable, ROCM_BINDGEN_EMULATOR_..., in docs/emulator.md.
struct Options {
  Checks checks;
  Engine engine = Engine::interpreter;
  /// 0: workgroups and waves run in order. Other values determine a pseudorandom order of workgroups and of the turns
  /// of waves.
  std::uint64_t seed = 0;
  /// The number of host threads that execute workgroups.
  unsigned threads = 1;
  /// A wave that has executed more instructions than this is reported as an endless loop.
  std::uint64_t max_instructions = 0;
  /// The capacity of the device's memory.
  std::uint64_t memory_bytes = 0;
  std::string report;   ///< the file for the report of what was executed; empty for none
  std::string profile;  ///< the file for the profile; empty for none
};

/// Throws std::runtime_error if a value is invalid; the message states the variable and its value.
Options options_from_environment();

}  // namespace rocm_bindgen::emulator
