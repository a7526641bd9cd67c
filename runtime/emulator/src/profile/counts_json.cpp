#include "profile/counts_json.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace rocm_bindgen::emulator {
namespace {

constexpr std::array<const char*, 3> kAccessNames = {"loads", "stores", "atomics"};
constexpr std::array<const char*, kInstructionClasses> kClassNames = {
    "valu", "salu", "matrix", "global_memory", "scratch", "lds", "scalar_memory", "other"};

nlohmann::ordered_json traffic_json(const GlobalTraffic& traffic) {
  return {{"requests", traffic.requests},
          {"bytes", traffic.bytes},
          {"distinct_bytes", traffic.distinct_bytes},
          {"sectors_64", traffic.sectors_64},
          {"sectors_128", traffic.sectors_128},
          {"sector_bytes_64", traffic.sectors_64 * 64},
          {"sector_bytes_128", traffic.sectors_128 * 128}};
}

nlohmann::ordered_json traffic_json(const LocalTraffic& traffic) {
  return {{"requests", traffic.requests},
          {"bytes", traffic.bytes},
          {"cycles", traffic.cycles},
          {"conflict_cycles", traffic.conflict_cycles}};
}

template <class Traffic>
nlohmann::ordered_json by_access(const std::array<Traffic, 3>& kinds) {
  auto result = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i].requests != 0) result[kAccessNames[i]] = traffic_json(kinds[i]);
  return result;
}

}  // namespace

nlohmann::ordered_json counts_json(const Counts& counts) {
  auto instructions = nlohmann::ordered_json::object(), scratch = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < kInstructionClasses; ++i)
    if (counts.instructions[i] != 0) instructions[kClassNames[i]] = counts.instructions[i];
  for (std::size_t i = 0; i < counts.scratch_bytes.size(); ++i)
    if (counts.scratch_bytes[i] != 0) scratch[kAccessNames[i]] = counts.scratch_bytes[i];
  return {{"instructions", instructions},
          {"vector_instructions", counts.vector_instructions},
          {"active_lanes", counts.active_lanes},
          {"idle_lanes", counts.idle_lanes},
          {"barriers", counts.barriers},
          {"waits", counts.waits},
          {"global", by_access(counts.global)},
          {"lds", by_access(counts.local)},
          {"scratch_bytes", scratch},
          {"scalar_bytes", counts.scalar_bytes}};
}

}  // namespace rocm_bindgen::emulator
