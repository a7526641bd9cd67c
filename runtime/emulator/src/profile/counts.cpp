#include "profile/counts.hpp"

namespace rocm_bindgen::emulator {
namespace {

void add(GlobalTraffic& to, const GlobalTraffic& from) {
  to.requests += from.requests;
  to.bytes += from.bytes;
  to.distinct_bytes += from.distinct_bytes;
  to.sectors_64 += from.sectors_64;
  to.sectors_128 += from.sectors_128;
}

void add(LocalTraffic& to, const LocalTraffic& from) {
  to.requests += from.requests;
  to.bytes += from.bytes;
  to.cycles += from.cycles;
  to.conflict_cycles += from.conflict_cycles;
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
  for (std::size_t i = 0; i < instructions.size(); ++i) instructions[i] += other.instructions[i];
  vector_instructions += other.vector_instructions;
  active_lanes += other.active_lanes;
  idle_lanes += other.idle_lanes;
  barriers += other.barriers;
  waits += other.waits;
  for (std::size_t i = 0; i < global.size(); ++i) add(global[i], other.global[i]);
  for (std::size_t i = 0; i < local.size(); ++i) add(local[i], other.local[i]);
  for (std::size_t i = 0; i < scratch_bytes.size(); ++i) scratch_bytes[i] += other.scratch_bytes[i];
  scalar_bytes += other.scalar_bytes;
  return *this;
}

}  // namespace rocm_bindgen::emulator
