// The emulated device: its memory, the code objects loaded into it, and statistics of what it executed.
//
// EmulatedDriver translates the runtime's driver calls into calls of this class. A launch is synchronous: it returns
// when all workgroups have ended or the first fault has stopped the kernel. The kernarg segment and the dispatch packet
// are in device memory, as on a GPU, because kernels read both through pointers in their registers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dispatch/dispatch.hpp"
#include "dispatch/options.hpp"
#include "dispatch/thread_pool.hpp"
#include "load/program.hpp"
#include "machine/target.hpp"
#include "memory/address_space.hpp"
#include "profile/profile.hpp"
#include "services/host_calls.hpp"

namespace rocm_bindgen::emulator {

/// All functions are thread safe.
class EmulatedDevice {
 public:
  EmulatedDevice(Target target, Options options);
  /// Writes the report if ROCM_BINDGEN_EMULATOR_REPORT is set, and the profile if ROCM_BINDGEN_EMULATOR_PROFILE is set.
  ~EmulatedDevice();
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;

  const Target& target() const { return target_; }
  AddressSpace& space() { return space_; }
  /// The address of the queue structure that kernels read through their queue pointer.
  std::uint64_t queue_address() const { return reinterpret_cast<std::uint64_t>(queue_); }

  /// Loads a code object into the device's memory. The program is shared by everything that may launch its kernels:
  /// modules, and graphs that recorded a launch. Throws std::runtime_error if the image is invalid.
  std::shared_ptr<const Program> load(std::string_view image);

  /// Prepares the services of the host that the dispatch's kernel may use, the first time that they are needed. Call it
  /// before the kernel's arguments are laid out. Throws std::bad_alloc.
  void add_services(Dispatch& dispatch);

  /// Executes the kernel and returns when it has ended. `arguments` are the bytes of the kernarg segment. Returns the
  /// first fault, if there was one. Throws std::bad_alloc if the device has no memory for the arguments.
  std::optional<DispatchFault> launch(Dispatch dispatch, const std::vector<std::uint8_t>& arguments);

 private:
  /// Device memory for the arguments or the packet of one launch. It then goes to `spare_` instead of being released: a
  /// later launch that needs the same size reuses it, so that launches rarely change the list of allocations. Each
  /// change would require a new snapshot of the list.
  class LaunchMemory;
  std::string report() const;

  Target target_;
  Options options_;
  AddressSpace space_;
  ThreadPool threads_;
  void* queue_ = nullptr;
  std::once_flag services_once_;
  std::unique_ptr<HostCalls> services_;
  mutable std::mutex mutex_;
  std::multimap<std::uint64_t, void*> spare_;  ///< unused memory of LaunchMemory, by size in bytes
  Statistics statistics_;
  std::uint64_t launches_ = 0;
  std::set<std::string> executed_;  ///< LLVM's names of the instructions that unloaded programs executed
  std::vector<std::weak_ptr<const Program>> programs_;
  Profile profile_{target_};
};

}  // namespace rocm_bindgen::emulator
