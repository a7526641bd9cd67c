#include "profile/bank_conflicts.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace rocm_bindgen::emulator {
namespace {

constexpr unsigned kBanks = 32;
constexpr std::uint64_t kBankBytes = 4;
constexpr unsigned kWidest = 16;  ///< bytes of a lane's access

unsigned lanes_per_group(std::uint32_t bytes) {
  return bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
}

/// The number of the group that serves the lane.
unsigned group_of(unsigned lane, std::uint32_t bytes, Access access, Generation generation) {
  if (generation == Generation::gfx9 && access == Access::read && bytes == kWidest) {
    // By four lanes: the groups of lanes 0-3, 4-7, ..., 28-31.
    constexpr std::array<unsigned, 8> kGroups = {0, 1, 2, 3, 1, 0, 3, 2};
    return lane / 32 * 4 + kGroups[lane % 32 / 4];
  }
  return lane / lanes_per_group(bytes);
}

/// The cycles of a group of lanes.
std::uint64_t cycles_of(std::span<const AccessLog::Entry> group, Access access) {
  std::array<std::vector<std::uint64_t>, kBanks> dwords;
  for (const auto& entry : group)
    for (auto dword = entry.address / kBankBytes; dword <= (entry.address + entry.bytes - 1) / kBankBytes; ++dword) {
      auto& bank = dwords[dword % kBanks];
      if (access == Access::atomic || std::find(bank.begin(), bank.end(), dword) == bank.end()) bank.push_back(dword);
    }
  std::size_t most = 0;
  for (const auto& bank : dwords) most = std::max(most, bank.size());
  return most;
}

/// Adds one access of each lane.
void count_pass(std::span<const AccessLog::Entry> pass, Access access, Generation generation, LocalTraffic& traffic) {
  constexpr unsigned kMostGroups = 8;
  std::array<std::vector<AccessLog::Entry>, kMostGroups> groups;
  for (const auto& entry : pass)
    groups[group_of(static_cast<unsigned>(entry.lane), entry.bytes, access, generation)].push_back(entry);
  for (const auto& group : groups) {
    if (group.empty()) continue;
    const auto cycles = cycles_of(group, access);
    traffic.cycles += cycles;
    traffic.conflict_cycles += cycles - 1;
  }
}

}  // namespace

void count_local(std::span<const AccessLog::Entry> entries, Access access, Generation generation,
                 LocalTraffic& traffic) {
  // Instructions with two addresses access LDS twice per lane.
  std::array<std::vector<AccessLog::Entry>, 2> passes;
  int last_lane = -1;
  unsigned pass = 0;
  for (const auto& entry : entries) {
    if (entry.space != AccessLog::Space::local || entry.access != access || entry.lane < 0) continue;
    pass = entry.lane == last_lane ? 1 : 0;
    last_lane = entry.lane;
    passes[pass].push_back(entry);
    traffic.bytes += entry.bytes;
  }
  if (passes[0].empty()) return;
  ++traffic.requests;
  for (const auto& accesses : passes) count_pass(accesses, access, generation, traffic);
}

}  // namespace rocm_bindgen::emulator
