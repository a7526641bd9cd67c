#include "profile/profiler.hpp"

#include <algorithm>
#include <bit>

#include "profile/bank_conflicts.hpp"
#include "profile/coalescing.hpp"

namespace rocm_bindgen::emulator {
namespace {

void count_accesses(const AccessLog& log, Generation generation, Counts& counts) {
  for (const auto access : {Access::read, Access::write, Access::atomic}) {
    const auto index = static_cast<std::size_t>(access);
    count_global(log.entries(), access, counts.global[index]);
    count_local(log.entries(), access, generation, counts.local[index]);
  }
  for (const auto& entry : log.entries()) {
    if (entry.space == AccessLog::Space::scratch)
      counts.scratch_bytes[static_cast<std::size_t>(entry.access)] += entry.bytes;
    if (entry.lane < 0) counts.scalar_bytes += entry.bytes;
  }
}

/// FLAT and BUFFER instructions access scratch as well. What an instruction accessed decides.
InstructionClass unit_with(const AccessLog& log, InstructionClass unit) {
  const auto& entries = log.entries();
  const bool only_scratch = !entries.empty() && std::all_of(entries.begin(), entries.end(), [](const auto& entry) {
    return entry.space == AccessLog::Space::scratch;
  });
  return unit == InstructionClass::global_memory && only_scratch ? InstructionClass::scratch : unit;
}

}  // namespace

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& other) {
  workgroups += other.workgroups;
  waves += other.waves;
  for (const auto& [address, counts] : other.instructions) instructions[address] += counts;
  return *this;
}

void Profiler::after(const Wave& wave, const Instruction& instruction) {
  const auto [found, is_new] = instructions_.try_emplace(instruction.address);
  auto& [kind, counts] = found->second;
  const auto& log = AccessLog::of_thread();
  if (is_new) kind = kind_of(instruction);
  ++counts.instructions[static_cast<std::size_t>(unit_with(log, kind.unit))];
  if (kind.is_barrier) ++counts.barriers;
  if (kind.is_wait) ++counts.waits;
  if (kind.has_lanes) {
    const auto active = static_cast<unsigned>(std::popcount(exec_ & wave.all_lanes()));
    ++counts.vector_instructions;
    counts.active_lanes += active;
    counts.idle_lanes += wave.lanes - active;
  }
  if (!log.entries().empty()) count_accesses(log, wave.target.generation, counts);
}

LaunchCounts Profiler::counts() const {
  LaunchCounts result{workgroups_, waves_, {}};
  for (const auto& [address, counted] : instructions_) result.instructions.emplace(address, counted.counts);
  return result;
}

}  // namespace rocm_bindgen::emulator
