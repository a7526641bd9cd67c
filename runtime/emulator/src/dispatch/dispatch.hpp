// A kernel launch in the form in which the device receives it, and its execution.
//
// execute() distributes the workgroups over the threads of a pool. Each thread has one WorkgroupRunner, which executes
// one workgroup at a time; the waves of a workgroup take turns on its thread. LDS, scratch and registers therefore need
// no synchronization; only global memory is shared between threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "dispatch/options.hpp"
#include "dispatch/thread_pool.hpp"
#include "fault.hpp"
#include "load/program.hpp"
#include "machine/interrupts.hpp"
#include "machine/target.hpp"
#include "memory/address_space.hpp"
#include "profile/profiler.hpp"

namespace rocm_bindgen::emulator {

class PrintBuffer;

/// Sizes, or the index of a workgroup or work-item, in x, y and z.
using Sizes = std::array<std::uint32_t, 3>;

/// One launch. `program` and `kernel` must outlive it.
struct Dispatch {
  const Program* program = nullptr;
  const Kernel* kernel = nullptr;
  Sizes workgroup = {1, 1, 1};   ///< in work-items
  Sizes grid_items = {1, 1, 1};  ///< in work-items; the last workgroup of a dimension may be partial
  std::uint32_t dynamic_lds = 0;
  std::uint64_t packet_address = 0;  ///< the address of the dispatch packet in device memory
  std::uint64_t queue_address = 0;
  std::uint64_t kernarg_address = 0;
  std::uint64_t hostcall_address = 0;         ///< 0 if the kernel does not use host services
  std::uint64_t heap_address = 0;             ///< as above
  Interrupts* interrupts = nullptr;           ///< null if the kernel does not use host services
  std::uint64_t print_address = 0;            ///< the address of `print_buffer`
  std::shared_ptr<PrintBuffer> print_buffer;  ///< null if the kernel stores no messages of printf()
  bool cooperative = false;  ///< all workgroups are on the device at once, and may wait for one another at a barrier

  /// The number of workgroups in each dimension, including partial ones.
  Sizes workgroups() const {
    Sizes counts;
    for (unsigned d = 0; d < 3; ++d) counts[d] = (grid_items[d] + workgroup[d] - 1) / workgroup[d];
    return counts;
  }
  /// The static and dynamic LDS of a workgroup.
  std::uint32_t lds_bytes() const { return kernel->descriptor.group_segment_bytes + dynamic_lds; }
  /// The width of the kernel's waves: 32 or 64.
  unsigned lanes(const Target& target) const {
    return target.generation >= Generation::gfx10 && kernel->descriptor.wavefront_size_32() ? 32 : 64;
  }
};

/// Why a dispatch ended early.
struct DispatchFault {
  std::string text;
  FaultKind kind = FaultKind::other;
};

/// Counts of what was executed, for reports and benchmarks.
struct Statistics {
  std::uint64_t instructions = 0;       ///< executed by waves
  std::uint64_t lane_instructions = 0;  ///< executed by active lanes
  LaunchCounts profile;                 ///< empty if no profile is written
};

/// Executes all workgroups. Returns the first fault in the order of workgroups, or nothing if there was none. Adds to
/// `statistics`. Does not throw for errors of the kernel.
std::optional<DispatchFault> execute(const Dispatch& dispatch, const Target& target, const Options& options,
                                     AddressSpace& space, ThreadPool& threads, Statistics& statistics);

}  // namespace rocm_bindgen::emulator
