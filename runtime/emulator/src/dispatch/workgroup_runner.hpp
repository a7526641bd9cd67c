// Executes workgroups, one after another, on one host thread.
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

namespace rocm_bindgen::emulator {

class WorkgroupRunner {
 public:
  WorkgroupRunner(const Dispatch& dispatch, const Target& target, const Options& options,
                  std::shared_ptr<const AllocationList> allocations);

  /// Nothing, or what went wrong, with kernel, workgroup, wave, lane, instruction and source line.
  std::optional<std::string> run(const Sizes& workgroup);

  const Statistics& statistics() const { return statistics_; }

 private:
  void start_waves(const Sizes& workgroup);
  /// The next wave to run; null if none can.
  Wave* choose();
  /// Executes until the wave waits, ends, or has had its turn.
  void run_turn(Wave& wave);
  /// All waves that have not ended wait at a barrier.
  void pass_barrier();

  const Dispatch& dispatch_;
  const Options& options_;
  std::shared_ptr<const AllocationList> allocations_;
  InstructionCache& instructions_;
  LocalMemory lds_;
  std::vector<std::unique_ptr<Wave>> waves_;
  Sizes size_ = {1, 1, 1};  ///< of the workgroup that runs: partial ones are smaller
  unsigned active_waves_ = 0;
  unsigned turn_ = 0;
  Wave* current_ = nullptr;
  std::uint64_t instruction_ = 0;        ///< address of the one that executes
  std::vector<std::uint64_t> executed_;  ///< by wave
  std::vector<std::uint64_t> launched_;  ///< EXEC that each wave began with
  std::mt19937_64 random_;
  Statistics statistics_;
};

}  // namespace rocm_bindgen::emulator
