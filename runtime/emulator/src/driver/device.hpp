// The emulated device itself: its memory, the code objects in it, and what it has executed.
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

namespace rocm_bindgen::emulator {

/// Thread safe.
class EmulatedDevice {
 public:
  EmulatedDevice(Target target, Options options);
  /// Writes the report, if one was asked for.
  ~EmulatedDevice();
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;

  const Target& target() const { return target_; }
  AddressSpace& space() { return space_; }
  /// The address of the queue that kernels see as theirs.
  std::uint64_t queue_address() const { return reinterpret_cast<std::uint64_t>(queue_); }

  /// Lives for as long as anything that may launch its kernels: modules, and graphs that recorded a launch.
  std::shared_ptr<const Program> load(std::string_view image);

  /// `arguments`: the kernarg segment's bytes. The first fault's text, if there was one.
  std::optional<std::string> launch(Dispatch dispatch, const std::vector<std::uint8_t>& arguments);

 private:
  /// Device memory of one launch, taken again by later ones of its size.
  class Borrowed;
  void write_report() const;

  Target target_;
  Options options_;
  AddressSpace space_;
  ThreadPool threads_;
  void* queue_ = nullptr;
  mutable std::mutex mutex_;
  std::multimap<std::uint64_t, void*> spare_;  ///< by size
  Statistics statistics_;
  std::uint64_t launches_ = 0;
  std::set<std::string> executed_;  ///< of programs that are gone
  std::vector<std::weak_ptr<const Program>> programs_;
};

}  // namespace rocm_bindgen::emulator
