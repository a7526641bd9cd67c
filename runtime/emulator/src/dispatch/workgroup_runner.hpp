// Executes workgroups, one after another, on one host thread.
//
// The waves of a workgroup are executed alternately. A wave runs until it ends, reaches a barrier, or has completed its
// turn: kLongTurn instructions or, with a seed, a random number of them, up to kShortTurn. When no wave can run, all
// waves that have not ended are at a barrier, and the barrier releases them. Registers, LDS and scratch are allocated
// once and reset for each workgroup.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "dispatch/dispatch.hpp"
#include "fault.hpp"
#include "machine/wave.hpp"
#include "native/native_runner.hpp"
#include "profile/profiler.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe: each thread has its own object.
class WorkgroupRunner {
 public:
  WorkgroupRunner(const Dispatch& dispatch, const Target& target, const Options& options,
                  std::shared_ptr<const AllocationList> allocations, const AddressSpace& space);

  /// Executes one workgroup. Returns nothing, or the message of the fault that stopped it, with kernel, workgroup,
  /// wave, lane, instruction and source line. Throws std::bad_alloc if the host has no memory.
  std::optional<DispatchFault> run(const Sizes& workgroup);

  /// start() and advance() execute a workgroup in parts, for a cooperative dispatch, in which workgroups take turns.
  /// start() is called once, then advance() until the workgroup has ended.
  void start(const Sizes& workgroup);
  /// Executes until the workgroup has ended or waits for all others.
  std::optional<DispatchFault> advance();
  bool waits_for_grid() const;
  /// Lets the workgroup continue after the grid's barrier, which all workgroups have reached.
  void pass_grid_barrier();

  /// What all workgroups of this object have executed.
  Statistics statistics() const;

 private:
  void start_waves();
  /// Returns the next wave to run; null if none can run.
  Wave* choose();
  /// Executes the wave until it waits at a barrier, ends, or has completed its turn. Without a profile, the code that
  /// executes instructions contains nothing for it.
  template <bool profiled>
  void run_turn(Wave& wave);
  /// Releases the waves from a barrier. Called when all waves that have not ended wait at one. With the check `race`,
  /// throws a Fault if a work-item of the workgroup does not take part in the barrier.
  void pass_barrier();

  const Dispatch& dispatch_;
  const Options& options_;
  std::shared_ptr<const AllocationList> allocations_;
  InstructionCache& instruction_cache_;
  LocalMemory lds_;
  std::vector<std::unique_ptr<Wave>> waves_;
  Sizes workgroup_ = {0, 0, 0};  ///< the index of the current workgroup
  Sizes size_ = {1, 1, 1};  ///< in work-items, of the current workgroup; one at the edge of the grid may be smaller
  unsigned active_waves_ = 0;
  unsigned next_wave_ = 0;  ///< index of the wave that is tried first
  Wave* current_ = nullptr;
  std::uint64_t pc_ = 0;                     ///< the address of the current instruction
  std::vector<std::uint64_t> executed_;      ///< the number of executed instructions, by wave
  std::vector<std::uint64_t> initial_exec_;  ///< the initial EXEC by wave, to find lanes that are absent at a barrier
  std::optional<NativeRunner> native_;       ///< empty if the interpreter executes everything
  std::optional<Profiler> profiler_;         ///< empty if no profile is written
  std::mt19937_64 random_;
  Statistics statistics_;
};

}  // namespace rocm_bindgen::emulator
