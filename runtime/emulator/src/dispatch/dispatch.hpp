// A kernel launch as the device gets it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "dispatch/options.hpp"
#include "dispatch/thread_pool.hpp"
#include "load/program.hpp"
#include "machine/target.hpp"
#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// x, y, z
using Sizes = std::array<std::uint32_t, 3>;

struct Dispatch {
  const Program* program = nullptr;
  const Kernel* kernel = nullptr;
  Sizes workgroup = {1, 1, 1};   ///< work-items
  Sizes grid_items = {1, 1, 1};  ///< work-items; the last workgroup of a dimension may be partial
  std::uint32_t dynamic_lds = 0;
  std::uint64_t packet_address = 0;  ///< of the dispatch packet in the device's memory
  std::uint64_t queue_address = 0;
  std::uint64_t kernarg_address = 0;

  Sizes workgroups() const {
    Sizes counts;
    for (unsigned d = 0; d < 3; ++d) counts[d] = (grid_items[d] + workgroup[d] - 1) / workgroup[d];
    return counts;
  }
  std::uint32_t lds_bytes() const { return kernel->descriptor.group_segment_bytes + dynamic_lds; }
  unsigned lanes(const Target& target) const {
    return target.generation >= Generation::gfx10 && kernel->descriptor.wavefront_size_32() ? 32 : 64;
  }
};

/// What was executed, for reports and benchmarks.
struct Statistics {
  std::uint64_t instructions = 0;       ///< of waves
  std::uint64_t lane_instructions = 0;  ///< by active lanes
};

/// Executes the whole dispatch. The text of the first fault, by the order of workgroups; nothing if there was none.
std::optional<std::string> execute(const Dispatch& dispatch, const Target& target, const Options& options,
                                   AddressSpace& space, ThreadPool& threads, Statistics& statistics);

}  // namespace rocm_bindgen::emulator
