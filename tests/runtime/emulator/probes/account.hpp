// A record for each probe: the kernels that ran, the kernels that the device cannot run, the number of compared values,
// and the largest error.
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
  std::set<std::string> kernels;               ///< the kernels that were launched
  std::map<std::string, std::string> lacking;  ///< kernels that this device cannot run, with the reasons
  std::size_t values = 0;                      ///< the number of compared values
  double worst_ulps = 0;                       ///< the largest error of inexact results
  bool passed = false;
};

/// One record for each probe that was started, in order.
std::vector<ProbeRecord>& account();

/// The record of the current probe.
ProbeRecord& current();

/// The names of all kernels in the folder of artifacts.
std::set<std::string> all_kernels();

/// The number of kernels in the artifacts that a processor cannot run; std::nullopt for an unknown processor.
std::optional<std::size_t> kernels_not_for(const std::string& processor);

}  // namespace probe
