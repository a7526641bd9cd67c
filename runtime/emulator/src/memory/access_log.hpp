// The list of what one instruction accessed, for the profile.
//
// GlobalMemory, LocalMemory and Scratch each have a path without further checks, which almost every access takes, and a
// path with all checks. If their accesses are logged, every access takes the second path, which adds to the log of the
// host thread. Otherwise, the log costs the accesses nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// Not thread safe: each host thread has its own, because the waves of a workgroup run on one thread.
class AccessLog {
 public:
  enum class Space : std::uint8_t { global, local, scratch };

  /// A range of bytes that a lane accessed.
  struct Entry {
    std::uint64_t address;  ///< in its space; in scratch, the offset in the lane's memory
    std::uint32_t bytes;
    int lane;  ///< negative for a scalar instruction
    Space space;
    Access access;
  };

  /// The log of the calling thread.
  static AccessLog& of_thread();

  void add(const Entry& entry) { entries_.push_back(entry); }
  void clear() { entries_.clear(); }
  /// In the order of the accesses: a lane's accesses before those of the next lane.
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace rocm_bindgen::emulator
