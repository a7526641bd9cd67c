// What the probes did: which kernels ran, which could not, how much was compared and how far off it was.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace probe {

struct ProbeRecord {
  std::string name;
  std::set<std::string> kernels;               ///< launched
  std::map<std::string, std::string> lacking;  ///< kernel and why this device cannot run it
  std::size_t values = 0;                      ///< compared
  double worst_ulps = 0;                       ///< of those that may be off
  bool passed = false;
};

/// One for each probe that was started, in order.
std::vector<ProbeRecord>& account();

/// That of the probe that runs.
ProbeRecord& current();

/// All kernels in the folder of artifacts.
std::set<std::string> all_kernels();

/// How many kernels of the artifacts a processor cannot run; nothing for a processor that was never counted.
std::optional<std::size_t> kernels_not_for(const std::string& processor);

}  // namespace probe
