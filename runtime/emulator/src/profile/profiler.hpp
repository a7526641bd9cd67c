// Counts what the workgroups of one host thread execute.
//
// The runner calls before() and after() around each instruction. In between, the instruction's accesses go to the log
// of the thread, because the memories of the waves log them (see access_log.hpp). From the log and the lanes that were
// active, after() computes what the instruction adds to the counts of its address.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "machine/wave.hpp"
#include "memory/access_log.hpp"
#include "profile/counts.hpp"
#include "profile/instruction_class.hpp"

namespace rocm_bindgen::emulator {

/// What a launch, or a part of it, has executed.
struct LaunchCounts {
  std::uint64_t workgroups = 0;
  std::uint64_t waves = 0;
  std::map<std::uint64_t, Counts> instructions;  ///< by address in device memory

  LaunchCounts& operator+=(const LaunchCounts& other);
};

/// Not thread safe: each WorkgroupRunner has its own, for one launch.
class Profiler {
 public:
  void start_workgroup(unsigned waves) {
    ++workgroups_;
    waves_ += waves;
  }
  void before(const Wave& wave) {
    exec_ = wave.exec();
    AccessLog::of_thread().clear();
  }
  /// Not called if the instruction has caused a fault.
  void after(const Wave& wave, const Instruction& instruction);
  LaunchCounts counts() const;

 private:
  struct Counted {
    InstructionKind kind;
    Counts counts;
  };

  std::uint64_t exec_ = 0;  ///< before the instruction, which may change it
  std::uint64_t workgroups_ = 0, waves_ = 0;
  std::unordered_map<std::uint64_t, Counted> instructions_;  ///< by address
};

}  // namespace rocm_bindgen::emulator
