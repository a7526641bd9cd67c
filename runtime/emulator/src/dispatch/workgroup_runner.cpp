#include "dispatch/workgroup_runner.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <utility>

#include "dispatch/fault_report.hpp"
#include "dispatch/initial_state.hpp"
#include "dispatch/register_counts.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The maximum number of instructions in a turn without a seed. A wave usually runs until it waits or ends. The turn
/// still has a limit, so that waves which poll a value that another wave writes to LDS make progress.
constexpr std::uint64_t kLongTurn = 1 << 16;
/// The maximum number of instructions in a turn with a seed. Turns are short and end at random instructions, so that
/// missing synchronization can change results.
constexpr std::uint64_t kShortTurn = 32;

NativeUse native_use(Engine engine) {
  if (engine == Engine::both) return NativeUse::compare;
  return engine == Engine::eager ? NativeUse::always : NativeUse::often;
}

}  // namespace

WorkgroupRunner::WorkgroupRunner(const Dispatch& dispatch, const Target& target, const Options& options,
                                 std::shared_ptr<const AllocationList> allocations, const AddressSpace& space)
    : dispatch_(dispatch),
      options_(options),
      allocations_(std::move(allocations)),
      instruction_cache_(dispatch.program->instructions(dispatch.lanes(target))),
      lds_(dispatch.lds_bytes(), options.checks) {
  if (!options.profile.empty()) profiler_.emplace();
  if (profiler_) lds_.log_accesses();
  const auto lanes = dispatch.lanes(target);
  const auto items = dispatch.workgroup[0] * dispatch.workgroup[1] * dispatch.workgroup[2];
  const auto counts = register_counts(dispatch.kernel->descriptor, target, lanes);
  for (unsigned first = 0; first < items; first += lanes) {
    waves_.push_back(std::make_unique<Wave>(
        target, lanes, counts.vectors, counts.accumulators, GlobalMemory(allocations_, options.checks, &space), lds_,
        Scratch(scratch_bytes(dispatch.kernel->descriptor), lanes, options.checks)));
    waves_.back()->index = static_cast<unsigned>(waves_.size() - 1);
    waves_.back()->interrupts = dispatch.interrupts;
    if (!profiler_) continue;
    waves_.back()->memory.log_accesses();
    waves_.back()->scratch.log_accesses();
  }
  // Native code counts nothing for a profile, and has no checks of races and uninitialised reads. With a seed, turns
  // are shorter than most blocks.
  const bool can_be_native = !profiler_ && !options.checks.race && !options.checks.uninit && options.seed == 0;
  if (options.engine != Engine::interpreter && can_be_native)
    if (auto* code = NativeCode::of(instruction_cache_, target, lanes, options.engine == Engine::both))
      native_.emplace(*code, native_use(options.engine));
  executed_.resize(waves_.size());
  initial_exec_.resize(waves_.size());
}

std::optional<DispatchFault> WorkgroupRunner::run(const Sizes& workgroup) {
  start(workgroup);
  return advance();
}

void WorkgroupRunner::start(const Sizes& workgroup) {
  workgroup_ = workgroup;
  start_waves();
}

std::optional<DispatchFault> WorkgroupRunner::advance() {
  try {
    while (true) {
      if (auto* wave = choose()) {
        profiler_ ? run_turn<true>(*wave) : run_turn<false>(*wave);
        continue;
      }
      if (waits_for_grid()) {
        if (dispatch_.cooperative) return std::nullopt;
        throw Fault(
            "a barrier of the whole grid, in a launch that is not cooperative: other workgroups may never come to it");
      }
      const bool waiting = std::any_of(waves_.begin(), waves_.begin() + active_waves_,
                                       [](const auto& wave) { return wave->state == WaveState::at_barrier; });
      if (!waiting) return std::nullopt;
      pass_barrier();
    }
  } catch (const Fault& fault) {
    return DispatchFault{
        describe(fault, {dispatch_, *allocations_, instruction_cache_, *current_, workgroup_, size_, pc_}), fault.kind};
  }
}

Statistics WorkgroupRunner::statistics() const {
  auto statistics = statistics_;
  if (profiler_) statistics.profile = profiler_->counts();
  return statistics;
}

bool WorkgroupRunner::waits_for_grid() const {
  return std::any_of(waves_.begin(), waves_.begin() + active_waves_,
                     [](const auto& wave) { return wave->state == WaveState::at_grid_barrier; });
}

void WorkgroupRunner::pass_grid_barrier() {
  for (unsigned i = 0; i < active_waves_; ++i)
    if (waves_[i]->state == WaveState::at_grid_barrier) waves_[i]->state = WaveState::running;
}

void WorkgroupRunner::start_waves() {
  for (unsigned d = 0; d < 3; ++d)
    size_[d] = std::min(dispatch_.workgroup[d], dispatch_.grid_items[d] - workgroup_[d] * dispatch_.workgroup[d]);
  const auto items = size_[0] * size_[1] * size_[2];
  active_waves_ = (items + waves_[0]->lanes - 1) / waves_[0]->lanes;
  if (profiler_) profiler_->start_workgroup(active_waves_);
  lds_.reset();
  for (unsigned i = 0; i < active_waves_; ++i) {
    waves_[i]->reset();
    set_initial_state(*waves_[i], dispatch_, workgroup_, size_);
    executed_[i] = 0;
    initial_exec_[i] = waves_[i]->exec();
  }
  next_wave_ = 0;
  current_ = waves_[0].get();
  pc_ = waves_[0]->pc;
  const auto counts = dispatch_.workgroups();
  const std::uint64_t linear =
      workgroup_[0] + std::uint64_t{counts[0]} * (workgroup_[1] + std::uint64_t{counts[1]} * workgroup_[2]);
  // The turns of waves depend on the seed and the workgroup, not on the host thread that runs it. With seed 0, they are
  // not random.
  if (options_.seed != 0) random_.seed(options_.seed + linear);
}

Wave* WorkgroupRunner::choose() {
  const unsigned first = options_.seed == 0 ? next_wave_ : static_cast<unsigned>(random_() % active_waves_);
  for (unsigned i = 0; i < active_waves_; ++i) {
    const unsigned index = (first + i) % active_waves_;
    if (waves_[index]->state != WaveState::running) continue;
    next_wave_ = index;
    return waves_[index].get();
  }
  return nullptr;
}

template <bool profiled>
void WorkgroupRunner::run_turn(Wave& wave) {
  current_ = &wave;
  const auto turn_length = options_.seed == 0 ? kLongTurn : 1 + random_() % kShortTurn;
  std::uint64_t count = 0, lane_count = 0;
  // EXEC rarely changes, and counting its bits for each instruction would cost as much as the instruction.
  std::uint64_t exec = 0;
  unsigned active = 0;
  const auto account = [&] {
    executed_[wave.index] += count;
    statistics_.instructions += count;
    statistics_.lane_instructions += lane_count;
  };
  try {
    // Native code may begin where a turn begins, and where a branch leads to.
    bool may_enter = native_.has_value();
    while (wave.state == WaveState::running && count < turn_length) {
      if (may_enter) {
        const auto turn = native_->run(wave, turn_length - count);
        count += turn.instructions;
        lane_count += turn.lane_instructions;
        if (native_->failure() != nullptr) {
          pc_ = native_->failed_instruction();
          std::rethrow_exception(std::exchange(native_->failure(), nullptr));
        }
        may_enter = turn.exit == NativeExit::left;
        if (turn.instructions != 0) continue;
        may_enter = false;
      }
      pc_ = wave.pc;
      const auto& instruction = instruction_cache_.at(wave.pc);
      if (instruction.vector_limit > wave.vectors() || instruction.accumulator_limit > wave.accumulators())
        throw Fault("a register beyond the " + std::to_string(wave.vectors()) + " vector and " +
                    std::to_string(wave.accumulators()) + " accumulator registers that the kernel requested");
      wave.pc += instruction.bytes;
      instruction_cache_.prefetch(wave.pc);
      const auto next = wave.pc;
      if constexpr (profiled) profiler_->before(wave);
      instruction.execute(wave, instruction);
      if constexpr (profiled) profiler_->after(wave, instruction);
      ++count;
      may_enter = native_.has_value() && (wave.pc != next || native_->may_follow(instruction));
      if (const auto now = wave.exec(); now != exec) {
        exec = now;
        active = static_cast<unsigned>(std::popcount(exec));
      }
      lane_count += active;
    }
  } catch (...) {
    account();
    throw;
  }
  account();
  if (executed_[wave.index] > options_.max_instructions)
    throw Fault("the wave has executed " + std::to_string(executed_[wave.index]) +
                " instructions without ending: an endless loop, or a wait for another workgroup "
                "(ROCM_BINDGEN_EMULATOR_MAX_INSTRUCTIONS is the limit)");
  // Other waves run next, if there are any: this wave may be waiting for one of them.
  next_wave_ = (wave.index + 1) % active_waves_;
}

void WorkgroupRunner::pass_barrier() {
  if (options_.checks.race) {
    const Wave* first = nullptr;
    for (unsigned i = 0; i < active_waves_; ++i) {
      auto& wave = *waves_[i];
      current_ = &wave;
      pc_ = wave.pc - 4;  // the barrier instruction, which has 4 bytes
      if (wave.state == WaveState::ended)
        throw Fault("divergent barrier: this wave has ended, but other waves of its workgroup wait at a barrier");
      if (const auto absent = initial_exec_[i] & ~wave.exec(); absent != 0)
        throw Fault("divergent barrier: this lane does not take part in it",
                    static_cast<int>(std::countr_zero(absent)));
      if (first != nullptr && first->pc != wave.pc)
        throw Fault("divergent barrier: wave " + std::to_string(first->index) + " waits at a different barrier");
      if (first == nullptr) first = &wave;
    }
  }
  lds_.barrier();
  for (unsigned i = 0; i < active_waves_; ++i)
    if (waves_[i]->state == WaveState::at_barrier) waves_[i]->state = WaveState::running;
}

}  // namespace rocm_bindgen::emulator
