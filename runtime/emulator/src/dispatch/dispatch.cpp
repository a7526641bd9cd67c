#include "dispatch/dispatch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "dispatch/register_counts.hpp"
#include "dispatch/workgroup_order.hpp"
#include "dispatch/workgroup_runner.hpp"
#include "load/readable_name.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The state of one dispatch that the host threads share. Each thread takes the next workgroup in the order until none
/// is left or a fault is known. The turn of a workgroup is its position in the order.
class Execution {
 public:
  Execution(const Dispatch& dispatch, const Target& target, const Options& options, AddressSpace& space)
      : dispatch_(dispatch),
        target_(target),
        options_(options),
        space_(space),
        allocations_(space.snapshot()),
        counts_(dispatch.workgroups()),
        total_(std::uint64_t{counts_[0]} * counts_[1] * counts_[2]),
        order_(total_, options.seed) {}

  std::uint64_t total() const { return total_; }

  /// Does not throw, because nothing would catch an exception in a thread of the pool.
  void work() {
    const auto failed = [&](const std::string& why) {
      // Turn 0 is the earliest one, so this failure replaces the faults of later turns, and no further workgroup is
      // started.
      record(0, {"kernel '" + readable_name(dispatch_.kernel->metadata.name) + "' cannot be executed: " + why});
    };
    try {
      if (dispatch_.cooperative)
        run_cooperatively();
      else
        run_workgroups();
    } catch (const std::bad_alloc&) {
      failed("the host lacks the memory for its registers, LDS and " +
             byte_count(scratch_bytes(dispatch_.kernel->descriptor)) + " of scratch per work-item");
    } catch (const std::exception& error) {
      failed(error.what());
    }
  }

  std::optional<DispatchFault> fault() const { return first_fault_ == kNone ? std::nullopt : std::optional(fault_); }
  const Statistics& statistics() const { return statistics_; }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  void run_workgroups() {
    WorkgroupRunner runner(dispatch_, target_, options_, allocations_, space_);
    for (auto turn = next_++; turn < total_ && turn < first_fault_; turn = next_++) {
      if (auto fault = runner.run(workgroup_at(turn))) record(turn, std::move(*fault));
    }
    count(runner.statistics());
  }

  /// Runs all workgroups in rounds on one thread. In each round, every workgroup runs until it has ended or waits at a
  /// barrier of the grid.
  void run_cooperatively() {
    std::vector<std::unique_ptr<WorkgroupRunner>> runners;
    for (std::uint64_t turn = 0; turn < total_; ++turn) {
      runners.push_back(std::make_unique<WorkgroupRunner>(dispatch_, target_, options_, allocations_, space_));
      runners.back()->start(workgroup_at(turn));
    }
    for (std::uint64_t waiting = total_; waiting > 0 && first_fault_ == kNone;) {
      waiting = 0;
      for (std::uint64_t turn = 0; turn < total_ && first_fault_ == kNone; ++turn) {
        if (auto fault = runners[turn]->advance()) record(turn, std::move(*fault));
        if (runners[turn]->waits_for_grid()) ++waiting;
      }
      if (waiting != 0 && waiting != total_ && first_fault_ == kNone) record(0, {missing_at_grid_barrier(waiting)});
      for (const auto& runner : runners) runner->pass_grid_barrier();
    }
    for (const auto& runner : runners) count(runner->statistics());
  }

  std::string missing_at_grid_barrier(std::uint64_t waiting) const {
    return "kernel '" + readable_name(dispatch_.kernel->metadata.name) +
           "': divergent barrier of the grid: " + std::to_string(waiting) + " workgroups wait at it, and the other " +
           std::to_string(total_ - waiting) + " have ended";
  }

  Sizes workgroup_at(std::uint64_t turn) const {
    const auto linear = order_.at(turn);
    return {static_cast<std::uint32_t>(linear % counts_[0]),
            static_cast<std::uint32_t>(linear / counts_[0] % counts_[1]),
            static_cast<std::uint32_t>(linear / counts_[0] / counts_[1])};
  }

  void count(const Statistics& statistics) {
    const std::lock_guard lock(mutex_);
    statistics_.instructions += statistics.instructions;
    statistics_.lane_instructions += statistics.lane_instructions;
    statistics_.profile += statistics.profile;
  }

  /// Keeps only the fault of the earliest turn. Workgroups of earlier turns still run after a fault, so the fault that
  /// is reported does not depend on timing.
  void record(std::uint64_t turn, DispatchFault fault) {
    const std::lock_guard lock(mutex_);
    if (turn >= first_fault_) return;
    first_fault_ = turn;
    fault_ = std::move(fault);
  }

  const Dispatch& dispatch_;
  const Target& target_;
  const Options& options_;
  const AddressSpace& space_;
  std::shared_ptr<const AllocationList> allocations_;
  Sizes counts_;
  std::uint64_t total_;
  WorkgroupOrder order_;
  std::atomic<std::uint64_t> next_{0}, first_fault_{kNone};
  std::mutex mutex_;
  DispatchFault fault_;
  Statistics statistics_;
};

}  // namespace

std::optional<DispatchFault> execute(const Dispatch& dispatch, const Target& target, const Options& options,
                                     AddressSpace& space, ThreadPool& threads, Statistics& statistics) {
  Execution execution(dispatch, target, options, space);
  // A kernel with global atomics runs on one thread. The results of float atomics, and the values that atomics return,
  // depend on the order of workgroups, which on one thread is the same in every run.
  // If two engines are compared, memory must not be changed by other workgroups in the meantime.
  const bool ordered =
      dispatch.cooperative || options.engine == Engine::both || dispatch.program->uses_global_atomics(*dispatch.kernel);
  const auto width = ordered ? 1 : std::min<std::uint64_t>(options.threads, execution.total());
  threads.run(static_cast<unsigned>(width), [&] { execution.work(); });
  statistics.instructions += execution.statistics().instructions;
  statistics.lane_instructions += execution.statistics().lane_instructions;
  statistics.profile += execution.statistics().profile;
  return execution.fault();
}

}  // namespace rocm_bindgen::emulator
